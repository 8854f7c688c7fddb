"""Moves at a board game: forms in, `referee.play`, and back comes the player's own page as it is now."""

import re
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from boardgames import fragments, passing, shown, table
from boardgames.box import cited, seen_by
from boardgames.models import Asking, BoardGame
from boardgames.shelf import box_of
from boardgames.undo import take_back
from boardgames.views.table import answer, door, page
from campaigns.models import Seat
from campaigns.views.pages import wants_fragment
from tabletop import referee
from tabletop.game import Illegal
from tabletop.referee import Accepted, Stale

SEEN = re.compile(r"[0-9a-f]{16}")
TRIES = 4
"""How often a move is tried that others came before without its maker seeing anything of it."""


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
    if isinstance(asked, dict) and SEEN.fullmatch(seen):
        done = _done(found, seat, acting, {**asked, "by": acting}, seen)
    found.record.refresh_from_db()
    table.prompt(found)
    with fragments.about(found):
        return _answer(request, seat, found, acting, done, several=len(hands) > 1)


@require_POST
def passing_of(request: HttpRequest, code: str, game: str) -> HttpResponse:
    """How a seat lets windows pass, or that it lets the open one pass before it is asked; nobody else hears of it."""
    seat, found = door(request, code, game)
    acting = request.POST.get("as", "")
    if acting not in table.own_seats(found, seat):
        raise PermissionDenied
    do = request.POST.get("do", "")
    if do in ("ahead", "back", "fight"):
        passing.pass_ahead(found, acting, do)
    elif request.POST.get("asks", "") in Asking.values:
        passing.ask_as(found, acting, request.POST["asks"])
    table.prompt(found)
    if not wants_fragment(request):
        return redirect("game", found.campaign.code, found.code)
    return answer(found, acting, live_page="X-Live" in request.headers)


def _done(game: BoardGame, seat: Seat, acting: str, move: dict[str, Any], seen: str) -> Accepted | Stale | Illegal:
    """The move, if what its maker saw is still so; what others did meanwhile that he cannot see does not count."""
    done: Accepted | Stale | Illegal = Stale(game.record.seq)
    for _ in range(TRIES):
        box, names = box_of(game.record.game), table.names(game)
        if seen_by(box, fragments.look(game, acting, names)) != seen:
            return Stale(game.record.seq)
        done = referee.play(game.record_id, seat=acting, move=move, by=seat.user, seen=game.record.seq)
        if not isinstance(done, Stale):
            break
        game.record.refresh_from_db()
    return done


@require_POST
def undo(request: HttpRequest, code: str, game: str) -> HttpResponse:
    """The own last move is taken back, if it can be."""
    seat, found = door(request, code, game)
    acting = request.POST.get("as", "")
    hands = table.own_seats(found, seat)
    if acting not in hands:
        raise PermissionDenied
    done: Accepted | Stale | Illegal = Stale(found.record.seq)
    if seen_by(box_of(found.record.game), fragments.look(found, acting, table.names(found))) == request.POST.get(
        "seen"
    ):
        done = take_back(found, acting, by=seat.user)
    found.record.refresh_from_db()
    with fragments.about(found):
        return _answer(request, seat, found, acting, done, several=len(hands) > 1)


def _answer(
    request: HttpRequest,
    seat: Seat,
    game: BoardGame,
    acting: str,
    done: Accepted | Stale | Illegal,
    *,
    several: bool,
) -> HttpResponse:
    here = reverse("game", args=[game.campaign.code, game.code])
    still = acting in box_of(game.record.game).rules.awaits(shown.state(game)).seats
    if not wants_fragment(request):
        onward = here + _without_scripts(request, acting if still and several else "")
        return redirect(onward) if isinstance(done, Accepted) else _page(request, seat, game, acting, done)
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
            return answer(game, acting, live_page=live_page, status=422, **_refused(game, done))


def _without_scripts(request: HttpRequest, acting: str) -> str:
    """Who chose once to do without scripts, and whose hand lies open, stays so on the next page."""
    kept = {"as": acting} if acting else {}
    if "plain" in request.POST:
        kept["plain"] = "1"
    return f"?{urlencode(kept)}" if kept else ""


def _page(request: HttpRequest, seat: Seat, game: BoardGame, acting: str, done: Stale | Illegal) -> HttpResponse:
    """The whole page with the sentence, for who moves without scripts."""
    said: dict[str, object] = {"stale": True} if isinstance(done, Stale) else _refused(game, done)
    return page(request, seat, game, acting, status=409 if isinstance(done, Stale) else 422, **said)


def _refused(game: BoardGame, illegal: Illegal) -> dict[str, object]:
    told = box_of(game.record.game).explain(illegal)
    return {"refused": illegal, "why": told, "cites": cited(illegal.rule)}
