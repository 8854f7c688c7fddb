"""Moves at a board game: forms in, `referee.play`, and back comes the player's own page as it is now."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from boardgames import table
from boardgames.box import cited
from boardgames.models import BoardGame
from boardgames.shelf import box_of
from boardgames.views.table import answer, door
from campaigns.views.pages import wants_fragment
from tabletop import records, referee
from tabletop.game import Illegal
from tabletop.referee import Accepted, Stale


@require_POST
def move(request: HttpRequest, code: str, game: str) -> HttpResponse:
    """A move of a seat that the person plays himself; whose it is, is never up to the form."""
    seat, found = door(request, code, game)
    acting = request.POST.get("as", "")
    hands = table.own_seats(found, seat)
    if acting not in hands:
        raise PermissionDenied
    seen = request.POST.get("seen", "")
    asked = box_of(found.record.game).move_of(request.POST)
    done: Accepted | Stale | Illegal = Illegal("move_shape", "format")
    if isinstance(asked, dict) and seen.isascii() and seen.isdigit() and len(seen) < 9:
        made: dict[str, Any] = {**asked, "by": acting}
        done = referee.play(found.record_id, seat=acting, move=made, by=seat.user, seen=int(seen))
    found.record.refresh_from_db()
    table.prompt(found)
    return _answer(request, found, acting, done, several=len(hands) > 1)


def _answer(
    request: HttpRequest, game: BoardGame, acting: str, done: Accepted | Stale | Illegal, *, several: bool
) -> HttpResponse:
    here = reverse("game", args=[game.campaign.code, game.code])
    if not wants_fragment(request):
        return redirect(here)
    still = acting in box_of(game.record.game).rules.awaits(records.load(game.record)).seats
    live_page = "X-Live" in request.headers
    match done:
        case Accepted() if several and not still:
            # The device goes to the next hand; this one does not stay open behind it.
            return HttpResponse(headers={"HX-Redirect": here})
        case Accepted():
            return answer(game, acting, live_page=live_page)
        case Stale():
            return answer(game, acting, live_page=live_page, status=409, stale=True)
        case _:
            told = box_of(game.record.game).explain(done)
            return answer(game, acting, live_page=live_page, status=422, refused=done, why=told, cites=cited(done.rule))
