"""How long a decision may take in a game by post (답 기한): off unless the table sets it, judged by every read and write.

Who has not answered in time passes where he may, else the computer plays for him; the log says so. The time runs from the
last thing that everybody heard, so that what is done in secret moves no clock. Windows are not judged here: they pass
(`boardgames.passing`).
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from boardgames import passing, shown
from boardgames.bots import Table, choose
from boardgames.models import BoardGame, Lapse
from boardgames.shelf import box_of
from tabletop import records, referee
from tabletop.chance import CHANCE
from tabletop.models import Entry

HOUR, DAY = 3600, 86400
TERMS = (
    (HOUR, _("1 hour")),
    (6 * HOUR, _("6 hours")),
    (12 * HOUR, _("12 hours")),
    (DAY, _("1 day")),
    (2 * DAY, _("2 days")),
    (3 * DAY, _("3 days")),
    (7 * DAY, _("7 days")),
)

NEWEST = 8
"""Entries at the end of a log among which one is that everybody heard of, nearly always."""
LONGEST = 30
"""Moves that are made at most for one seat whose time is over."""

PASSES = frozenset({"pass", "done", "keep", "leave", "settle"})
EMPTY = frozenset({"extra", "swap_hand"})
"""Moves that do nothing where they name no card."""


def term_of(word: str) -> int | None:
    """The length of time that a form names; None is off."""
    return next((seconds for seconds, _label in TERMS if str(seconds) == word), None)


def due_at(game: BoardGame) -> datetime | None:
    """When the time of the present decision is over; None where there is no limit, or all may know that a computer is asked."""
    if game.term is None or shown.over(game):
        return None
    known = set(box_of(game.record.game).asked(shown.view(game, ())))
    if known and not passing.in_window(game) and known <= set(game.computers.values_list("seat", flat=True)):
        return None
    return since(game) + timedelta(seconds=game.term)


def settle(game: BoardGame) -> None:
    """Answer for whoever has let his time go by, until somebody else is asked."""
    seat = _overdue(game)
    for _number in range(LONGEST if seat else 0):
        if not _answered_for(game, seat):
            return
        game.record.refresh_from_db()
        if _asked_person(game) != seat:
            return


def _overdue(game: BoardGame) -> str:
    due = due_at(game)
    return _asked_person(game) if due is not None and timezone.now() >= due else ""


def _asked_person(game: BoardGame) -> str:
    """The seat that is asked now, if a person plays it; windows pass by themselves (`passing`)."""
    if game.record.closed or passing.in_window(game) or not passing.ready(game):
        return ""
    asked = box_of(game.record.game).rules.awaits(records.load(game.record)).seats
    people = set(game.record.chairs.values_list("seat", flat=True)) if asked else set()
    return next((seat for seat in asked if seat in people), "")


def since(game: BoardGame, heard: Mapping[int, datetime] | None = None) -> datetime:
    """When the last thing happened that everybody heard of, where some of it is held back when it was shown; `heard` as
    `last_heard` says it, where several games are asked at once."""
    if box_of(game.record.game).windows is not None:
        return shown.position(game).at
    if heard and game.record_id in heard:
        return heard[game.record_id]
    for entry in game.record.entries.order_by("-seq").iterator(chunk_size=8):
        if _is_heard(entry):
            return entry.at
    return game.record.at


def last_heard(games: Iterable[BoardGame]) -> dict[int, datetime]:
    """Record → when everybody last heard of something, as far as the newest entries say it (one query)."""
    records_ = [game.record_id for game in games]
    newest = Entry.objects.filter(record__in=records_, seq__gt=F("record__seq") - NEWEST).order_by("seq")
    return {entry.record_id: entry.at for entry in newest if _is_heard(entry)}


def _is_heard(entry: Entry) -> bool:
    return entry.move["do"] == "rewind" or any((entry.report or {}).values())


def _answered_for(game: BoardGame, seat: str) -> bool:
    """Make the move and note why. False when the game has gone on meanwhile."""
    secret = passing.is_secret(game)
    with transaction.atomic():
        move = _answer(game, seat)
        done = referee.play(game.record_id, seat=seat, move=move, by=None, seen=game.record.seq)
        if not isinstance(done, referee.Accepted):
            return False
        if not secret:  # else the line would tell that he was asked at all
            Lapse.objects.create(game=game, seq=game.record.seq + 1, seat=seat)
    return True


def _answer(game: BoardGame, seat: str) -> dict[str, Any]:
    box, state = box_of(game.record.game), records.load(game.record)
    options = box.rules.options(state, seat)
    chosen = next((one for one in options if _passes(one, options)), None)
    if chosen is None:
        cards = [one for one in options if _said(one)["do"] == "commit"]
        at_table = Table(box.rules, box.mind, seat, records.view(game.record, (seat,)), cards or options)
        chosen = choose(at_table, "adept", CHANCE)
    return _said(chosen)


def _passes(move: Any, options: Sequence[Any]) -> bool:
    """Whether the move leaves everything as it is; to accept is that only where nothing worse than a coin comes."""
    said = _said(move)
    match said["do"]:
        case "convert" | "swap" if "use" in said:
            return not said["use"]
        case "accept":
            return not any(_said(one)["do"] == "claim" for one in options)
        case word if word in EMPTY:
            return not (said.get("up") or said.get("cards"))
        case word:
            return word in PASSES


def _said(move: Any) -> dict[str, Any]:
    said: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(move))
    return said
