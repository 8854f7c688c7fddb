"""The board of the war while it is open: drawn anew after every write in the war, and sent where it differs (I-8, I-9)."""

import re
from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from campaigns.cover import drawn as parts_drawn
from campaigns.models import Seat
from campaigns.scenes import checklist, eye, parts
from campaigns.scenes.asks import asks
from campaigns.scenes.charting import chart
from tabletop import live
from tabletop.fragments import Drawing, place, whole

NEXT: Final = 3
OWED: Final = 12

WRITTEN: Final = re.compile(
    r"/c/([0-9a-z]{1,20})/(?!games/(?!new/)[^/]+/)(?!fights/[^/]+/plans/[^/]+/$)(?!.*/(?:draft|preview)/$)"
)
"""Where something is written that a board may show. It shows nothing of board games, a draft tells nobody, and of plans only
the first one of a round is told (`combat.views.moves`)."""


def topic(code: str) -> str:
    return f"board:{code}"


def changed(code: str) -> None:
    """Something in the war with this code has changed: every open board looks whether its reader sees anything of it."""
    live.publish(topic(code), [live.EVERYBODY])


class Told:
    """Middleware: a write in a war that was accepted is one for its board."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if request.method == "POST" and answer.status_code < 400 and (found := WRITTEN.match(request.path)):
            changed(found[1])
        return answer


def audience(seat: Seat, language: str) -> live.Audience:
    return live.Audience("board", topic(seat.campaign.code), (f"seat:{seat.pk}",), language, str(seat.pk))


@live.drawn_by("board")
def draw(audience: live.Audience) -> Drawing:
    seat = Seat.objects.select_related("campaign__deadlines", "user").get(pk=int(audience.place))
    return {} if seat.removed_at is not None else drawing(seat)


def drawing(seat: Seat) -> Drawing:
    """The board as this seat sees it, the same bytes on the page and in the stream."""
    survey, shared = eye.survey(seat), {"seat": seat}
    shown = {**shared, "chart": chart(survey.places, parts.marks(seat)), "picture": survey.picture}
    there = bool(survey.places or survey.picture)
    inside = {"inside": (place("board-chart"), place("board-places"))} if there else {}
    return {
        "board-when": _html("when", {**shared, **_scene(seat)}),
        "board-map": _html("map", {**shared, **inside}),
        **({"board-chart": _html("chart", shown), "board-places": _html("places", shown)} if there else {}),
        "board-next": _html("next", {**shared, **_asks(seat)}),
        "board-beside": _html("parts", {"id": "board-beside", "parts": parts_drawn(parts.BESIDE, None, seat)}),
        "board-foot": _html("parts", {"id": "board-foot", "parts": parts_drawn(parts.FOOT, None, seat)}),
    }


def on_page(drawn: Drawing) -> dict[str, SafeString]:
    """The parts of the page by their names."""
    named = ("board-when", "board-map", "board-next", "board-beside", "board-foot")
    return {name.removeprefix("board-"): mark_safe(whole(drawn, name)) for name in named}  # noqa: S308 - templates made it


def _html(name: str, context: dict[str, Any]) -> str:
    return render_to_string(f"campaigns/scenes/board/{name}.html", context).strip()


def _scene(seat: Seat) -> dict[str, Any]:
    scene = eye.latest(seat)
    steps = list(scene.steps.all()) if scene else []
    return {"scene": scene, "current": checklist.current(steps) if scene and scene.is_open else None}


def _asks(seat: Seat) -> dict[str, Any]:
    found = asks(seat)
    own = [ask for ask in found if ask.mine]
    owed = [ask for ask in found if not ask.mine]
    return {"next": own[:NEXT], "more": len(own) - NEXT, "owed": owed[:OWED]}
