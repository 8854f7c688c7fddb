"""The form of a sheet as a template draws it: every answer with its place, its fault, and who may read it."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from characters import visibility
from characters.answers import TYPED, Answers, Row
from characters.budgets import Spent, spent
from characters.changes import Change
from characters.derived import Derived, derived, offer
from characters.fields import BY_KEY
from characters.labels import LABELS
from characters.reading import EFFECTS, MOST_PLUS, Read
from characters.sheet import BASIC, DAMAGE_KINDS, LETTERS, STATS, Servant, Sheet, Who
from characters.view import House
from characters.visibility import Eye, choices, may_read, redacted
from characters.wording import Fault, readable


class Input(msgspec.Struct, frozen=True):
    """One input: its name, what stands in it, what is wrong with it, and to whom the field may be given."""

    name: str
    value: str
    fault: Fault | None = None
    who: str = ""
    readers: tuple[Who, ...] = ()

    @property
    def id(self) -> str:
        return id_of(self.name)


class Inputs:
    """The inputs under one prefix: those of the sheet itself, or of one row. Templates ask `inputs.true_name`."""

    def __init__(self, said: Mapping[str, str], faults: Mapping[str, Fault], eye: Eye, prefix: str = ""):
        self.said, self.faults, self.eye, self.prefix = said, faults, eye, prefix

    def __getitem__(self, key: str) -> Input:
        name, said = self.prefix + key, self.said.get(key, "")
        fault = self.faults.get(name)
        field = BY_KEY.get(key) if not self.prefix else None
        readers = choices(field, self.eye) if field else ()
        return Input(
            name=name,
            value=readable(said) if fault and fault.code in {"unseen", "unreadable"} else said,
            fault=fault,
            who=self.said.get(f"who.{key}", ""),
            readers=readers if len(readers) > 1 else (),
        )


class RowForm(msgspec.Struct, frozen=True):
    """One skill, phantasm or spell in the form."""

    group: str
    id: str
    inputs: Inputs
    effects: tuple[str, ...]
    readers: tuple[Who, ...]

    @property
    def label(self) -> str:
        return self.inputs.said.get("name", "")

    @property
    def signs(self) -> str:
        return "+" * plus_count(self.inputs.said.get("plus", ""))

    @property
    def opens(self) -> bool:
        """An entry that is new, or that something is wrong with."""
        return not self.label or any(at.startswith(self.inputs.prefix) for at in self.inputs.faults)


class SheetForm(msgspec.Struct, frozen=True):
    """All that the form's template needs. `made_from` is the fingerprint of the sheet that the answers began with."""

    kind: str
    eye: Eye
    answers: Answers
    read: Read
    house: House
    made_from: str = ""
    code: str = ""
    asked: bool = False
    masters: tuple[tuple[str, str], ...] = ()
    owners: tuple[tuple[str, str], ...] = ()
    owner: str = ""
    meanwhile: tuple[Change, ...] = ()
    stale: bool = False

    @property
    def faults(self) -> tuple[Fault, ...]:
        """A form that was not sent yet reproaches nobody."""
        return self.read.faults if self.asked else ()

    @property
    def by_place(self) -> dict[str, Fault]:
        return {fault.at: fault for fault in reversed(self.faults)}

    @property
    def inputs(self) -> Inputs:
        return Inputs(self.answers.said, self.by_place, self.eye)

    @property
    def rows(self) -> dict[str, tuple[RowForm, ...]]:
        return {group: tuple(self._row(group, row) for row in rows) for group, rows in self.answers.rows.items()}

    @property
    def asks(self) -> frozenset[str]:
        """The fields that this person may read, and so is asked for."""
        return frozenset(field.key for field in visibility.readable(self.read.sheet, self.eye))

    @property
    def stats(self) -> tuple[str, ...]:
        return STATS[self.kind]

    @property
    def letters(self) -> tuple[str, ...]:
        return LETTERS

    @property
    def basic(self) -> tuple[str, ...]:
        return BASIC

    @property
    def typed(self) -> tuple[str, ...]:
        return TYPED

    @property
    def reaches(self) -> tuple[str, ...]:
        return ("one", "area")

    @property
    def sides(self) -> tuple[str, ...]:
        return ("attack", "defence")

    @property
    def costs(self) -> str:
        return str(LABELS["mp_cost"])

    @property
    def damage_kinds(self) -> tuple[str, ...]:
        return DAMAGE_KINDS

    @property
    def own(self) -> Sheet:
        """The sheet that the answers make so far, as this person may read it."""
        return redacted(self.read.sheet, self.eye)

    @property
    def derived(self) -> Derived:
        return derived(self.own, self.house.settings)

    @property
    def budgets(self) -> dict[str, Spent]:
        return spent(self.own, self.house.budgets)

    @property
    def offer(self) -> tuple[int, int] | None:
        """HP and MP that go with the ranks, where they are not there already (G-16)."""
        sheet = self.own
        if not isinstance(sheet, Servant) or (sheet.hp_max, sheet.mp_max) == offer(sheet, self.house.settings):
            return None
        return offer(sheet, self.house.settings)

    def _row(self, group: str, row: Row) -> RowForm:
        inputs = Inputs(row.said, self.by_place, self.eye, f"{group}.{row.id}.")
        return RowForm(group, row.id, inputs, EFFECTS[group], tuple(who for who in Who if may_read(who, self.eye)))


def id_of(name: str) -> str:
    """The element of an input, for labels and links."""
    return "i-" + name.replace(".", "-").replace("_", "-")


def plus_count(value: str) -> int:
    return min(int(value), MOST_PLUS) if value.isascii() and value.isdecimal() and len(value) < 3 else 0


def pluses(value: str) -> Iterator[dict[str, Any]]:
    """The plus signs to choose from: up to three, or as many as there are already."""
    there = plus_count(value)
    for count in range(max(3, there) + 1):
        yield {"value": str(count or ""), "signs": "+" * count, "count": count, "on": count == there}
