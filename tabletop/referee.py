"""Writing a game: the only code that appends to a log (I-7).

One transaction: lock the record, fold, ask the rules, append, and while chance is asked, draw and append again. What the
rules refuse leaves no trace. After the commit those seats are told whose own view has changed, and nobody else (I-8, I-10).
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from threading import RLock
from typing import TYPE_CHECKING, Any, cast

import msgspec
from django.db import connection, transaction

from tabletop import live, records, seals
from tabletop.chance import CHANCE
from tabletop.game import GM, Game, Illegal, Json, game
from tabletop.models import Chair, Entry, Record
from tabletop.prepared import Prepared

if TYPE_CHECKING:
    from campaigns.models import User

ENDED: list[Callable[[Record], None]] = []
"""What other rooms do once a record has ended, or goes on again after a rewind; they append in AppConfig.ready. It is told
after the commit, and nothing of the move is undone if one of them fails."""

LOCKED = Prepared(lambda pk: Record.objects.select_for_update().defer("setup").filter(pk=pk), int)

SPECTATOR = ""
"""Whose view is told to all who hold no seat."""

type Person = User | None


class Accepted(msgspec.Struct, frozen=True):
    """What a move led to: the record's new seq and the report of the move itself."""

    seq: int
    report: Any


class Stale(msgspec.Struct, frozen=True):
    """The move was made on a screen that no longer shows the game as it stands."""

    seq: int


def open_record(
    name: str, setup: Json, chairs: "dict[str, User]", *, agreed: Sequence[dict[str, Any]] = ()
) -> Record | Illegal:
    """A new record of the game `name`, with who plays which seat; chance that is due at the start is drawn at once.

    What the table has `agreed` on beforehand stands in the record before that; refused as `play` does.
    """
    rules = game(name)
    checked = _read(rules.read_setup, setup)
    if isinstance(checked, Illegal):
        return checked
    with _writing():
        record = Record.objects.create(game=name, setup=setup)
        Chair.objects.bulk_create(Chair(record=record, seat=seat, user=user) for seat, user in chairs.items())
        state = _begun(rules, record, rules.start(checked), agreed)
        if isinstance(state, Illegal):
            transaction.set_rollback(True)
            return state
        _draw_while_due(rules, record, state)
        record.save(update_fields=["seq", "closed"])
    return record


def _begun(rules: Game, record: Record, state: Any, agreed: Sequence[dict[str, Any]]) -> Any:
    """The state after what the table agreed on, each of it an entry."""
    for move in agreed:
        asked = _read(rules.read_move, move)
        played = asked if isinstance(asked, Illegal) else rules.play(state, asked)
        if isinstance(played, Illegal):
            return played
        _append(record, asked.by, move, msgspec.to_builtins(played.report), rules.ENGINE, None)
        state = played.state
    return state


def take_in(name: str, setup: Json, moves: Sequence[Json], *, by: Person) -> Record | Illegal:
    """A record of a game that was played elsewhere, with the moves and the draws that it says; all of it or nothing.

    Refused as the game's `read_setup` does, or with `at` the place of the first move that is (`moves[i]`).
    """
    rules = game(name)
    checked = _read(rules.read_setup, setup)
    if isinstance(checked, Illegal):
        return checked
    with _writing():
        record = Record.objects.create(game=name, setup=setup)
        state = rules.start(checked)
        for number, move in enumerate(moves):
            asked = _read(rules.read_move, move)
            played = asked if isinstance(asked, Illegal) else rules.play(state, asked)
            if isinstance(played, Illegal):
                transaction.set_rollback(True)
                return msgspec.structs.replace(played, at=f"moves[{number}]")
            _append(record, asked.by, cast(Any, move), msgspec.to_builtins(played.report), rules.ENGINE, by)
            state = played.state
        record.closed = rules.awaits(state).nobody
        record.save(update_fields=["seq", "closed"])
    return record


def play(
    pk: int,
    *,
    seat: str,
    move: dict[str, Any],
    by: Person,
    seen: int | None = None,
    sealed: bool = False,
    settled: Callable[[Any, Any], bool] | None = None,
) -> Accepted | Illegal | Stale:
    """Append `move` of `seat`, done by the person `by`, if the rules accept it.

    `seen` is the seq that the person's screen showed; given, an older screen than the game is refused as Stale. A `sealed`
    move is kept with its salted fingerprint. `settled` is asked of the states before and after it, under the lock: what has
    been done already is accepted and leaves no entry. Ask it for somebody's own move alone, as it compares what is sealed.
    """
    with _writing():
        record = _locked(pk)
        if seen is not None and seen != record.seq:
            return Stale(record.seq)
        rules = game(record.game)
        before = records.load(record)
        asked = _read(rules.read_move, move)
        played = asked if isinstance(asked, Illegal) else rules.play(before, asked)
        if isinstance(played, Illegal):
            return played
        if settled is not None and settled(before, played.state):
            return Accepted(record.seq, None)
        was_closed = record.closed
        first = _append(record, seat, move, msgspec.to_builtins(played.report), rules.ENGINE, by, sealed=sealed)
        after = _draw_while_due(rules, record, played.state)
        record.save(update_fields=["seq", "closed"])
        # A new seal is seen by all, also where it replaces an older one.
        _tell(record, first.seq - 1, after, everybody=sealed)
        _tell_end(record, was_closed)
    return Accepted(record.seq, played.report)


def rewind(pk: int, *, to: int, reason: str, by: Person, seen: int) -> Accepted | Illegal | Stale:
    """Let the game stand again as it stood after entry `to`; nothing is deleted, and a rewind can be rewound."""
    with _writing():
        record = _locked(pk)
        if seen != record.seq:
            return Stale(record.seq)
        if not 0 <= to < record.seq:
            return Illegal("no_such_entry", "format")
        if not reason.strip():
            return Illegal("reason_missing", "format")
        state = records.load(record, to)
        move = {"by": GM, "do": "rewind", "to": to, "reason": reason}
        was_closed = record.closed
        entry = _append(record, GM, move, None, game(record.game).ENGINE, by)
        record.closed = game(record.game).awaits(state).nobody
        record.save(update_fields=["seq", "closed"])
        _tell(record, entry.seq - 1, state, everybody=True)
        _tell_end(record, was_closed)
    return Accepted(record.seq, None)


def look(pk: int, *, by: Person) -> Accepted:
    """Note in the log that the GM looks at the sealed moves now, before he sees any of them."""
    return _noted(pk, {"by": GM, "do": "look"}, by)


def sit(pk: int, *, seat: str, how: str, by: Person) -> Accepted:
    """Note in the log that `by` came to where the sealed moves of `seat` can be seen; `how`: by `handover`, or by a `link`."""
    return _noted(pk, {"by": GM, "do": "sit", "who": seat, "how": how}, by)


def _noted(pk: int, move: dict[str, Any], by: Person) -> Accepted:
    with _writing():
        record = _locked(pk)
        state = records.load(record)
        entry = _append(record, GM, move, None, game(record.game).ENGINE, by)
        record.save(update_fields=["seq"])
        _tell(record, entry.seq - 1, state, everybody=True)
    return Accepted(record.seq, None)


def _read(read: Callable[[Json], Any], what: Any) -> Any:
    """What the game reads in a setup or a move; a NUL, which not every database keeps, is refused, as the log stands for good."""
    return Illegal("shape", "format") if b"\\u0000" in msgspec.json.encode(what) else read(what)


def _locked(pk: int) -> Record:
    """The record's row, for this transaction alone; its setup is read when a state has to be folded from the start."""
    record = LOCKED.one(pk)
    if record is None:
        raise Record.DoesNotExist
    return record


def _draw_while_due(rules: Game, record: Record, state: Any) -> Any:
    while (due := rules.awaits(state)).chance:
        move = rules.draw(state, CHANCE)
        played = rules.play(state, move)
        if isinstance(played, Illegal):
            raise records.CorruptRecord(f"record {record.pk}: the draw itself is refused ({played.code})")
        _append(record, "chance", msgspec.to_builtins(move), msgspec.to_builtins(played.report), rules.ENGINE, None)
        state = played.state
    record.closed = due.nobody
    return state


def _append(
    record: Record, seat: str, move: dict[str, Any], report: Any, engine: str, by: Person, *, sealed: bool = False
) -> Entry:
    record.seq += 1
    entry = Entry.objects.create(
        record=record,
        seq=record.seq,
        by=by,
        seat=seat,
        move=move,
        report=report,
        seal=seals.seal(move) if sealed else None,
        engine=engine,
    )
    transaction.on_commit(partial(records.keep, entry))
    return entry


@contextmanager
def _writing() -> Iterator[None]:
    """A transaction that writes. In SQLite writers wait for each other asleep, for longer than it takes; so within a process
    they queue up here."""
    with _one_writer if connection.vendor == "sqlite" else nullcontext(), transaction.atomic():
        yield


_one_writer = RLock()


def _tell(record: Record, before: int, after: Any, *, everybody: bool = False) -> None:
    # Who is concerned is worked out after the commit, when nobody waits for the record any more.
    transaction.on_commit(partial(_committed, record, before, after, everybody=everybody))


def _tell_end(record: Record, was_closed: bool) -> None:
    if record.closed != was_closed:
        for hear in ENDED:
            transaction.on_commit(partial(hear, record), robust=True)


def _committed(record: Record, before: int, after: Any, *, everybody: bool) -> None:
    records.remember(record.pk, record.seq, after)
    changed = [live.EVERYBODY] if everybody else _changed(record, before, after)
    if changed:
        live.publish(live.record_topic(record.pk), changed)


def _changed(record: Record, before: int, after: Any) -> list[str]:
    rules = game(record.game)
    views = {seat: _as_held(seat) for seat in sorted(_seats(record))}
    return [seat for seat, held in views.items() if records.view(record, held, before) != rules.view(after, held)]


def _seats(record: Record) -> set[str]:
    return {GM, SPECTATOR, *record.chairs.values_list("seat", flat=True)}


def _as_held(seat: str) -> tuple[str, ...]:
    return (seat,) if seat != SPECTATOR else ()
