"""The war between the fights: its days and scenes, what is to be done in each, who signs up, and the map of its areas."""

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from campaigns.models.people import Campaign, Seat, User, new_code


class Day(models.Model):
    """A day of the war (날). `number` puts the days in order; without a `name` of the GM's a day is called by it."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="days")
    number = models.PositiveIntegerField()
    name = models.CharField(_("name of the day"), max_length=40, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="day_number_once")]
        ordering = ["number"]

    def __str__(self) -> str:
        return self.name or str(self.number)


class Scene(models.Model):
    """A scene (장면): a part of a day in which everybody acts. `number` is its place in the whole war.

    A planned one is known to who runs the table only; `campaigns.scenes.eye` is asked for the ones somebody may see. With
    `signs_up` who takes part signs up, the first `cap` of them (null: everybody), from when it was announced.
    """

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        ANNOUNCED = "announced", _("announced")
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    class Light(models.TextChoices):
        DAY = "day", _("day")
        NIGHT = "night", _("night")
        OTHER = "other", _("neither")

    code = models.CharField(max_length=20, unique=True, default=new_code)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="scenes")
    day = models.ForeignKey(Day, on_delete=models.CASCADE, related_name="scenes")
    number = models.PositiveIntegerField()
    light = models.CharField(_("light"), max_length=10, choices=Light, default=Light.DAY)
    part = models.CharField(_("part of the day"), max_length=40, blank=True)
    title = models.CharField(_("title"), max_length=80, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.ANNOUNCED)
    signs_up = models.BooleanField(_("sign-up"), default=False)
    cap = models.PositiveSmallIntegerField(_("how many take part"), null=True, blank=True)
    announced_at = models.DateTimeField(null=True)
    opened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="scene_number_once")]
        ordering = ["number"]

    def __str__(self) -> str:
        return self.title or self.part or self.code

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN


class Step(models.Model):
    """One line of a scene's checklist (걸음). Without a `name` of the GM's it is called by its kind."""

    class Kind(models.TextChoices):
        START = "start", _("start of the scene")
        DECLARE = "declare", _("declarations")
        RESULT = "result", _("results")
        END = "end", _("end of the scene")
        OWN = "own", _("own step")

    code = models.CharField(max_length=20, unique=True, default=new_code)
    scene = models.ForeignKey(Scene, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.OWN)
    name = models.CharField(_("step"), max_length=80, blank=True)
    done_at = models.DateTimeField(null=True)
    done_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["number", "pk"]

    def __str__(self) -> str:
        return self.name or self.kind


class SignUp(models.Model):
    """Somebody wants to take part in a scene, or, with `out`, sits it out; the order of arrival is the order of the rows.

    `by`: the GM took him in.
    """

    scene = models.ForeignKey(Scene, on_delete=models.CASCADE, related_name="sign_ups")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="sign_ups")
    out = models.BooleanField(default=False)
    by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["scene", "seat"], name="sign_up_once")]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.scene_id} {self.seat_id}"


class Area(models.Model):
    """An area of the map (구역), drawn at `x`, `y` of 1000, and its leyline (영맥) by grade, "" where there is none.

    A `hidden` area, and a leyline that is hidden, are shown to who runs the table and to `known_to` only
    (`campaigns.scenes.eye`).
    """

    code = models.CharField(max_length=20, unique=True, default=new_code)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="areas")
    name = models.CharField(_("area"), max_length=40)
    note = models.CharField(_("note"), max_length=80, blank=True)
    x = models.PositiveSmallIntegerField(default=500, validators=[MaxValueValidator(1000)])
    y = models.PositiveSmallIntegerField(default=500, validators=[MaxValueValidator(1000)])
    leyline = models.CharField(_("leyline"), max_length=2, blank=True)
    hidden = models.BooleanField(_("secret area"), default=False)
    leyline_hidden = models.BooleanField(_("secret leyline"), default=False)
    neighbours = models.ManyToManyField("self", blank=True)
    known_to = models.ManyToManyField(Seat, blank=True, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "name"], name="area_name_once")]
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class MapPicture(models.Model):
    """The picture that lies under the map; kept in the database so that one file holds the whole war."""

    code = models.CharField(max_length=20, unique=True, default=new_code)
    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="map_picture")
    kind = models.CharField(max_length=20)
    data = models.BinaryField()

    def __str__(self) -> str:
        return self.code
