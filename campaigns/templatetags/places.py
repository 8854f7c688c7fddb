"""The places of a war, as its header lists them."""

from typing import NamedTuple

from django import template
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaigns.models import Seat

register = template.Library()


class Place(NamedTuple):
    """Where the header leads: what pages of it call themselves (`place`), the name of its address, and its label."""

    word: str
    name: str
    label: Promise


PLACES = (
    Place("war", "campaign", _("War")),
    Place("board", "war-board", _("State of the war")),
    Place("scenes", "scenes", _("Scenes")),
    Place("threads", "threads", _("Posts")),
    Place("sheets", "sheets", _("Sheets")),
    Place("knowledge", "knowledge", _("What is known")),
    Place("fights", "fights", _("Fights")),
    Place("games", "games", _("Board games")),
    Place("log", "log", _("Log")),
    Place("search", "search", _("Search")),
    Place("rules", "rules", _("Rules")),
)
OF_THE_TABLE = (Place("people", "people", _("People")),)


class Way(NamedTuple):
    address: str
    label: Promise
    here: bool


@register.simple_tag
def ways(seat: Seat, here: str) -> list[Way]:
    """The links of the header for somebody who sits at a war and looks at a page of `here`."""
    places = PLACES + (OF_THE_TABLE if seat.runs_table else ())
    return [Way(reverse(place.name, args=[seat.campaign.code]), place.label, place.word == here) for place in places]
