"""The cover of a war: who is at the table, what is on, and for its GM what comes next."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.access import seat_or_404
from campaigns.cover import PARTS, drawn
from campaigns.models import Role, Seat
from campaigns.people import at_the_table
from campaigns.views.pages import page


@require_safe
def cover(request: HttpRequest, code: str) -> HttpResponse:
    seat = seat_or_404(request, code)
    people = at_the_table(seat.campaign)
    steps = _steps(seat, people)
    context = {
        "seat": seat,
        "place": "war",
        "people": people,
        "steps": steps,
        "needs_sheet": _needs_sheet(seat, people),
    }
    if steps and steps["next"] == "invite":
        return page(request, "blank.html", context)
    return page(request, "cover.html", {**context, "parts": drawn(PARTS, request, seat)})


def _needs_sheet(seat: Seat, people: list[Seat]) -> bool:
    return seat.role == Role.PLAYER and any(other == seat and not other.characters.all() for other in people)


def _steps(seat: Seat, people: list[Seat]) -> dict[str, Any] | None:
    """The way to the first fight, for who runs the table, until there was one."""
    if not seat.runs_table or seat.campaign.fights.exists():
        return None
    sheets = seat.campaign.characters.count()
    seated = any(other.role == Role.PLAYER for other in people)
    reached = "invite" if not (seated or sheets) else "sheets" if sheets < 2 else "fight"
    return {"next": reached, "seated": seated, "sheets": sheets}
