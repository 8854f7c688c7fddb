"""A fight of a campaign: the record that holds it, and whose sheets fight in it."""

from django.db import models
from django.db.models.functions import Now

from campaigns.models import Campaign, User, new_code
from characters.models import Character
from tabletop.models import Record


class Fight(models.Model):
    """A fight (싸움). `written_back` says whether its end went to the sheets: null while nobody has decided.

    `taught` is the seq of its record up to which it was counted what it taught; null while it has taught nothing.

    A `rehearsal` (연습) is fought for its own sake: it stands in no list and no log, and no sheet hears of it. One with an
    `origin` tries that fight differently.
    """

    code = models.CharField(max_length=20, unique=True, default=new_code)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="fights")
    record = models.OneToOneField(Record, on_delete=models.PROTECT, related_name="fight")
    title = models.CharField(max_length=80)
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    written_back = models.BooleanField(null=True)
    taught = models.PositiveIntegerField(null=True)
    rehearsal = models.BooleanField(default=False)
    origin = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="forks")
    at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return self.title


class Fighter(models.Model):
    """Which character stands behind a combatant of the fight, and from which version of the sheet it was copied."""

    fight = models.ForeignKey(Fight, on_delete=models.CASCADE, related_name="fighters")
    combatant = models.CharField(max_length=60)
    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="+")
    version = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["fight", "combatant"], name="fighter_once")]

    def __str__(self) -> str:
        return self.combatant


class StandingOrder(models.Model):
    """A plan handed in ahead (미리 낸 목록) for a round of the fight; `used` is the entry that it became."""

    fight = models.ForeignKey(Fight, on_delete=models.CASCADE, related_name="orders")
    combatant = models.CharField(max_length=60)
    round = models.PositiveIntegerField()
    slots = models.JSONField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    used = models.PositiveIntegerField(null=True)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["fight", "combatant", "round"], name="standing_order_once")]

    def __str__(self) -> str:
        return f"{self.combatant} {self.round}"


class RuleProfile(models.Model):
    """House rules under a name (규칙 묶음): what differs from the defaults, in the words of the fight record."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="rule_profiles")
    name = models.CharField(max_length=60)
    rules = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "name"], name="rule_profile_once")]

    def __str__(self) -> str:
        return self.name
