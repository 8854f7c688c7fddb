"""What a fact says: its own words, or what stands at the place of the sheet that it opens. Pure, but for the names of places."""

import msgspec
from django.utils.functional import Promise

from characters.fields import fields_of
from characters.labels import LABELS
from characters.models import Fact
from characters.sheet import Entry, Sheet
from characters.visibility import groups, place_of

UNLEARNT = frozenset({"portrait", "notes"})
"""Places that are no fact: a picture's code, and what is for the GM alone."""


class Told(msgspec.Struct, frozen=True):
    """A fact in words. `title` is a label of a sheet where it may be translated."""

    code: str
    grade: int
    title: str | Promise
    text: str
    opens: str = ""


def told(fact: Fact, sheet: Sheet) -> Told:
    return Told(
        fact.code,
        fact.grade,
        fact.title or title_of(fact.opens, sheet),
        fact.text or said_at(fact.opens, sheet),
        fact.opens,
    )


def places(sheet: Sheet) -> dict[str, str | Promise]:
    """Every place of the sheet that a fact may open, with what it is called."""
    fields = {field.key: LABELS[field.key] for field in fields_of(sheet.kind) if field.key not in UNLEARNT}
    entries = {place_of(group, entry): entry.name for group, entry in _entries(sheet)}
    return fields | {place: name or place for place, name in entries.items()}


def title_of(place: str, sheet: Sheet) -> str | Promise:
    return places(sheet).get(place, place)


def said_at(place: str, sheet: Sheet) -> str:
    """What stands at a place; "" where nothing does any more."""
    for group, entry in _entries(sheet):
        if place_of(group, entry) == place:
            return " ".join(filter(None, (entry.name, getattr(entry, "title", ""), entry.rank, entry.text)))
    known = next((field for field in fields_of(sheet.kind) if field.key == place), None)
    values = [] if known is None else [getattr(sheet, part) for part in known.holds]
    return "/".join(str(value) for value in values if isinstance(value, str | int) and not isinstance(value, bool))


def grade_of(place: str) -> int:
    """The grade that a place has where nobody said otherwise: a true name is learnt from four points on (trpg.md, part 3 e)."""
    if place == "true_name":
        return 4
    return {"phantasms": 3, "skills": 2, "spells": 2}.get(place.partition(".")[0], 1)


def _entries(sheet: Sheet) -> list[tuple[str, Entry]]:
    return [(group, entry) for group, entries in groups(sheet).items() for entry in entries]
