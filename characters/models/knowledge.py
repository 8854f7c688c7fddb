"""Who knows what (정보점): facts about characters, and how people came to know of them."""

from typing import Any, Never

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, Seat, User, new_code
from characters.models.sheets import Character

GRADES = (1, 2, 3, 4, 5)


class KnowledgeKind(models.TextChoices):
    """How somebody learns of a character."""

    MEETING = "meeting", _("meeting")
    RUMOUR = "rumour", _("rumour")
    BATTLE = "battle", _("battle")
    LEGEND = "legend", _("legend")


class Fact(models.Model):
    """Something true about a character that is not known to all (사실), with a grade: the higher, the later it is learnt.

    `opens` names the place on the sheet that the fact is about: a field ("true_name") or an entry ("phantasms.reed"); who
    knows the fact reads that place. "" is a fact in words only. One that was taken out keeps its row for the history's sake.
    """

    code = models.CharField(max_length=20, unique=True, default=new_code)
    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="facts")
    grade = models.PositiveSmallIntegerField(_("grade"), validators=[MinValueValidator(1), MaxValueValidator(5)])
    title = models.CharField(_("what it is"), max_length=80, blank=True)
    text = models.TextField(_("what one learns"), blank=True)
    opens = models.CharField(_("opens on the sheet"), max_length=80, blank=True)
    removed_at = models.DateTimeField(null=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["grade", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["character", "opens"],
                condition=~models.Q(opens="") & models.Q(removed_at=None),
                name="fact_once_a_place",
            )
        ]

    def __str__(self) -> str:
        return self.title or self.opens


class Knowledge(models.Model):
    """One entry of what somebody has learnt about a character: points of a kind, or a fact at once.

    The knower is a seat, or a pair by its Servant, or, with neither, everybody. Nothing is ever changed or deleted; it is
    taken back by another entry that `undoes` it. `cause` is a code ("given", "fight", "phantasm", "released", "undone"),
    `source` what it points to (a fight's code). `once` keeps an event from being counted twice.
    """

    code = models.CharField(max_length=20, unique=True, default=new_code)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="knowledge")
    about = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="known")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, related_name="knowledge")
    pair = models.ForeignKey(Character, on_delete=models.CASCADE, null=True, related_name="knowledge")
    kind = models.CharField(max_length=10, choices=KnowledgeKind, blank=True)
    amount = models.SmallIntegerField()
    fact = models.ForeignKey(Fact, on_delete=models.PROTECT, null=True, related_name="entries")
    reason = models.CharField(max_length=200, blank=True)
    cause = models.CharField(max_length=12)
    source = models.CharField(max_length=40, blank=True)
    once = models.CharField(max_length=160, null=True, unique=True)
    undoes = models.OneToOneField("self", on_delete=models.CASCADE, null=True, related_name="undone_by")
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["campaign", "about"], name="knowledge_about")]

    def __str__(self) -> str:
        return f"{self.about_id} {self.kind} {self.amount:+d}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("What somebody learnt is never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Never:
        raise TypeError("What somebody learnt is never deleted.")


class KnowledgeRules(models.Model):
    """How a war learns; without a row the defaults hold (`characters.knowledge.rules`)."""

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="knowledge_rules")
    said = models.JSONField(default=dict)

    def __str__(self) -> str:
        return str(self.campaign_id)
