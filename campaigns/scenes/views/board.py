"""The board of the war (전황판): the map, what is on, terms, who owes what, and what the reader does next, on one page."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from campaigns.access import seat_or_404
from campaigns.models import Seat
from campaigns.scenes import live as board_live
from campaigns.views.pages import page
from tabletop import live


@require_safe
def board(request: HttpRequest, code: str) -> HttpResponse:
    seat = seat_or_404(request, code)
    drawn = board_live.on_page(board_live.drawing(seat))
    return page(request, "scenes/board.html", {"seat": seat, "place": "board", "board": drawn})


@require_safe
def stream(request: HttpRequest, code: str) -> HttpResponse:
    """The live channel of the board."""
    seat = seat_or_404(request, code)
    audience = board_live.audience(seat, get_language() or "ko")
    return live.Stream(audience, user=seat.user_id, scope=code, allowed=partial(_still_sits, seat.pk))


def _still_sits(pk: int) -> bool:
    return Seat.objects.filter(pk=pk, removed_at=None).exists()
