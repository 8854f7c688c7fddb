"""A game's log: its setup and the moves since. Nothing in it is ever changed or deleted (I-3)."""

from typing import Any, Never

from django.conf import settings
from django.db import models
from django.db.models.functions import Now


class Record(models.Model):
    """One game at the table (기록): what was fixed at its start, and how many entries its log holds."""

    game = models.CharField(max_length=20)
    setup = models.JSONField()
    seq = models.PositiveIntegerField(default=0)
    closed = models.BooleanField(default=False)
    at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"


class Entry(models.Model):
    """One accepted move, with the report that was announced and the engine that made it.

    `by` is the person who did it (none for chance), `seat` whose move it is in the game. `seal` is kept beside a sealed
    move: its salt and fingerprint (tabletop.seals). A move of the table itself (a rewind, the GM's look) stands here too.
    """

    record = models.ForeignKey(Record, on_delete=models.PROTECT, related_name="entries")
    seq = models.PositiveIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    seat = models.CharField(max_length=60)
    move = models.JSONField()
    report = models.JSONField(null=True)
    seal = models.JSONField(null=True)
    engine = models.CharField(max_length=20)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["record", "seq"], name="entry_seq_once")]
        ordering = ["seq"]

    def __str__(self) -> str:
        return f"{self.record_id}/{self.seq}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("An entry is never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Never:
        raise TypeError("An entry is never deleted.")


class Chair(models.Model):
    """Who plays a seat of a game: the seat's name in its setup, and the person."""

    record = models.ForeignKey(Record, on_delete=models.CASCADE, related_name="chairs")
    seat = models.CharField(max_length=60)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="chairs")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["record", "seat"], name="chair_seat_once")]

    def __str__(self) -> str:
        return f"{self.record_id}/{self.seat}"
