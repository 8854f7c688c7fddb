"""What changed from one version of a sheet to the next, as somebody may read it. Pure."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from characters.fields import fields_of
from characters.sheet import ENTRIES, Entry, Sheet
from characters.visibility import Eye, groups, redacted, who_reads


class Change(msgspec.Struct, frozen=True):
    """One attribute before → after. In an entry `group` is its list and `name` what it is called; an entry that came or
    went as a whole has `part` "". `part` "who" is a change of readers, of the field `group`."""

    part: str
    before: Any
    after: Any
    group: str = ""
    name: str = ""


class Step(msgspec.Struct, frozen=True):
    """A version that somebody can tell from the one before it. `index` is its place in the sequence that was given;
    `before` (None: it is the first) and `after` are the sheets as he may read them."""

    index: int
    number: int
    before: Sheet | None
    after: Sheet

    @property
    def changes(self) -> tuple[Change, ...]:
        return () if self.before is None else changes(self.before, self.after)


def history(sheets: Sequence[Sheet], eye: Eye) -> list[Step]:
    """The versions (oldest first) that `eye` can tell apart, numbered from 1 as he counts them, newest first."""
    steps: list[Step] = []
    before: Sheet | None = None
    for index, sheet in enumerate(sheets):
        after = redacted(sheet, eye, sheets[-1])
        if after != before:
            steps.append(Step(index, len(steps) + 1, before, after))
        before = after
    return steps[::-1]


def changes(before: Sheet, after: Sheet) -> tuple[Change, ...]:
    """All that differs, in the order of a sheet."""
    return (*_fields(before, after), *(c for group in ENTRIES for c in _entries(group, before, after)))


def _fields(before: Sheet, after: Sheet) -> Iterator[Change]:
    yield from _differing(("name",), before, after)
    for field in fields_of(before.kind):
        yield from _differing(field.holds, before, after)
        if (was := who_reads(before, field)) != (now := who_reads(after, field)):
            yield Change("who", was, now, field.key)


def _differing(parts: tuple[str, ...], before: Any, after: Any, group: str = "", name: str = "") -> Iterator[Change]:
    for part in parts:
        if (was := getattr(before, part)) != (now := getattr(after, part)):
            yield Change(part, was, now, group, name)


def _entries(group: str, before: Sheet, after: Sheet) -> Iterator[Change]:
    old = {entry.id: entry for entry in groups(before).get(group, ())}
    new = {entry.id: entry for entry in groups(after).get(group, ())}
    yield from (Change("", entry.name, None, group, entry.name) for key, entry in old.items() if key not in new)
    for key, entry in new.items():
        yield from _entry(group, old[key], entry) if key in old else (Change("", None, entry.name, group, entry.name),)
    # several defence skills apply in the order of the sheet, so a new order is a change
    if [key for key in old if key in new] != [key for key in new if key in old]:
        yield Change("order", _names(old), _names(new), group)


def _entry(group: str, before: Entry, after: Entry) -> Iterator[Change]:
    parts = tuple(part for part in type(after).__struct_fields__ if part != "id")
    yield from _differing(parts, before, after, group, after.name)


def _names(entries: dict[str, Entry]) -> tuple[str, ...]:
    return tuple(entry.name for entry in entries.values())
