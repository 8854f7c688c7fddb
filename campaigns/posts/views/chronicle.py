"""The chronicle of the war, filtered by person, place, kind and scene."""

from collections.abc import Iterator
from datetime import date
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.timezone import localdate
from django.views.decorators.http import require_safe

from campaigns.access import seat_or_404
from campaigns.cover import LOG, drawn
from campaigns.models import Seat
from campaigns.posts import chronicle, lapsing
from campaigns.posts.chronicle import Page, Wanted
from campaigns.posts.in_chronicle import people_and_places
from campaigns.posts.views.doors import page
from campaigns.posts.voices import Voice, cast_of
from campaigns.scenes import eye

FILTERS = ("kind", "who", "place", "scene")


@require_safe
def log(request: HttpRequest, code: str) -> HttpResponse:
    """The newest of it, or what a filter lets through; with `?filter` the choice of filters stands above."""
    seat = seat_or_404(request, code)
    lapsing.settle(seat.campaign)
    chosen = {name: request.GET.get(name, "")[:80] for name in FILTERS}
    bookmark = request.GET.get("before", "")[:40]
    choosing = "filter" in request.GET or any(chosen[name] for name in FILTERS if name != "kind")
    offered = _offered(seat) if choosing else {}
    found = chronicle.read(seat, _wanted(chosen, offered), bookmark)
    if found is None:
        raise Http404
    kept = {name: value for name, value in {**chosen, "filter": request.GET.get("filter", "")[:1]}.items() if value}
    context = {
        "seat": seat,
        "place": "log",
        "chosen": chosen,
        "kinds": list(chronicle.kinds().items()),
        "filtered": any(chosen.values()),
        "choosing": choosing,
        "days": list(_days(found, seat)),
        "older": f"?{urlencode({**kept, 'before': found.before})}" if found.before else "",
        "parts": [] if choosing or kept or bookmark else drawn(LOG, request, seat),
    }
    return page(request, "chronicle.html", context | offered)


def _days(found: Page, seat: Seat) -> Iterator[tuple[date, list[SafeString]]]:
    """The entries as HTML, day by day."""
    told = zip(found.entries, chronicle.drawn(found.entries, seat), strict=True)
    for day, entries in groupby(told, key=lambda one: localdate(one[0].at)):
        yield day, [html for _, html in entries]


def _offered(seat: Seat) -> dict[str, Any]:
    """What can be filtered by: people and characters, places, and scenes, as far as the reader knows them."""
    people, places = people_and_places(seat)
    return {"cast": cast_of(seat), "people": people, "places": places, "scenes": list(eye.scenes(seat))}


def _wanted(chosen: dict[str, str], offered: dict[str, Any]) -> Wanted:
    """The filters that mean something to this reader; the others are as if they were not there."""
    letter, _, who = chosen["who"].partition(":")
    cast: list[Voice] = offered.get("cast", [])
    return Wanted(
        kind=chosen["kind"] if chosen["kind"] in chronicle.kinds() else "",
        character=who if letter == "c" and who in {voice.character for voice in cast} else "",
        nickname=who if letter == "s" and who in offered.get("people", ()) else "",
        place=chosen["place"] if chosen["place"] in offered.get("places", ()) else "",
        scene=next((scene for scene in offered.get("scenes", ()) if scene.code == chosen["scene"]), None),
    )
