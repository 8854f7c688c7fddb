"""How far the screens follow the log (보이는 판): where going on at once would tell who could have answered, they wait.

Rules skip who cannot respond, and a move of which nobody can stop anything goes on to its end in one entry. So what people
see stands at a `Position`: after an entry, or in the midst of one at a pause of the rules. `boardgames.passing` moves it on;
everything that leaves the server asks here, never the record itself.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import F, Q

from boardgames.models import BoardGame
from boardgames.shelf import box_of
from tabletop import records
from tabletop.game import CHANCE
from tabletop.models import Entry

RUNNING = (
    Q(record__closed=False)
    | Q(shown_seq__lt=F("record__seq"))
    | Q(shown_seq=F("record__seq"), shown_part__isnull=False)
)
"""Games that are not over on any screen."""


type Place = tuple[int, int | None]
"""After an entry, or at a pause in the midst of it."""

ANSWERS = frozenset({"discard", "accept", "claim"})
"""Moves that may answer a question of which nobody is told whether it is asked."""


class Position(msgspec.Struct, frozen=True):
    """After entry `seq`, or at its pause number `part`; shown since `at`. `run` is the first position of the stretch that
    looks the same to everybody.
    """

    seq: int
    at: datetime
    part: int | None = None
    run: str = ""


def position(game: BoardGame) -> Position:
    """Where the screens stand; at the end of the log if nothing holds them."""
    if game.shown_seq is None or game.shown_at is None:
        return Position(game.record.seq, _last_at(game), run=_name(_begun(game), None))
    return Position(game.shown_seq, game.shown_at, game.shown_part, game.shown_run)


def at(game: BoardGame, seq: int, part: int | None, when: datetime) -> Position:
    """The beginning of a stretch."""
    return Position(seq, when, part, _name(seq, part))


def _name(seq: int, part: int | None) -> str:
    return str(seq) if part is None else f"{seq}.{part}"


def _begun(game: BoardGame) -> int:
    """The entry with which the last stretch began, of a game that nobody has looked at yet."""
    windows, number = box_of(game.record.game).windows, game.record.seq
    found = windows.moment(records.load(game.record)) if windows else None
    while found and number and game.record.entries.get(seq=number).move["do"] == "pass":
        before = windows.moment(records.load(game.record, number - 1))  # type: ignore[union-attr]
        if before is None or before.key != found.key:
            break
        number -= 1
    return number


def _last_at(game: BoardGame) -> datetime:
    last = game.record.entries.order_by("-seq").values_list("at", flat=True).first()
    return last or game.record.at


def seq(game: BoardGame) -> int:
    """The last entry of which anything is shown."""
    return game.record.seq if game.shown_seq is None else game.shown_seq


def is_all(game: BoardGame) -> bool:
    """Whether the screens show the whole log."""
    return game.shown_seq is None or (game.shown_seq == game.record.seq and game.shown_part is None)


def over(game: BoardGame) -> bool:
    """Whether the game has ended, for all to see."""
    return game.record.closed and is_all(game)


def state(game: BoardGame, place: Place | None = None) -> Any:
    """The state that the screens show, or showed at `place`."""
    number, part = place or (seq(game), game.shown_part)
    if part is None:
        return records.load(game.record, number)
    return pauses(game, game.record.entries.get(seq=number))[part].state


def view(game: BoardGame, seats: tuple[str, ...], place: Place | None = None) -> Any:
    """What the holder of `seats` may see, or saw at `place`."""
    number, part = place or (seq(game), game.shown_part)
    if part is None:
        return records.view(game.record, seats, number)
    return box_of(game.record.game).rules.view(state(game, (number, part)), seats)


def parts(game: BoardGame, entry: Entry) -> Iterator[tuple[Place, dict[str, Any]]]:
    """What was told by an entry, stretch by stretch, as far as it is shown: the same whether somebody was asked in between or
    not.
    """
    told = [one.report for one in pauses(game, entry)]
    before: dict[str, Any] = {}
    for number, one in enumerate([*map(msgspec.to_builtins, told), entry.report or {}]):
        part = number if number < len(told) else None
        yield (entry.seq, part), {key: said[len(before.get(key, ())) :] for key, said in one.items()}
        if (entry.seq, part) == (game.shown_seq, game.shown_part):
            return
        before = one


_pauses: records.Kept[Sequence[Any]] = records.Kept(records.KEPT)


def pauses(game: BoardGame, entry: Entry) -> Sequence[Any]:
    """The pauses in the midst of an entry."""
    found = _pauses.get((game.record_id, entry.seq))
    if found is None:
        found = _pauses.put((game.record_id, entry.seq), _found(game, entry))
    return found


def _found(game: BoardGame, entry: Entry) -> Sequence[Any]:
    windows, rules = box_of(game.record.game).windows, box_of(game.record.game).rules
    if windows is None or entry.move["do"] in records.TABLE_MOVES:
        return ()
    return windows.pauses(records.load(game.record, entry.seq - 1), rules.read_move(entry.move))


def is_act(game: BoardGame, entry: Entry) -> bool:
    """Whether everybody knows that somebody did this just then: neither drawn, nor said at a moment of which nobody is told."""
    if entry.seat == CHANCE or entry.move["do"] == "pass":
        return False
    windows = box_of(game.record.game).windows
    if windows is None or entry.move["do"] not in ANSWERS:
        return True
    found = windows.moment(records.load(game.record, entry.seq - 1))
    return found is None or not found.own
