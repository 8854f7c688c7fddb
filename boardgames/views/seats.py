"""Seats that change hands in the middle of a game: to somebody else at the table, or to the computer."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from boardgames import deadlines, shown, table
from boardgames.models import BoardGame, Strength
from boardgames.table import Player
from boardgames.views.table import door
from campaigns.models import Role, Seat
from campaigns.people import at_the_table


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seats(request: HttpRequest, code: str, game: str) -> HttpResponse:
    """Who plays which seat. Who runs the table moves everybody; a player may leave his own seat to the computer."""
    seat, found = door(request, code, game)
    people = [one for one in at_the_table(seat.campaign) if one.role != Role.SPECTATOR]
    held = table.held(found)
    own = table.own_seats(found, seat)
    if request.method == "POST" and "term" in request.POST:
        return _set_term(request, seat, found)
    if request.method == "POST":
        which, to = request.POST.get("seat", ""), _player(request.POST.get("to", ""), people)
        if not (seat.runs_table or (which in own and isinstance(to, Strength))):
            raise PermissionDenied
        if which not in held or to is None or shown.over(found):
            raise Http404
        table.hand_on(found, which, to)
        return redirect("game-seats", code, game)
    context = {
        "seat": seat,
        "place": "games",
        "game": found,
        "running": not shown.over(found),
        "held": [one for one in held.values() if seat.runs_table or one.seat in own],
        "people": people,
        "strengths": Strength,
        "terms": [(str(seconds), label) for seconds, label in deadlines.TERMS],
        "term": str(found.term or ""),
    }
    return render(request, "boardgames/table/seats.html", context)


def _set_term(request: HttpRequest, seat: Seat, game: BoardGame) -> HttpResponse:
    if not seat.runs_table:
        raise PermissionDenied
    game.term = deadlines.term_of(request.POST["term"])
    game.save(update_fields=["term"])
    return redirect("game-seats", seat.campaign.code, game.code)


def _player(word: str, people: list[Seat]) -> Player | None:
    if word in Strength.values:
        return Strength(word)
    return next((one.user for one in people if f"p{one.pk}" == word), None)
