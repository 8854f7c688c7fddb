"""What stands in the inputs of a sheet's form, as text: from a sheet, from what was sent, and with a row more or less. Pure.

A form is asked again with exactly these answers, so nothing anybody typed is lost. Names of inputs: a field's attribute,
`strength.plus`, `smash.count`, `who.secret`; in rows `skills.<id>.name`, and `skills` once per row with its id.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from characters.fields import fields_of
from characters.sheet import (
    BASIC,
    BLANK,
    ENTRIES,
    STATS,
    Entry,
    Phantasm,
    Sheet,
    Skill,
    Spell,
    Typed,
    letter_of,
    plus_of,
)
from characters.visibility import groups, who_reads

ROW_ID: Final = re.compile(r"[a-z0-9-]{1,24}")
MOST_ROWS: Final = 20
LONGEST: Final = 20_000
"""Nothing that is longer is asked again."""

ENTRY_TYPES: Final = {"skills": Skill, "phantasms": Phantasm, "spells": Spell}
TYPED: Final = (*BASIC, "critical")
_ENTRY: Final = ("name", "rank", "plus", "effect", "text", "points", "who")
PARTS: Final = {
    "skills": (*_ENTRY, "loses_to", "count", "damage", "against", "amount", "uses"),
    "phantasms": (*_ENTRY, "title", "targets", "damage", "mp_damage", "mp", "uses", "against", "amount"),
    "spells": (*_ENTRY, "mp", "uses", "steps", "damage", "helps", "amount"),
}
_POINTS: Final = ("hp", "hp_max", "mp", "mp_max")
_TYPED: Final = tuple(f"{card}.{part}" for card in TYPED for part in ("count", "damage"))
_OWN: Final = {
    "servant": ("master",),
    "master": ("fortune_left", "conviction_left", "command_spells", "forced_return_used"),
}


class Row(msgspec.Struct, frozen=True):
    id: str
    said: dict[str, str]


class Answers(msgspec.Struct, frozen=True):
    """Every input's text by its name; the rows of each group in their order."""

    kind: str
    said: dict[str, str]
    rows: dict[str, tuple[Row, ...]]


def groups_of(kind: str) -> tuple[str, ...]:
    return ENTRIES if kind == "servant" else ("skills", "spells")


def inputs_of(kind: str) -> tuple[str, ...]:
    """The names of all inputs outside the rows."""
    texts = (field.key for field in fields_of(kind) if field.long)
    ranks = (name for stat in STATS[kind] for name in (stat, f"{stat}.plus"))
    readers = (f"who.{field.key}" for field in fields_of(kind))
    return ("name", *texts, *ranks, *_POINTS, *_TYPED, "ranged", *_OWN[kind], *readers)


def sent(kind: str, lists: Mapping[str, Sequence[str]]) -> Answers:
    """The answers in a form that was sent; inputs that are none of ours are not looked at."""
    said = {name: _text(lists.get(name, ())) for name in inputs_of(kind)}
    rows = {group: tuple(_row(group, id, lists) for id in _ids(lists.get(group, ()))) for group in groups_of(kind)}
    return Answers(kind, said, rows)


def filled(sheet: Sheet) -> Answers:
    """The answers that say what the sheet says."""
    plain = {name: _shown(getattr(sheet, name)) for name in inputs_of(sheet.kind) if hasattr(sheet, name)}
    for stat in STATS[sheet.kind]:
        rank = getattr(sheet, stat)
        plain |= {stat: letter_of(rank), f"{stat}.plus": _shown(plus_of(rank))}
    for card in TYPED:
        plain |= _typed(card, getattr(sheet, card))
    readers = {f"who.{field.key}": who_reads(sheet, field).value for field in fields_of(sheet.kind)}
    rows = {group: tuple(_filled_row(group, entry) for entry in entries) for group, entries in groups(sheet).items()}
    return Answers(sheet.kind, plain | readers, rows)


def asked_first(kind: str) -> Answers:
    """The answers of a sheet nobody has written yet: HP and MP still open."""
    answers = filled(BLANK[kind])
    return msgspec.structs.replace(answers, said=answers.said | dict.fromkeys(_POINTS, ""))


def with_row(answers: Answers, group: str, id: str) -> Answers:
    """With an empty row of that id at the end of the group."""
    fresh = _filled_row(group, ENTRY_TYPES[group](id=id))
    open_row = Row(id, fresh.said | dict.fromkeys(("damage", "mp", "mp_damage"), ""))
    return msgspec.structs.replace(answers, rows=answers.rows | {group: (*answers.rows[group], open_row)})


def without_row(answers: Answers, group: str, id: str) -> Answers:
    left = tuple(row for row in answers.rows[group] if row.id != id)
    return msgspec.structs.replace(answers, rows=answers.rows | {group: left})


def with_points(answers: Answers, hp: int, mp: int) -> Answers:
    """With HP and MP full at these numbers (G-16)."""
    points = {"hp": hp, "hp_max": hp, "mp": mp, "mp_max": mp}
    return msgspec.structs.replace(answers, said=answers.said | {key: str(value) for key, value in points.items()})


def rebased(mine: Answers, base: Answers, fresh: Answers) -> Answers:
    """`mine`, begun from `base`, carried over to `fresh`: what I did not touch is as it stands now, what I wrote is mine."""
    said = {name: text if text != base.said[name] else fresh.said[name] for name, text in mine.said.items()}
    rows = {group: _rebased_rows(mine.rows[group], base.rows[group], fresh.rows[group]) for group in mine.rows}
    return Answers(mine.kind, said, rows)


def _rebased_rows(mine: tuple[Row, ...], base: tuple[Row, ...], fresh: tuple[Row, ...]) -> tuple[Row, ...]:
    before, now = {row.id: row for row in base}, {row.id: row for row in fresh}
    kept = [now.get(row.id) if row == before.get(row.id) else row for row in mine]
    added = [row for row in fresh if row.id not in before and row.id not in {each.id for each in mine}]
    return (*(row for row in kept if row is not None), *added)


def _text(values: Sequence[str]) -> str:
    """One answer; several ticked boxes are words in a row."""
    return " ".join(values)[:LONGEST]


def _ids(values: Sequence[str]) -> list[str]:
    ids = dict.fromkeys(id for id in values if ROW_ID.fullmatch(id))
    return list(ids)[: MOST_ROWS + 1]


def _row(group: str, id: str, lists: Mapping[str, Sequence[str]]) -> Row:
    return Row(id, {part: _text(lists.get(f"{group}.{id}.{part}", ())) for part in PARTS[group]})


def _filled_row(group: str, entry: Entry) -> Row:
    said = {part: _shown(getattr(entry, part)) for part in PARTS[group] if hasattr(entry, part)}
    said |= {"rank": letter_of(entry.rank), "plus": _shown(plus_of(entry.rank))}
    if isinstance(entry, Skill):
        said["loses_to"] = next((card for card in BASIC if card not in entry.beats), "") if entry.beats else ""
    return Row(entry.id, said)


def _typed(card: str, typed: Typed) -> dict[str, str]:
    return {f"{card}.count": _shown(typed.count), f"{card}.damage": _shown(typed.damage)}


def _shown(value: Any) -> str:
    match value:
        case None | False:
            return ""
        case True:
            return "on"
        case tuple():
            return " ".join(value)
        case _:
            return str(value)
