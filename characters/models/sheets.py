"""Characters and the versions of their sheets. A sheet is never edited in place."""

from typing import Any, Never

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, Seat, User, new_code


class Kind(models.TextChoices):
    SERVANT = "servant", _("Servant")
    MASTER = "master", _("Master")


class Character(models.Model):
    """A Servant or a Master of a campaign. What the sheet says stands in its versions; `name` is what everybody calls it."""

    code = models.CharField(max_length=20, unique=True, default=new_code)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="characters")
    kind = models.CharField(max_length=10, choices=Kind)
    name = models.CharField(max_length=80)
    owner = models.ForeignKey(Seat, on_delete=models.SET_NULL, null=True, related_name="characters")
    version = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return self.name


class SheetVersion(models.Model):
    """One version of a sheet (시트): the whole sheet as it was, who wrote it, when, and for what reason.

    `cause` is a code ("written", "restored", "fight", "import"), `source` what it points to (a version, a fight's code).
    Addresses name a version by `code`: its number would tell how many changes somebody was not shown.
    """

    code = models.CharField(max_length=20, unique=True, default=new_code)
    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    sheet = models.JSONField()
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    cause = models.CharField(max_length=20)
    source = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["character", "number"], name="sheet_version_once")]
        ordering = ["-number"]

    def __str__(self) -> str:
        return f"{self.character_id} v{self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError("A version of a sheet is never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Never:
        raise TypeError("A version of a sheet is never deleted.")


class Portrait(models.Model):
    """A picture that a sheet shows; kept in the database so that one file holds the whole war."""

    code = models.CharField(max_length=20, unique=True, default=new_code)
    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="portraits")
    kind = models.CharField(max_length=20)
    data = models.BinaryField()

    def __str__(self) -> str:
        return self.code
