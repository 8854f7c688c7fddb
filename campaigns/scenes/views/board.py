"""The board of the war (전황판): the map, what is on, terms, who owes what, and what the reader does next, on one page."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.access import seat_or_404
from campaigns.cover import drawn
from campaigns.scenes import checklist, eye, parts
from campaigns.scenes.asks import asks
from campaigns.scenes.charting import chart
from campaigns.views.pages import page

NEXT = 3
OWED = 12


@require_safe
def board(request: HttpRequest, code: str) -> HttpResponse:
    seat = seat_or_404(request, code)
    scene = eye.latest(seat)
    survey = eye.survey(seat)
    steps = list(scene.steps.all()) if scene else []
    found = asks(seat)
    own = [ask for ask in found if ask.mine]
    owed = [ask for ask in found if not ask.mine]
    context = {
        "seat": seat,
        "place": "board",
        "scene": scene,
        "steps": steps,
        "current": checklist.current(steps) if scene and scene.is_open else None,
        "chart": chart(survey.places, parts.marks(seat)),
        "picture": survey.picture,
        "next": own[:NEXT],
        "more": len(own) - NEXT,
        "owed": owed[:OWED],
        "beside": drawn(parts.BESIDE, request, seat),
        "foot": drawn(parts.FOOT, request, seat),
    }
    return page(request, "scenes/board.html", context)
