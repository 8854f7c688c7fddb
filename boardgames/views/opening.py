"""Opening a board game: which one, who plays, under which house rules."""

import re
from collections.abc import Mapping

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from boardgames import deadlines, fragments, rules_form, table
from boardgames.box import Box, cited
from boardgames.card_sets import shelf
from boardgames.models import Strength
from boardgames.shelf import SHELF
from boardgames.table import Player
from campaigns import access, names
from campaigns.models import Role, Seat, new_code
from campaigns.people import at_the_table
from tabletop.game import Illegal

TITLE = 80
"""As long as a title may be."""

ADDRESS = re.compile(r"[0-9a-f]{10}")


TWO_DICE = "2d6"
"""What the form says where two dice each decide who starts."""


class Chair(msgspec.Struct, frozen=True):
    """One chair on the form; `who` is the code of a person (`p12`), a strength, or "" where nobody sits."""

    number: int
    who: str


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """The form of a new game, and the game that it opens. Anybody who plays in the campaign may open one."""
    seat = access.seat_or_404(request, code, frozenset({Role.GM, Role.ASSISTANT, Role.PLAYER}))
    box = SHELF.get(kind)
    if box is None:
        raise Http404
    people = [one for one in at_the_table(seat.campaign) if one.role != Role.SPECTATOR]
    if request.method == "POST":
        return _opened(request, seat, box, people)
    return _form(request, seat, box, people, _guess(box, seat, people))


def _opened(request: HttpRequest, seat: Seat, box: Box, people: list[Seat]) -> HttpResponse:
    data = request.POST
    chosen = [data.get(f"chair.{number}", "") for number in range(1, box.form.most + 1)]
    players = _players(chosen, people)
    title = names.tidy(data.get("title", "")) or "·".join(_sitting(players))[:TITLE]
    options = rules_form.read(box, data)
    if len(title) > TITLE or names.fault(title):
        return _form(request, seat, box, people, chosen, refused=Illegal("title_unfit", "format", "title"))
    address = data.get("address", "") if ADDRESS.fullmatch(data.get("address", "")) else ""
    first = _first(data.get("start", ""), chosen, people) if box.agrees_on_start else None
    term = deadlines.term_of(data.get("term", ""))
    own = shelf.chosen(seat.user, box.name, data["cards"]) if data.get("cards") else None
    if data.get("cards") and own is None:
        return _form(request, seat, box, people, chosen, refused=Illegal("set_unfit", "format", "cards"))
    game = table.open_game(
        seat.campaign,
        seat,
        box,
        title,
        players,
        options,
        code=address,
        first=first,
        two_dice=data.get("start") == TWO_DICE,
        chosen=own,
        term=term,
    )
    if isinstance(game, Illegal):
        return _form(request, seat, box, people, chosen, refused=game)
    return redirect("game", seat.campaign.code, game.code)


def _first(word: str, chosen: list[str], people: list[Seat]) -> int | None:
    """Which of the players sits on the chair that the form says starts; None where the dice decide."""
    if not (word.isascii() and word.isdigit() and 1 <= int(word[:3]) <= len(chosen)):
        return None
    chair = int(word)
    return len(_players(chosen[: chair - 1], people)) if _players(chosen[chair - 1 : chair], people) else None


def _players(chosen: list[str], people: list[Seat]) -> list[Player]:
    known: Mapping[str, Player] = {f"p{one.pk}": one.user for one in people} | {one.value: one for one in Strength}
    return [known[who] for who in chosen if who in known]


def _sitting(players: list[Player]) -> list[str]:
    return [str(player.label) if isinstance(player, Strength) else player.nickname for player in players]


def _guess(box: Box, seat: Seat, people: list[Seat]) -> list[str]:
    """Whoever plays in the campaign, and computer players up to a lively number."""
    sitting = [f"p{one.pk}" for one in people if one.role == Role.PLAYER or one.pk == seat.pk][: box.form.most]
    fill = max(box.form.fewest, min(4, box.form.most)) - len(sitting)
    return [*sitting, *([Strength.ADEPT.value] * fill)]


def _form(
    request: HttpRequest,
    seat: Seat,
    box: Box,
    people: list[Seat],
    chosen: list[str],
    *,
    refused: Illegal | None = None,
) -> HttpResponse:
    typed = request.POST
    padded = [*chosen, *([""] * box.form.most)][: box.form.most]
    rules = rules_form.rules(box, rules_form.read(box, typed))
    first = len(box.first_options)
    context = {
        "seat": seat,
        "place": "games",
        "box": box,
        "people": [(f"p{one.pk}", one.user.nickname) for one in people],
        "strengths": Strength,
        "chairs": [Chair(number, who) for number, who in enumerate(padded, 1)],
        "start": typed.get("start", ""),
        "two_dice": TWO_DICE,
        "sets": shelf.of(seat.user, box.name),
        "cards": typed.get("cards", ""),
        "terms": [(str(seconds), label) for seconds, label in deadlines.TERMS],
        "term": typed.get("term", ""),
        "title": typed.get("title", ""),
        "address": typed.get("address") or new_code(),
        "asked_first": rules[:first],
        "rules": rules[first:],
        "refused": refused,
        "why": box.explain(refused) if refused else "",
        "cites": cited(refused.rule) if refused else "",
        "rule_words": fragments.template(box.folder, "rule"),
    }
    return render(request, "boardgames/table/opening.html", context, status=422 if refused else 200)
