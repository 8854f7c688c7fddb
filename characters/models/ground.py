"""Who stands where in the war, and with whom: bases on the map, and alliances."""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from campaigns.models import Area, Campaign, Scene, Seat, new_code
from characters.models.sheets import Character


class Base(models.Model):
    """A base (거점) of somebody in an area. A `hidden` one is shown to its owner, who runs the table and `known_to` only.

    One with `drawn` gets the leyline of its area; `ruined` it gives no rest any more.
    """

    code = models.CharField(max_length=20, unique=True, default=new_code)
    area = models.ForeignKey(Area, on_delete=models.CASCADE, related_name="bases")
    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="bases")
    hidden = models.BooleanField(_("secret base"), default=True)
    drawn = models.BooleanField(_("draws on the leyline"), default=True)
    ruined = models.BooleanField(_("ruined"), default=False)
    known_to = models.ManyToManyField(Seat, blank=True, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.character_id} @ {self.area_id}"


class Whereabouts(models.Model):
    """In which area somebody is (있는 곳), as the GM has set it: a pin on the map.

    It is seen by whoever plays him or who belongs to him, and by who runs the table; with `shown` by all who know the area.
    """

    character = models.OneToOneField(Character, on_delete=models.CASCADE, related_name="whereabouts")
    area = models.ForeignKey(Area, on_delete=models.CASCADE, related_name="+")
    shown = models.BooleanField(_("everybody sees it"), default=False)

    def __str__(self) -> str:
        return f"{self.character_id} @ {self.area_id}"


class Alliance(models.Model):
    """An alliance (동맹). A `secret` one is known to its members and who runs the table only."""

    code = models.CharField(max_length=20, unique=True, default=new_code)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="alliances")
    members = models.ManyToManyField(Character, related_name="alliances")
    secret = models.BooleanField(_("secret"), default=True)
    note = models.CharField(_("note"), max_length=80, blank=True)
    since = models.ForeignKey(Scene, on_delete=models.SET_NULL, null=True, related_name="+")
    ended_at = models.DateTimeField(null=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.code
