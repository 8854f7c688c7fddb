"""People and their war: who plays, at which seat, and how they got in."""

import secrets
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns import names


def new_code() -> str:
    """A short name for addresses that nobody guesses (50 bits; who may open it is asked all the same)."""
    return secrets.token_hex(5)


def new_token() -> str:
    return secrets.token_urlsafe(24)


class UserManager(BaseUserManager["User"]):
    def create_user(self, name: str | None, password: str | None = None, **fields: Any) -> "User":
        """A person with a password, or, without name, one who is known only by the cookie of a seat."""
        user = self.model(name=name, **fields)
        user.set_password(password)
        user.save()
        return user

    def get_by_natural_key(self, name: str | None) -> "User":
        return self.get(name_key=names.fold(name or ""))


class User(AbstractBaseUser):
    """A person. A GM has a name and a password; a player may have neither and sits down by a link."""

    name = models.CharField(_("sign-in name"), max_length=40, null=True, unique=True)
    # Two spellings that look the same are one name; the database sees to it, also when two sign up at once.
    name_key = models.TextField(null=True, unique=True, editable=False)
    nickname = models.CharField(_("nickname"), max_length=40)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(db_default=Now())

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "name"
    REQUIRED_FIELDS = ["nickname"]

    def __str__(self) -> str:
        return self.nickname

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = names.fold(self.name) if self.name else None
        super().save(*args, **kwargs)

    @property
    def signs_in(self) -> bool:
        """Has a name and a password, and so can come back without the cookie of this device."""
        return self.name is not None and self.has_usable_password()


class Campaign(models.Model):
    """A war (성배전쟁): its people, sheets and fights.

    `rules` are the fight settings that deviate from the defaults, in the words of the fight record; `budgets` the points a
    sheet is checked against.
    """

    code = models.CharField(max_length=20, unique=True, default=new_code)
    name = models.CharField(_("name of the war"), max_length=80)
    gm_sees_sealed = models.BooleanField(_("the GM may see sealed plans"), default=False)
    rules = models.JSONField(default=dict, blank=True)
    budgets = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    GM = "gm", _("GM")
    ASSISTANT = "assistant", _("assistant GM")
    PLAYER = "player", _("player")
    SPECTATOR = "spectator", _("spectator")


class Seat(models.Model):
    """Who somebody is at a table (자리). Removed people keep their row, so that the history keeps its names.

    `arrival` is a hash of the form it was taken with: a second tap on the same form finds the seat of the first.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="seats")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="seats")
    role = models.CharField(max_length=10, choices=Role)
    arrival = models.CharField(max_length=64, blank=True)
    removed_at = models.DateTimeField(null=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "user"], name="seat_once_a_person"),
            models.UniqueConstraint(
                fields=["campaign"], condition=models.Q(role="gm", removed_at=None), name="one_gm_a_campaign"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role}"

    @property
    def runs_table(self) -> bool:
        """The GM and the assistants, who do the GM's work beside him."""
        return self.role in {Role.GM, Role.ASSISTANT}


class Invite(models.Model):
    """A link that lets anybody who has it sit down, as `role`, until it ends or is renewed."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invites")
    token = models.CharField(max_length=40, unique=True, default=new_token)
    role = models.CharField(max_length=10, choices=Role)
    ends_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "role"], condition=models.Q(revoked_at=None), name="one_invite_a_role"
            )
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id} {self.role}"

    @property
    def stands(self) -> bool:
        return self.revoked_at is None and timezone.now() < self.ends_at


class SeatLink(models.Model):
    """A personal link to one seat: used once, and only for a while.

    It brings the person of the seat to another device, or, for another purpose, gives the seat to whoever opens it. Only a
    hash of the token is kept, since whoever holds the token sits there. `used_by` is the `arrival` it was used with.
    """

    class Purpose(models.TextChoices):
        DEVICE = "device"
        HANDOVER = "handover"

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="links")
    purpose = models.CharField(max_length=10, choices=Purpose)
    token_hash = models.CharField(max_length=64, unique=True)
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    used_by = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.seat_id} {self.purpose}"

    @property
    def stands(self) -> bool:
        return self.used_at is None and timezone.now() < self.ends_at
