"""Reading a game: the state is a fold of its entries, and rewinds are entries too.

Folding the same entries always gives the same state, so states are kept by (record, seq) and never go stale: whoever knows
a newer seq asks for that one.
"""

from collections import OrderedDict
from collections.abc import Hashable, Iterable
from datetime import datetime
from itertools import starmap
from threading import Lock
from typing import Any, ClassVar, NamedTuple

import msgspec
from django.db.models import QuerySet

from tabletop.game import Game, Illegal, game
from tabletop.models import Chair, Entry, Record
from tabletop.prepared import Prepared

TABLE_MOVES = frozenset({"rewind", "look", "sit"})
"""Moves of the table itself: `rewind` to an earlier seq, the GM's `look` at sealed moves, and who came to `sit` where a sealed
move can be seen. No game sees them."""

KEPT = 2048
"""So many moves of all games that are played at the moment; the states of one game share most of what they hold."""


class Kept[V]:
    """What was folded or drawn last, by key; threads share it."""

    everywhere: ClassVar[list["Kept[Any]"]] = []

    def __init__(self, size: int):
        self.everywhere.append(self)
        self._size, self._lock = size, Lock()
        self._values: OrderedDict[Hashable, V] = OrderedDict()

    def get(self, key: Hashable) -> V | None:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: V) -> V:
        with self._lock:
            self._values[key] = value
            while len(self._values) > self._size:
                self._values.popitem(last=False)
        return value

    def clear(self) -> None:
        with self._lock:
            self._values.clear()


class Said(NamedTuple):
    """What a log tells of an entry: all but its report, which is large, and with the nickname of who did it."""

    seq: int
    at: datetime
    seat: str
    move: dict[str, Any]
    seal: dict[str, str] | None
    by_id: int | None
    by: str | None


_states: Kept[Any] = Kept(KEPT)
_views: Kept[Any] = Kept(4 * KEPT)
_said: Kept[Said] = Kept(KEPT)


class CorruptRecord(Exception):
    """A stored move is refused by the rules: the store was changed from outside, or the engine changed a reading."""


def _between(record: int, after: int, upto: int) -> QuerySet[Entry]:
    return Entry.objects.filter(record=record, seq__gt=after, seq__lte=upto).order_by("seq")


PLAYED = Prepared(lambda *of: _between(*of).only("record", "seq", "move"), int, int, int)
SAID = Prepared(lambda *of: _between(*of).values_list(*Said._fields[:-1], "by__nickname"), int, int, int)
CHAIRS = Prepared(lambda pk: Chair.objects.filter(record=pk).values_list("seat", "user_id"), int)


def chairs(record: Record) -> dict[str, int]:
    """Who plays which seat: its name → the person's primary key (one query)."""
    return dict(CHAIRS.all(record.pk))


def load(record: Record, upto: int | None = None) -> Any:
    """The state after entry `upto` (default: all that the record row counts). 0 is the start."""
    seq = record.seq if upto is None else upto
    found = _states.get((record.pk, seq))
    return found if found is not None else _fold(record, seq)


def view(record: Record, seats: tuple[str, ...], upto: int | None = None) -> Any:
    """What the holder of `seats` sees after entry `upto`."""
    key = (record.pk, record.seq if upto is None else upto, seats)
    found = _views.get(key)
    return found if found is not None else _views.put(key, game(record.game).view(load(record, key[1]), seats))


def remember(pk: int, seq: int, state: Any) -> None:
    """Keep a state that the referee has just made, once it is committed."""
    _states.put((pk, seq), state)


def keep(entry: Entry) -> None:
    """Keep what is told of an entry that the referee has just made, once it is committed."""
    move = msgspec.json.decode(msgspec.json.encode(entry.move))  # as the database will say it
    by = entry.by.nickname if entry.by else None
    _said.put((entry.record_id, entry.seq), Said(entry.seq, entry.at, entry.seat, move, entry.seal, entry.by_id, by))


def said(record: Record, after: int) -> list[Said]:
    """The entries since `after`, in order; a query only where this process has not just written them itself."""
    kept = [_said.get((record.pk, seq)) for seq in range(after + 1, record.seq + 1)]
    if kept and len(found := [one for one in kept if one is not None]) == len(kept):
        return found
    return list(starmap(Said, SAID.all(record.pk, after, record.seq)))


def forget() -> None:
    """Drop everything that is kept in memory; the log says it all again."""
    for kept in Kept.everywhere:
        kept.clear()


def start(record: Record) -> Any:
    rules = game(record.game)
    setup = rules.kept_setup(record.setup)
    if isinstance(setup, Illegal):
        raise CorruptRecord(f"record {record.pk}: its setup is refused ({setup.code})")
    return rules.start(setup)


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """The entries of the game that still count: those of the table and what was rewound are left out."""
    paths: dict[int, tuple[Any, ...] | None] = {0: None}
    last: tuple[Any, ...] | None = None
    for entry in entries:
        match entry.move["do"]:
            case "rewind":
                last = paths[entry.move["to"]]
            case "look" | "sit":
                pass
            case _:
                last = (last, entry)
        paths[entry.seq] = last
    return _unwound(last)


def _unwound(path: tuple[Any, ...] | None) -> list[Entry]:
    found = []
    while path is not None:
        path, entry = path
        found.append(entry)
    return found[::-1]


def _fold(record: Record, upto: int) -> Any:
    rules = game(record.game)
    seq, state = _nearest(record, upto)
    states = {seq: state}
    for entry in PLAYED.all(record.pk, seq, upto):
        state = states[entry.seq] = _after(rules, record, states, state, entry)
        _states.put((record.pk, entry.seq), state)
    return state


def _after(rules: Game, record: Record, states: dict[int, Any], state: Any, entry: Entry) -> Any:
    match entry.move["do"]:
        case "rewind":
            target = entry.move["to"]
            return states[target] if target in states else load(record, target)
        case "look" | "sit":
            return state
    move = rules.read_move(entry.move)
    played = move if isinstance(move, Illegal) else rules.play(state, move)
    if isinstance(played, Illegal):
        raise CorruptRecord(f"record {record.pk}: entry {entry.seq} is refused ({played.code}, {played.rule})")
    return played.state


def _nearest(record: Record, upto: int) -> tuple[int, Any]:
    """The latest kept state not after `upto`; a long way back is a fold from the start, which is as right."""
    for seq in range(upto, max(-1, upto - KEPT), -1):
        if (state := _states.get((record.pk, seq))) is not None:
            return seq, state
    return 0, _states.put((record.pk, 0), start(record))
