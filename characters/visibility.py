"""Who may read what of a sheet: the only code that decides it. Pure.

`redacted` makes the sheet that somebody may read by putting a blank where he may not; everything he is shown, told or
asked is computed from that sheet, so what is hidden cannot leave a trace in a sum, an order or a message.
"""

from enum import StrEnum
from typing import Any, Final

import msgspec

from characters.fields import Field, fields_of
from characters.sheet import BLANK, ENTRIES, Entry, Sheet, Who


class Eye(StrEnum):
    """How somebody reads a sheet: he runs the table, it is his own, or neither."""

    TABLE = "table"
    OWNER = "owner"
    OTHER = "other"


_READ_BY: Final = {
    Who.ALL: frozenset(Eye),
    Who.OWNER: frozenset({Eye.TABLE, Eye.OWNER}),
    Who.GM: frozenset({Eye.TABLE}),
}
NOTHING_MORE: Final[frozenset[str]] = frozenset()
_STRICT: Final = (Who.ALL, Who.OWNER, Who.GM)


def may_read(who: Who, eye: Eye) -> bool:
    return eye in _READ_BY[who]


def who_reads(sheet: Sheet, field: Field) -> Who:
    return sheet.who.get(field.key, field.default)


def readable(sheet: Sheet, eye: Eye) -> tuple[Field, ...]:
    """The fields that `eye` may read, filled or not."""
    return tuple(field for field in fields_of(sheet.kind) if may_read(who_reads(sheet, field), eye))


def choices(field: Field, eye: Eye) -> tuple[Who, ...]:
    """Whom `eye` may give the field to: an owner hides nothing from himself."""
    return tuple(who for who in field.choices if may_read(who, eye))


def redacted(sheet: Sheet, eye: Eye, now: Sheet | None = None, known: frozenset[str] = NOTHING_MORE) -> Sheet:
    """The sheet as `eye` may read it; an older version only as far as today's, `now`, lets him too.

    `known` are places that this reader has learnt of (`characters.knowledge`): fields, and entries as "phantasms.reed".
    """
    open_ = {field.key for field in readable(sheet, eye)} | known
    read = {field.key: who_reads(sheet, field) for field in fields_of(sheet.kind) if field.key in open_}
    if now is not None and now is not sheet:
        read = {field.key: read[field.key] for field in readable(now, eye) if field.key in read}
    today = _entry_readers(now)
    blank = BLANK[sheet.kind]
    hidden = (attribute for field in fields_of(sheet.kind) if field.key not in read for attribute in field.holds)
    return msgspec.structs.replace(
        sheet,
        who=read,
        **{attribute: getattr(blank, attribute) for attribute in hidden},
        **{
            group: tuple(
                e
                for e in entries
                if may_read(_stricter(e.who, today.get(e.id, e.who)), eye) or place_of(group, e) in known
            )
            for group, entries in groups(sheet).items()
        },
    )


def place_of(group: str, entry: Entry) -> str:
    """How a fact names an entry of a sheet."""
    return f"{group}.{entry.id}"


def settled(sheet: Sheet) -> Sheet:
    """The sheet with every field's readers written out, so that equal sheets are equal values."""
    return msgspec.structs.replace(sheet, who={field.key: who_reads(sheet, field) for field in fields_of(sheet.kind)})


def merged(now: Sheet, written: Sheet, eye: Eye) -> Sheet:
    """What `eye` wrote, and of what he may not read all that stands there now."""
    kept = [field for field in fields_of(now.kind) if not may_read(who_reads(now, field), eye)]
    who = {field.key: who_reads(written, field) for field in fields_of(now.kind) if field not in kept}
    return msgspec.structs.replace(
        written,
        who=who | {field.key: who_reads(now, field) for field in kept},
        **{attribute: getattr(now, attribute) for field in kept for attribute in field.holds},
        **{group: _put_back(entries, getattr(written, group), eye) for group, entries in groups(now).items()},
    )


def tightened(old: Sheet, now: Sheet) -> Sheet:
    """An older version to be restored: nothing in it becomes more public than it is today."""
    today = _entry_readers(now)
    return msgspec.structs.replace(
        old,
        who={field.key: _stricter(who_reads(old, field), who_reads(now, field)) for field in fields_of(old.kind)},
        **{
            group: tuple(msgspec.structs.replace(e, who=_stricter(e.who, today.get(e.id, e.who))) for e in entries)
            for group, entries in groups(old).items()
        },
    )


def groups(sheet: Sheet) -> dict[str, tuple[Any, ...]]:
    """The lists of entries that a sheet of this kind has."""
    return {group: getattr(sheet, group) for group in ENTRIES if hasattr(sheet, group)}


def _entry_readers(sheet: Sheet | None) -> dict[str, Who]:
    return {} if sheet is None else {e.id: e.who for entries in groups(sheet).values() for e in entries}


def _stricter(one: Who, other: Who) -> Who:
    return max(one, other, key=_STRICT.index)


def _put_back(now: tuple[Entry, ...], written: tuple[Entry, ...], eye: Eye) -> tuple[Entry, ...]:
    """The written entries with the hidden ones at the places they had, as far as the list still reaches."""
    entries = list(written)
    for place, entry in enumerate(now):
        if not may_read(entry.who, eye):
            entries.insert(min(place, len(entries)), _renamed(entry, {other.id for other in entries}))
    return tuple(entries)


def _renamed(entry: Entry, taken: set[str]) -> Entry:
    """With an id of its own. The hidden entry gives way: to rename the written one would tell that there is a hidden one."""
    free = next(id for count in range(len(taken) + 1) if (id := entry.id + "-x" * count) not in taken)
    return msgspec.structs.replace(entry, id=free)
