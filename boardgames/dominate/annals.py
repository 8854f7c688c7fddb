"""What is written down of a round as it goes: placements, turns, battles, changes, eliminations. Pure.

These are the values of the result record; players stand in them by seat id.
"""

from typing import Literal

import msgspec

type Counted = Literal["mana", "results", "spells", "shards"]


class Term(msgspec.Struct, frozen=True):
    """One reason of a sum: the rule or card, and what it adds."""

    rule: str
    value: int


class Placed(msgspec.Struct, frozen=True):
    who: str
    at: str
    token: int


class Turn(msgspec.Struct, frozen=True):
    """A turn that is over: all cards shown, those face down, where it ended, the power total then."""

    who: str
    up: tuple[str, ...]
    down: tuple[str, ...]
    at: str
    power: int | None
    name: str


class Total(msgspec.Struct, frozen=True):
    who: str
    total: int
    routed: bool
    why: tuple[Term, ...]


class Battle(msgspec.Struct, frozen=True):
    """A field weighed (D-35 … D-38): `share` is what each winner gets."""

    field: str
    totals: tuple[Total, ...]
    winners: tuple[str, ...]
    prize: int
    why: tuple[Term, ...]
    share: int


class Change(msgspec.Struct, frozen=True):
    who: str
    what: Counted
    value: int
    rule: str


class Laid(msgspec.Struct, frozen=True):
    """The stakes of both fields in the order laid."""

    field_a: tuple[str, ...] = ()
    field_b: tuple[str, ...] = ()

    def on(self, place: str | None) -> tuple[str, ...]:
        return self.field_a if place == "field_a" else self.field_b if place == "field_b" else ()


class Round(msgspec.Struct, frozen=True):
    """A round as far as it got."""

    round: int
    climax: bool
    start: str
    situation: str | None = None
    npc: str | None = None
    stakes: Laid = Laid()
    placed: tuple[Placed, ...] = ()
    turns: tuple[Turn, ...] = ()
    battles: tuple[Battle, ...] = ()
    swap: str | None = None
    changes: tuple[Change, ...] = ()


class Elimination(msgspec.Struct, frozen=True):
    """One step of 淘汰: the groups that went, in the order of going."""

    before_round: int
    rule: str
    out: tuple[tuple[str, ...], ...]
    spared: tuple[str, ...]
    tie: bool
