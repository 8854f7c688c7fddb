"""Ranks (등급): a letter with optional plus signs, and the number a table gives to the letter (G-1)."""

from typing import Annotated

import msgspec

from combat.rules.shape import Natural

type Rank = Annotated[str, msgspec.Meta(pattern=r"\A(EX|[EDCBA])\+*\Z")]


class RankValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The number of each letter; the seed uses ranks as numbers but its table is lost (G-1)."""

    E: Natural = 1
    D: Natural = 2
    C: Natural = 3
    B: Natural = 4
    A: Natural = 5
    EX: Natural = 7


def value(rank: Rank, values: RankValues) -> int:
    """The number of the letter alone: plus signs count nothing until they are activated (G-1)."""
    number: int = getattr(values, rank.rstrip("+"))
    return number


def pluses(rank: Rank) -> int:
    return rank.count("+")


def half_up(number: int) -> int:
    """Half of a number from 0, rounded up."""
    return (number + 1) // 2
