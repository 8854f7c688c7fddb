"""Where everybody is on the map: who sees which pin, and the GM's form for it. The only code that decides it."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db import transaction
from django.http import QueryDict
from django.urls import reverse

from campaigns.models import Area, Campaign, Seat
from campaigns.scenes.parts import Mark
from campaigns.templatetags.people import initial
from characters.ledger.pairs import everybody, knows_gone
from characters.ledger.roster import Held, concerned
from characters.models import Whereabouts


def marks(seat: Seat) -> Iterable[Mark]:
    """The pins of those whom the reader may know to be somewhere (the roster's query); the map leaves out areas that he does
    not know."""
    for held in everybody(seat):
        one = getattr(held.character, "whereabouts", None)
        if one is not None and _sees(seat, one, held):
            where = reverse("sheet", args=[seat.campaign.code, held.character.code])
            yield Mark(one.area.code, "pair", held.character.name, sign=initial(held.character.name), address=where)


def _sees(seat: Seat, one: Whereabouts, held: Held) -> bool:
    if knows_gone(held, seat):
        return False
    return one.shown or seat.runs_table or seat.pk in concerned(held.character, everybody(seat))


def _all(campaign: Campaign) -> list[Whereabouts]:
    return list(Whereabouts.objects.filter(character__campaign=campaign).select_related("area").order_by("character"))


class WhereForm(forms.Form):
    """For each character the area he is in, and whether everybody sees it."""

    def __init__(self, data: QueryDict | None, campaign: Campaign):
        super().__init__(data)
        self.people = list(campaign.characters.order_by("kind", "pk"))
        self.areas = {area.code: area for area in Area.objects.filter(campaign=campaign).order_by("name")}
        kept = {one.character_id: one for one in _all(campaign)}
        choices = [("", "—"), *((code, area.name) for code, area in self.areas.items())]
        for one in self.people:
            now = kept.get(one.pk)
            area = forms.ChoiceField(
                label=one.name, choices=choices, required=False, initial=now.area.code if now else ""
            )
            self.fields[f"area.{one.code}"] = area
            shown = forms.BooleanField(required=False, initial=bool(now and now.shown))
            self.fields[f"shown.{one.code}"] = shown

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [
            {"character": one, "area": self[f"area.{one.code}"], "shown": self[f"shown.{one.code}"]}
            for one in self.people
        ]

    def write(self) -> None:
        said = self.cleaned_data
        with transaction.atomic():
            for one in self.people:
                area = self.areas.get(said[f"area.{one.code}"])
                if area is None:
                    Whereabouts.objects.filter(character=one).delete()
                else:
                    now = {"area": area, "shown": said[f"shown.{one.code}"]}
                    Whereabouts.objects.update_or_create(character=one, defaults=now)
