"""What the GM writes about days, scenes and the map, checked where it comes in."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from campaigns import names
from campaigns.forms import NameField
from campaigns.models import Area, Campaign, Day, Role, Scene, Seat, Step
from campaigns.scenes.naming import day_name

GRADES = [("", _("none")), *((grade, grade) for grade in ("E", "D", "C", "B", "A", "EX"))]
NEW_DAY = "new"
MOST_STEPS = 30


class Words(NameField):
    """A few words that may be left out; what is written is one spelling without anything unseen in it."""

    def __init__(self, **kwargs: Any):
        super().__init__(**{"required": False, **kwargs})
        self.widget.attrs.setdefault("autocomplete", "off")

    def validate(self, value: str) -> None:
        if value:
            super().validate(value)


class SceneForm(forms.Form):
    """A scene, new or as it is; `code` of a new one makes a double tap one scene."""

    day = forms.ChoiceField(label=_("Day"), required=False)
    day_name = Words(label=_("Name of the day"), max_length=40, help_text=_("Left empty, days are counted."))
    light = forms.ChoiceField(label=_("Light"), choices=Scene.Light, widget=forms.RadioSelect)
    part = Words(
        label=_("Part of the day"), max_length=40, help_text=_("Your own word for it: dawn, dusk, the ninth bell.")
    )
    title = Words(label=_("Title"), max_length=80)
    signs_up = forms.BooleanField(label=_("Players sign up for this scene"), required=False)
    cap = forms.IntegerField(
        label=_("How many take part"),
        required=False,
        min_value=1,
        max_value=99,
        help_text=_("Who comes first takes part, the others wait. Left empty, everybody takes part."),
    )

    def __init__(self, data: QueryDict | None, campaign: Campaign, scene: Scene | None = None):
        self.days = {str(day.pk): day for day in campaign.days.order_by("-number")[:40]}
        super().__init__(data, initial=_said(scene, next(iter(self.days), NEW_DAY)))
        days = [(key, day_name(day)) for key, day in self.days.items()]
        self.fields["day"].choices = [*days, (NEW_DAY, _("a new day"))]  # type: ignore[attr-defined]

    @property
    def chosen_day(self) -> Day | None:
        """None: a new one."""
        return self.days.get(self.cleaned_data["day"])


def _said(scene: Scene | None, day: str) -> dict[str, Any]:
    if scene is None:
        return {"day": day, "light": Scene.Light.DAY}
    kept = {name: getattr(scene, name) for name in ("light", "part", "title", "signs_up", "cap")}
    return {**kept, "day": str(scene.day_id), "day_name": scene.day.name}


class StepForm(forms.Form):
    """One line of a checklist."""

    name = Words(max_length=80)


def read_steps(posted: QueryDict, steps: list[Step]) -> list[tuple[Step | None, str]] | None:
    """The checklist as it was sent: the steps that stay with their names, in the order of their numbers, and a new one.

    None where something in it cannot be read.
    """
    kept = [step for step in steps if f"remove.{step.code}" not in posted]
    names_said = {step.code: _tidied(posted.get(f"name.{step.code}", step.name)) for step in kept}
    new = _tidied(posted.get("name.new", ""))
    if new is None or any(name is None for name in names_said.values()) or len(kept) >= MOST_STEPS:
        return None
    places = {step.code: _place(posted.get(f"place.{step.code}", ""), at) for at, step in enumerate(kept, 1)}
    ordered = sorted(kept, key=lambda step: places[step.code])
    written: list[tuple[Step | None, str]] = [(step, names_said[step.code] or "") for step in ordered]
    return written + ([(None, new)] if new else [])


def _tidied(text: str) -> str | None:
    form = StepForm({"name": text})
    return form.cleaned_data["name"] if form.is_valid() else None


def _place(text: str, otherwise: int) -> float:
    return float(text) if text.isascii() and text.isdigit() and len(text) < 4 else otherwise


class AreaForm(forms.Form):
    """An area of the map; its neighbours and who knows its secrets are chosen among those there are."""

    name = NameField(label=_("Name"), max_length=40, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    note = Words(label=_("Note on the map"), max_length=80)
    x = forms.IntegerField(label=_("From the left"), min_value=0, max_value=1000, initial=500)
    y = forms.IntegerField(label=_("From above"), min_value=0, max_value=1000, initial=500)
    leyline = forms.ChoiceField(label=_("Leyline"), choices=GRADES, required=False)
    hidden = forms.BooleanField(label=_("Secret area"), required=False)
    leyline_hidden = forms.BooleanField(label=_("Secret leyline"), required=False)
    neighbours = forms.MultipleChoiceField(label=_("Roads to"), required=False, widget=forms.CheckboxSelectMultiple)
    known_to = forms.MultipleChoiceField(
        label=_("Who knows the secret"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: QueryDict | None, campaign: Campaign, area: Area | None = None):
        self.area, self.campaign = area, campaign
        self.others = {other.code: other for other in campaign.areas.exclude(pk=area.pk if area else 0)}
        self.people = {str(seat.pk): seat for seat in _players(campaign)}
        super().__init__(data, initial=_said_of(area))
        named = [(code, other.name) for code, other in self.others.items()]
        self.fields["neighbours"].choices = named  # type: ignore[attr-defined]
        players = [(pk, seat.user.nickname) for pk, seat in self.people.items()]
        self.fields["known_to"].choices = players  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if any(names.fold(other.name) == names.fold(name) for other in self.others.values()):
            raise forms.ValidationError(_("There is an area of that name already."), code="taken")
        return name

    def write(self) -> Area:
        said = self.cleaned_data
        area = self.area or Area(campaign=self.campaign)
        for name in ("name", "note", "x", "y", "leyline", "hidden", "leyline_hidden"):
            setattr(area, name, said[name])
        area.save()
        area.neighbours.set([self.others[code] for code in said["neighbours"]])
        area.known_to.set([self.people[pk] for pk in said["known_to"]])
        return area


def _players(campaign: Campaign) -> list[Seat]:
    return list(
        campaign.seats.filter(removed_at=None, role__in=[Role.PLAYER, Role.SPECTATOR])
        .select_related("user")
        .order_by("pk")
    )


def _said_of(area: Area | None) -> dict[str, Any]:
    if area is None:
        return {}
    kept = {name: getattr(area, name) for name in ("name", "note", "x", "y", "leyline", "hidden", "leyline_hidden")}
    return {
        **kept,
        "neighbours": [other.code for other in area.neighbours.all()],
        "known_to": [str(seat.pk) for seat in area.known_to.all()],
    }
