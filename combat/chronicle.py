"""What the log of a fight tells (싸움의 기록): who did what and when, the seals, and what each slot left of HP and MP.

A fold over the entries like the state itself, kept by (record, seq). Everything in it is public, but for lines that name
the `seats` they are for.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from combat.rules.moves import Reveal
from combat.rules.play import advance
from combat.rules.reports import SlotReport
from combat.rules.state import Fight as State
from tabletop import records, seals
from tabletop.game import GM, Illegal
from tabletop.models import Record
from tabletop.records import Said

PRIVATE = frozenset({"activate_plus", "regroup"})
"""Moves that nobody else sees until a card shows their effect."""

PUBLIC_NUMBERS = frozenset({"hp", "mp"})


class Health(msgspec.Struct, frozen=True):
    """HP and MP of a combatant before and after something."""

    hp_before: int
    hp: int
    mp_before: int
    mp: int


class Line(msgspec.Struct, frozen=True):
    """One line of the log. `seats` empty: for all. `undone`: it was rewound later and does not count any more."""

    seq: int
    at: datetime
    by: str
    do: str
    who: str = ""
    round: int = 0
    slot: int = 0
    seats: tuple[str, ...] = ()
    undone: bool = False
    details: dict[str, Any] = {}


class Seal(msgspec.Struct, frozen=True):
    """The seal of the plan that stands for a combatant in a round; `salt` is for the check after the opening."""

    combatant: str
    round: int
    seq: int
    at: datetime
    by: str
    print: str
    salt: str

    @property
    def shown(self) -> str:
        return seals.shown({"print": self.print})

    @property
    def short(self) -> str:
        return self.shown[:4]

    @property
    def rest(self) -> str:
        return self.shown[5:]


class Chronicle(msgspec.Struct, frozen=True):
    """The log up to a seq. `health`: (round, slot) → combatant → what the slot did to him."""

    seq: int = 0
    lines: tuple[Line, ...] = ()
    seals: dict[tuple[int, str], Seal] = {}
    health: dict[tuple[int, int], dict[str, Health]] = {}


_kept: records.Kept[Chronicle] = records.Kept(records.KEPT)


def chronicle(record: Record) -> Chronicle:
    """The log of all that stands in the record now; costs a query only for entries that are new."""
    found = _kept.get((record.pk, record.seq))
    return found if found is not None else _extend(record, _nearest(record))


def _nearest(record: Record) -> Chronicle:
    for seq in range(record.seq, max(0, record.seq - records.KEPT), -1):
        if (found := _kept.get((record.pk, seq))) is not None:
            return found
    return _kept.put((record.pk, 0), Chronicle())


def _extend(record: Record, known: Chronicle) -> Chronicle:
    for entry in records.said(record, known.seq):
        known = _kept.put((record.pk, entry.seq), _with(record, known, entry))
    return known


def _with(record: Record, known: Chronicle, entry: Said) -> Chronicle:
    match entry.move["do"]:
        case "rewind":
            return _rewound(record, known, entry)
        case "plan":
            return _sealed(record, known, entry)
        case "reveal":
            return _opened(record, known, entry)
        case _:
            return _grown(known, entry, _line(entry))


def _grown(known: Chronicle, entry: Said, *lines: Line, **changes: Any) -> Chronicle:
    return msgspec.structs.replace(known, seq=entry.seq, lines=known.lines + lines, **changes)


def _line(entry: Said, **more: Any) -> Line:
    do = entry.move["do"]
    who = entry.move.get("who") or (entry.seat if entry.seat != GM else "")
    return Line(
        **{
            "seq": entry.seq,
            "at": entry.at,
            "by": entry.by or "",
            "do": do,
            "who": who,
            "seats": (who, GM) if do in PRIVATE else (),
            "details": _details(entry.move),
            **more,
        }
    )


def _details(move: dict[str, Any]) -> dict[str, Any]:
    """What a line may say of its move, by whitelist."""
    match move:
        case {"do": "rewind" | "end"}:
            return {key: move[key] for key in ("to", "reason") if key in move}
        case {"do": "special_damage"}:
            return {key: move[key] for key in ("to", "amount", "reason")}
        case {"do": "override"}:
            return {"who": move["who"], "reason": move["reason"], "set": _public(move["set"])}
        case {"do": "retreat"}:
            return {"fortune": move.get("fortune", False)}
        case {"do": "forced_return"}:
            return {"servant": move["servant"], "accept": move["accept"]}
        case {"do": "enter"}:
            return {"who": move["combatant"]["id"], "against": move["against"]}
        case {"do": "sit"}:
            return {"who": move["who"], "how": move["how"]}
        case {"do": "move_line"}:
            return {"who": move["who"], "line": move["line"]}
        case _:
            return {}


def _public(numbers: dict[str, int]) -> dict[str, int]:
    return {name: number for name, number in numbers.items() if name in PUBLIC_NUMBERS}


def _sealed(record: Record, known: Chronicle, entry: Said) -> Chronicle:
    line = _line(entry)
    kept = entry.seal
    if kept is None:  # an imported record has plans, but nobody saw them handed in
        return _grown(known, entry, line)
    round_ = records.view(record, (), entry.seq - 1).round
    seal = Seal(line.who, round_, entry.seq, entry.at, line.by, kept["print"], kept["salt"])
    # What the clock lays is laid for somebody by nobody (combat.deadlines).
    late = {"late": True} if entry.by_id is None and entry.move["by"] == GM else {}
    line = msgspec.structs.replace(line, round=round_, details={"print": seal.shown, **late})
    return _grown(known, entry, line, seals={**known.seals, (round_, line.who): seal})


def _opened(record: Record, known: Chronicle, entry: Said) -> Chronicle:
    lines, health = [], dict(known.health)
    for slot, told in _told(records.load(record, entry.seq - 1), records.load(record, entry.seq)):
        health[slot.round, slot.slot] = told
        lines.append(_line(entry, round=slot.round, slot=slot.slot))
    return _grown(known, entry, *lines, health=health)


def _told(before: State, after: State) -> Iterator[tuple[SlotReport, dict[str, Health]]]:
    """The slots that were opened between two states of the fight, with what each did to HP and MP.

    Opened at once they are gone through one by one again, so that each knows what its own cards cost.
    """
    for slot in after.slots[len(before.slots) :]:
        next_ = after if len(before.slots) + 1 == len(after.slots) else advance(before, Reveal(by="gm", slots=1))
        assert not isinstance(next_, Illegal), next_
        yield slot, _changed(before, next_)
        before = next_


def _changed(before: State, after: State) -> dict[str, Health]:
    return {
        was.kit.id: Health(was.hp, now.hp, was.mp, now.mp)
        for was, now in zip(before.fighters, after.fighters, strict=True)
    }


def _rewound(record: Record, known: Chronicle, entry: Said) -> Chronicle:
    to = entry.move["to"]
    target = _at(record, to)
    standing = {line.seq for line in target.lines if not line.undone}
    lines = tuple(
        msgspec.structs.replace(line, undone=line.do not in records.TABLE_MOVES and line.seq not in standing)
        for line in known.lines
    )
    return msgspec.structs.replace(
        known, seq=entry.seq, lines=(*lines, _line(entry)), seals=target.seals, health=target.health
    )


def _at(record: Record, seq: int) -> Chronicle:
    found = _kept.get((record.pk, seq))
    if found is not None:
        return found
    past = Record(pk=record.pk, game=record.game, setup=record.setup, seq=seq)
    return _extend(past, Chronicle()) if seq else Chronicle()
