"""A board game of a campaign: the record that holds it, and which of its seats the computer plays."""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, User, new_code
from tabletop.models import Record


class BoardGame(models.Model):
    """A board game (보드게임) at a table: what is played stands in its record, who plays in the record's chairs.

    `cards_of`: who made the cards that it is played with, if they are not those that ship; the record goes whole to nobody
    else. `term`: how many seconds a decision may take, None without limit. `shown_…`: how far the screens have followed the
    log, and since when (`boardgames.shown`); None where they show all of it.
    """

    code = models.CharField(max_length=20, unique=True, default=new_code)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="boardgames")
    record = models.OneToOneField(Record, on_delete=models.PROTECT, related_name="boardgame")
    title = models.CharField(max_length=80)
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    cards_of = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    term = models.PositiveIntegerField(null=True, blank=True)
    at = models.DateTimeField(db_default=Now())
    shown_seq = models.PositiveIntegerField(null=True, editable=False)
    shown_part = models.PositiveSmallIntegerField(null=True, editable=False)
    shown_at = models.DateTimeField(null=True, editable=False)
    shown_run = models.CharField(max_length=20, blank=True, editable=False)

    def __str__(self) -> str:
        return self.title


class Lapse(models.Model):
    """A move that was made for a seat because its time was over (기한 경과); `seat` is "" where a window was closed for all."""

    game = models.ForeignKey(BoardGame, on_delete=models.CASCADE, related_name="lapses")
    seq = models.PositiveIntegerField()
    seat = models.CharField(max_length=60, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="lapse_once")]

    def __str__(self) -> str:
        return f"{self.seq} {self.seat}"


class Strength(models.TextChoices):
    """How well a computer player plays (`boardgames.bots.Strength`)."""

    NOVICE = "novice", _("novice")
    ADEPT = "adept", _("adept")
    MASTER = "master", _("master")


class Asking(models.TextChoices):
    """In which windows a seat wants to be asked; the others pass for it."""

    EVERY = "every", _("Ask me in every window, as long as I like")
    OWN = "own", _("Ask me when I fight; else a while, when I hold something that fits")
    FITTING = "fitting", _("Ask me a while, when I hold something that fits")
    LAST = "last", _("Pass for me unless I would be defeated")


class Passing(models.Model):
    """How a seat lets windows pass (넘기기), and the one in which it has said something (`window`), and when.

    Nobody but who plays the seat may learn anything of it.
    """

    game = models.ForeignKey(BoardGame, on_delete=models.CASCADE, related_name="+")
    seat = models.CharField(max_length=60)
    asks = models.CharField(max_length=10, choices=Asking, default=Asking.OWN)
    window = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="passing_once")]

    def __str__(self) -> str:
        return self.seat


class ComputerSeat(models.Model):
    """A seat that the computer plays. A seat has one of these or a chair of the record, never both."""

    game = models.ForeignKey(BoardGame, on_delete=models.CASCADE, related_name="computers")
    seat = models.CharField(max_length=60)
    strength = models.CharField(max_length=10, choices=Strength)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="computer_seat_once")]

    def __str__(self) -> str:
        return f"{self.seat} {self.strength}"


class OwnSet(models.Model):
    """A set of cards that somebody made (나만의 카드 세트), his alone. `content` is a `card_sets.content.Content`."""

    code = models.CharField(max_length=20, unique=True, default=new_code)
    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="card_sets")
    game = models.CharField(max_length=20)
    title = models.CharField(max_length=80)
    content = models.JSONField()
    at = models.DateTimeField(db_default=Now())
    changed = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.title
