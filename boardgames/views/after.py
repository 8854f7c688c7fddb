"""What is left of a board game: its replay, its record, and records that come in."""

import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from boardgames import chronicle, exports, fragments, shown, table
from boardgames.box import cited
from boardgames.shelf import SHELF, of_format
from boardgames.views.table import door, place_of
from campaigns import access
from tabletop import strict_json
from tabletop.game import Illegal

SHOWN = 20_000
"""So much of a refused record stands in the field again."""


@never_cache
@require_safe
def replay(request: HttpRequest, code: str, game: str) -> HttpResponse:
    """The game step by step. While it runs everybody gets what he could see; after the end `hands` opens all hands."""
    seat, found = door(request, code, game)
    table.prompt(found)
    steps = chronicle.steps(found)
    at = _step(request.GET.get("step", ""), len(steps))
    hands = shown.over(found) and "hands" in request.GET
    place = place_of(seat, found)
    seats = tuple(table.held(found)) if hands else None
    walk = {"step": at, "last": len(steps), "hands": hands, "before": max(at - 1, 0), "next": min(at + 1, len(steps))}
    with fragments.about(found):
        context = fragments.context(found, place.acting, upto=steps[at - 1] if at else (0, None), seats=seats)
        return render(request, "boardgames/table/replay.html", {**context, **walk, "seat": seat, "place": "games"})


def _step(word: str, last: int) -> int:
    """The step that is asked for, the last one when none is."""
    return min(int(word), last) if word.isascii() and word.isdigit() and len(word) < 6 else last


@never_cache
@require_safe
def record(request: HttpRequest, code: str, game: str) -> HttpResponse:
    """The record, once the game is over; before that nobody gets it, for it holds every hidden card."""
    seat, found = door(request, code, game)
    table.prompt(found)
    told = exports.record(found, seat.user)
    if isinstance(told, Illegal):
        return render(request, "boardgames/table/no_record.html", {"seat": seat, "game": found}, status=409)
    headers = {"Content-Disposition": f'attachment; filename="{found.code}.json"'}
    text = json.dumps(told, ensure_ascii=False, indent=1)
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers=headers)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_in(request: HttpRequest, code: str) -> HttpResponse:
    """The form, and the game that it brings."""
    seat = access.table_only(request, code)
    context: dict[str, Any] = {"seat": seat, "place": "games"}
    if request.method != "POST":
        return render(request, "boardgames/table/import.html", context)
    file = request.FILES.get("file")
    text = file.read() if file else request.POST.get("text", "")
    game = exports.import_game(seat.campaign, seat, text)
    if isinstance(game, Illegal):
        context |= {
            "refused": game,
            "why": _why(game, text),
            "cites": cited(game.rule),
            "text": "" if file else str(text)[:SHOWN],
        }
        return render(request, "boardgames/table/import.html", context, status=422)
    messages.success(request, _("The game is taken in."))
    return redirect("game", seat.campaign.code, game.code)


def _why(refused: Illegal, text: str | bytes) -> str:
    """The sentence of the game that the record is of; any game's own where it is of none."""
    value = strict_json.read(text)
    box = of_format(value.get("format")) if isinstance(value, dict) else None
    return (box or next(iter(SHELF.values()))).explain(refused)
