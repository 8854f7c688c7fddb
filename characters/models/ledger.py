"""The ledger (장부): every change of what a character has left, rests that were declared, and terms that run."""

from typing import Any, Never

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, Scene, User, new_code
from characters.models.ground import Base
from characters.models.sheets import Character


class LedgerEntry(models.Model):
    """One change of what a character has left. Nothing in the ledger is ever changed or deleted; it is undone by another entry.

    `changes` are differences by account (`characters.ledger.accounts`), `standing` what every account held afterwards, so the
    state at any moment is one row. `cause` is a code, `source` what it points to (a fight's code, a scene's). `version` is the
    number of the sheet's version that says the same, null where a sheet has no place for it.
    """

    code = models.CharField(max_length=20, unique=True, default=new_code)
    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    changes = models.JSONField()
    standing = models.JSONField()
    cause = models.CharField(max_length=20)
    source = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    scene = models.ForeignKey(Scene, on_delete=models.PROTECT, null=True, related_name="+")
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    undoes = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="undone_by")
    version = models.PositiveIntegerField(null=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["character", "number"], name="ledger_entry_once")]
        ordering = ["-number"]

    def __str__(self) -> str:
        return f"{self.character_id}/{self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("An entry of the ledger is never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Never:
        raise TypeError("An entry of the ledger is never deleted.")


class RestRules(models.Model):
    """What rests give in a war and what keeping a Servant costs, as far as the GM has said it (G-20)."""

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="rest_rules")
    said = models.JSONField(default=dict)

    def __str__(self) -> str:
        return str(self.campaign_id)


class Recovery(models.Model):
    """A declaration of who wants to recover (회복 선언), in a scene; who runs the table answers it.

    `amount` points are turned into `to` (R-OTHER-7b, R-OTHER-7c); `gain` is the MP that man-eating or a mana-line brought.
    """

    class Kind(models.TextChoices):
        REST = "rest", _("rest")
        MAN_EATING = "man_eating", _("man-eating")
        MANA_LINE = "mana_line", _("mana-line")
        SPIRIT = "spirit", _("to spirit form")
        SOLID = "solid", _("to solid form")

    class State(models.TextChoices):
        DECLARED = "declared", _("declared")
        DONE = "done", _("booked")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    code = models.CharField(max_length=20, unique=True, default=new_code)
    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="recoveries")
    scene = models.ForeignKey(Scene, on_delete=models.CASCADE, related_name="recoveries")
    kind = models.CharField(max_length=12, choices=Kind)
    base = models.ForeignKey(Base, on_delete=models.SET_NULL, null=True, related_name="+")
    to = models.CharField(max_length=2, blank=True)
    amount = models.PositiveSmallIntegerField(default=0)
    gain = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=10, choices=State, default=State.DECLARED)
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    answered_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    entry = models.OneToOneField(LedgerEntry, on_delete=models.PROTECT, null=True, related_name="recovery")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["scene", "character", "kind"],
                condition=Q(state__in=["declared", "done"]),
                name="recovery_once_a_scene",
            )
        ]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.character_id} {self.kind}"


class Term(models.Model):
    """A term (기한): who is at 0 or below has until the end of the next scene (R-OTHER-4d, R-OTHER-6c).

    `since` is the scene in which it began, `due` the one whose end is the term, null until that scene is opened. `verdict` is
    the last word of who runs the table. `released_at`: in spite of R-OTHER-6b he may act, for the reason `released_why`.
    """

    class Verdict(models.TextChoices):
        RUNS = "", _("runs")
        RECOVERED = "recovered", _("recovered")
        LOST = "lost", _("lost")
        SPARED = "spared", _("spared")

    code = models.CharField(max_length=20, unique=True, default=new_code)
    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="terms")
    rule = models.CharField(max_length=20)
    began = models.ForeignKey(LedgerEntry, on_delete=models.PROTECT, related_name="+")
    since = models.ForeignKey(Scene, on_delete=models.PROTECT, null=True, related_name="+")
    due = models.ForeignKey(Scene, on_delete=models.PROTECT, null=True, related_name="terms_due")
    verdict = models.CharField(max_length=10, choices=Verdict, blank=True, default="")
    reason = models.CharField(max_length=200, blank=True)
    judged_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    judged_at = models.DateTimeField(null=True)
    released_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    released_at = models.DateTimeField(null=True)
    released_why = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["character"], condition=Q(verdict=""), name="one_running_term_a_character")
        ]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.character_id} {self.rule}"
