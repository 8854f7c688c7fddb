"""How much an ability may do at once (능력의 한도): repetitions within repetitions, effects within effects, numbers. Pure."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec

from boardgames.ace_royal.vocabulary import (
    Ability,
    Amount,
    AnyEffect,
    Choose,
    MakeProxy,
    OnlyIf,
    Repeat,
    RollDie,
    everything,
)

MOST_REPEATS = 10
"""How often anything is repeated, whatever its amount comes to."""
MOST_EFFECTS = 100
"""What one ability may do when all its repetitions are counted out; a move stays quick with it."""
DEEPEST = 8
"""Effects within effects."""


class Bounds(msgspec.Struct, frozen=True):
    """How much is too much."""

    effects: int = MOST_EFFECTS
    depth: int = DEEPEST
    number: int = 99
    amount: int = 40
    """How many characters an amount is long."""


NEW = Bounds()
"""What is typed in, and what a game is set up with."""
KEPT = Bounds(effects=100 * NEW.effects, depth=5 * NEW.depth, number=100 * NEW.number, amount=100 * NEW.amount)
"""What lies in a log, which may be older than the bounds. It may hold more, but nothing whose end nobody would see."""

type Excess = Literal["", "cell", "too_much", "bounds"]


def excess(ability: Ability, most: Bounds = NEW) -> Excess:
    """What of it goes beyond the bounds: `cell` it lies too deep to be read, `too_much` it does too much, `bounds` a number."""
    if depth(ability.do) > most.depth:
        return "cell"
    if _done(ability.do) > most.effects:
        return "too_much"
    return "" if all(_is_bounded(number, most) for number in _numbers(ability)) else "bounds"


def depth(effects: Iterable[AnyEffect]) -> int:
    """How many effects stand within each other."""
    return max((1 + max(map(depth, _inside(effect)), default=0) for effect in effects), default=0)


def _inside(effect: AnyEffect) -> Iterator[tuple[AnyEffect, ...]]:
    match effect:
        case Choose(options=options):
            yield from ((option,) for option in options)
        case OnlyIf(then=then, otherwise=otherwise):
            yield from (then, otherwise)
        case RollDie(table=table):
            yield from (row.do for row in table)
        case Repeat(do=do):
            yield do


def _done(effects: Iterable[AnyEffect]) -> int:
    """How many effects are done at most; what holds others counts as one even where nothing is in it."""
    return sum(max(_times(effect) * max(map(_done, _inside(effect)), default=1), 1) for effect in effects)


def _times(effect: AnyEffect) -> int:
    if not isinstance(effect, Repeat):
        return 1
    return min(max(effect.n, 0), MOST_REPEATS) if isinstance(effect.n, int) else MOST_REPEATS


def _numbers(ability: Ability) -> Iterator[Amount]:
    for effect in everything(ability.do):
        yield from (number for key in ("add", "n", "set") if (number := getattr(effect, key, None)) is not None)
        match effect:
            case MakeProxy(stats=stats):
                yield from stats.values()
            case OnlyIf(when=when):
                yield from _whole(when)
    for part in (*ability.when, *ability.cost):
        yield from _whole(part)


def _whole(part: msgspec.Struct) -> Iterator[int]:
    values: tuple[Any, ...] = msgspec.structs.astuple(part)
    return (value for value in values if isinstance(value, int))


def _is_bounded(number: Amount, most: Bounds) -> bool:
    return abs(number) <= most.number if isinstance(number, int) else len(number) <= most.amount
