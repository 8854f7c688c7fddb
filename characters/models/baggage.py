"""What a file brought along that no sheet has a place for; it goes out again with the sheet."""

from django.db import models
from django.db.models.functions import Now

from characters.models.sheets import Character


class Baggage(models.Model):
    """The figure of a character as another program gave it (딸려 온 것), by format ("ccfolia", "udonarium").

    `table`: who runs the table brought it. The owner has his own, since the GM's file may say what a player must not read.
    """

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="baggage")
    format = models.CharField(max_length=20)
    table = models.BooleanField()
    kept = models.TextField()
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["character", "format", "table"], name="baggage_once")]

    def __str__(self) -> str:
        return f"{self.character_id} {self.format}"
