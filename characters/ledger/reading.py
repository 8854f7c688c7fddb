"""The ledger as somebody may read it: the only thing of it that reaches a template. Pure.

An account is read by who reads its field of the sheet as it is today; what has no field there is read by the owner and who
runs the table. A line of which nothing may be read does not exist, and who only reads some numbers is told no reasons.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

import msgspec

from campaigns.models import Scene
from characters.ledger.accounts import SIGNS, USE, in_order
from characters.models import LedgerEntry
from characters.sheet import Sheet
from characters.visibility import NOTHING_MORE, Eye, groups, redacted

FIELD: Final = {
    "hp": "hp",
    "mp": "mp",
    "fortune": "fortune_left",
    "conviction": "conviction_left",
    "command_spells": "command_spells",
    "forced_return_used": "command_spells",
}
PUBLIC_CAUSES: Final = frozenset({"begun", "fight"})
"""What others are told of why a number changed; where somebody rests or feeds is nobody's business."""


class Account(msgspec.Struct, frozen=True):
    """One account: how much is in it, and what changed of it. `name` is the entry's where it counts uses of one."""

    key: str
    number: int
    change: int = 0
    name: str = ""


class Line(msgspec.Struct, frozen=True):
    """An entry as its reader sees it."""

    code: str
    at: datetime
    cause: str
    source: str
    reason: str
    by: str
    scene: Scene | None
    accounts: tuple[Account, ...]
    undone: bool
    undoes: bool

    @property
    def fight(self) -> str:
        """The code of the fight it comes from, "" otherwise."""
        return self.source if self.cause == "fight" else ""


def lines(entries: Iterable[LedgerEntry], sheet: Sheet, eye: Eye, known: frozenset[str] = NOTHING_MORE) -> list[Line]:
    """What of the entries may be read, in the order they were given; `sheet` is today's, whole, `known` as in `redacted`."""
    read = redacted(sheet, eye, known=known)
    told = ((entry, accounts(entry.standing, read, eye, entry.changes)) for entry in entries)
    return [_line(entry, read_of, eye) for entry, read_of in told if read_of or eye == Eye.TABLE]


def accounts(
    standing: Mapping[str, int], read: Sheet, eye: Eye, changes: Mapping[str, int] | None = None
) -> tuple[Account, ...]:
    """The accounts that may be read, of all or of what `changes` names; `read` is the sheet as the reader has it."""
    names = {entry.id: entry.name for entries in groups(read).values() for entry in entries}
    keys = in_order(standing if changes is None else changes)
    return tuple(
        Account(key, standing.get(key, 0), (changes or {}).get(key, 0), names.get(key.removeprefix(USE), ""))
        for key in keys
        if _reads(key, standing, read, eye, names) and (standing.get(key, 0) or changes or key in FIELD)
    )


def open_keys(read: Sheet) -> tuple[str, ...]:
    """The accounts of which somebody else may read, on the sheet as he has it; "gone" only where that was told to all."""
    uses = (f"{USE}{entry.id}" for entries in groups(read).values() for entry in entries)
    return (*(key for key, field in FIELD.items() if field in read.who), *uses)


def _reads(key: str, standing: Mapping[str, int], read: Sheet, eye: Eye, names: Mapping[str, str]) -> bool:
    if key in FIELD:
        return FIELD[key] in read.who
    if key.startswith(USE):
        return eye == Eye.TABLE or key.removeprefix(USE) in names
    if key == "gone":
        return eye != Eye.OTHER or bool(standing.get("gone_told"))
    return key in SIGNS and key != "gone_told" and eye != Eye.OTHER


def _line(entry: LedgerEntry, read: tuple[Account, ...], eye: Eye) -> Line:
    told = eye != Eye.OTHER
    return Line(
        code=entry.code,
        at=entry.at,
        cause=entry.cause if told or entry.cause in PUBLIC_CAUSES else "",
        source=entry.source if told or entry.cause == "fight" else "",
        reason=entry.reason if told else "",
        by=entry.by.nickname if told and entry.by else "",
        scene=entry.scene if told else None,
        accounts=read,
        undone=told and getattr(entry, "is_undone", False),
        undoes=told and entry.undoes_id is not None,
    )
