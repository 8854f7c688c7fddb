"""What is asked about a fight, or about every pair of a war, and all that can be said about it. Goes in and out as JSON."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import msgspec

from combat.odds import exact, sealed
from combat.odds.duel import Duel, duel
from combat.odds.simulated import Ending, Rate, Summary, fights, rate, summed
from combat.rules import read_setup
from combat.rules.state import Setup
from tabletop.game import Illegal

FIGHTS_OF_TWO, FIGHTS_OF_MORE, FIGHTS_A_PAIR = 10_000, 2_000, 1_000
STEPS_A_FIGHT = 25
"""So many steps of an exact solution take about as long as one simulated fight."""

PORTION = 25

type Tell = Callable[[int], object]
"""Hears now and then how much more is done, in fights; it may raise to stop the work."""


class AskedFight(msgspec.Struct, frozen=True, tag="fight"):
    """The odds of one fight: its setup as in the record."""

    setup: dict[str, Any]
    seed: int


class AskedPairs(msgspec.Struct, frozen=True, tag="pairs"):
    """The odds of each of these combatants alone against each other."""

    combatants: tuple[dict[str, Any], ...]
    settings: dict[str, Any]
    seed: int


class ListShare(msgspec.Struct, frozen=True):
    cards: dict[str, int]
    share: float


class DuelOdds(msgspec.Struct, frozen=True):
    """A duel computed exactly. Values are for the first side, in HP shares: the other's loss less its own.

    `shuffled` and `best` are fractions as text. `value` and `mixes` (the next card, when slots are opened one by one) are
    None where the solution would take too long. `left_out` as `duel.Duel` has it.
    """

    shuffled: str
    best: str
    lists: tuple[tuple[ListShare, ...], tuple[ListShare, ...]]
    left_out: tuple[str, ...]
    value: float | None = None
    mixes: tuple[dict[str, float], dict[str, float]] | None = None


class FightOdds(msgspec.Struct, frozen=True, tag="fight"):
    """Many fights, and for a duel what is exact about it; else why there is nothing exact (a code)."""

    summary: Summary
    duel: DuelOdds | None = None
    inexact: str = ""


class Pair(msgspec.Struct, frozen=True):
    """The first of two against the second, by id."""

    one: str
    other: str
    wins: Rate
    losses: Rate
    draws: Rate


class PairsOdds(msgspec.Struct, frozen=True, tag="pairs"):
    seed: int
    fights: int
    pairs: tuple[Pair, ...]


type Asked = AskedFight | AskedPairs
type Answer = FightOdds | PairsOdds


def work(asked: Asked) -> int:
    """How much there is to do, in fights."""
    match asked:
        case AskedPairs():
            return len(_pairs(asked)) * FIGHTS_A_PAIR
        case AskedFight(setup=value):
            setup = _read(value)
            found = duel(setup)
            return _fights(setup) + (_steps(found) // STEPS_A_FIGHT if isinstance(found, Duel) else 0)


def answer(asked: Asked, tell: Tell, so_far: Answer | None = None) -> Answer:
    """The answer, or a good part of it: a table grows by one pair at a time, from what it was `so_far`."""
    match asked:
        case AskedFight(setup=setup, seed=seed):
            return _of_fight(_read(setup), seed, tell)
        case AskedPairs():
            return _one_pair_more(asked, so_far.pairs if isinstance(so_far, PairsOdds) else (), tell)


def is_whole(asked: Asked, found: Answer) -> bool:
    """Whether nothing is missing of the answer."""
    return not (isinstance(asked, AskedPairs) and isinstance(found, PairsOdds)) or len(found.pairs) == len(
        _pairs(asked)
    )


def _read(value: dict[str, Any]) -> Setup:
    setup = read_setup(value)
    if isinstance(setup, Illegal):
        raise ValueError(f"no setup to compute: {setup.code}")
    return setup


def _of_fight(setup: Setup, seed: int, tell: Tell) -> FightOdds:
    found = duel(setup)
    exactly = None if isinstance(found, Illegal) else _exactly(found, tell)
    summary = summed(setup, seed, _fought(setup, seed, _fights(setup), tell))
    return FightOdds(summary, exactly, found.code if isinstance(found, Illegal) else "")


def _fights(setup: Setup) -> int:
    return FIGHTS_OF_TWO if len(setup.combatants) == 2 else FIGHTS_OF_MORE


def _fought(setup: Setup, seed: int, count: int, tell: Tell) -> list[Ending]:
    found: list[Ending] = []
    for first in range(0, count, PORTION):
        found += fights(setup, seed, range(first, min(first + PORTION, count)))
        tell(len(found) - first)
    return found


def _steps(found: Duel) -> int:
    steps = exact.steps(found)
    return steps if steps <= exact.MOST else 0


def _exactly(found: Duel, tell: Tell) -> DuelOdds:
    lists = sealed.best(found)
    odds = DuelOdds(
        shuffled=_text(sealed.shuffled(found)),
        best=_text(lists.value),
        lists=(_shares(lists.lists[0]), _shares(lists.lists[1])),
        left_out=found.left_out,
    )
    if not _steps(found):
        return odds
    solution = exact.solved(found, _Slowly(tell).heard)
    return msgspec.structs.replace(odds, value=solution.value, mixes=solution.mixes)


class _Slowly:
    """Counts steps and tells them on as fights."""

    def __init__(self, tell: Tell):
        self.tell, self.steps = tell, 0

    def heard(self, steps: int) -> None:
        self.steps += steps
        fights, self.steps = divmod(self.steps, STEPS_A_FIGHT)
        if fights:
            self.tell(fights)


def _text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _shares(lists: Sequence[sealed.List]) -> tuple[ListShare, ...]:
    return tuple(ListShare(one.cards, float(one.share)) for one in lists)


def _pairs(asked: AskedPairs) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Everybody with everybody, in front and on a side of his own."""
    apart = [{**one, "side": str(number), "line": "front"} for number, one in enumerate(asked.combatants)]
    return list(combinations(apart, 2))


def _one_pair_more(asked: AskedPairs, known: tuple[Pair, ...], tell: Tell) -> PairsOdds:
    following = _pairs(asked)[len(known) :][:1]
    found = [_pair(one, other, asked, tell) for one, other in following]
    return PairsOdds(asked.seed, FIGHTS_A_PAIR, (*known, *found))


def _pair(one: dict[str, Any], other: dict[str, Any], asked: AskedPairs, tell: Tell) -> Pair:
    setup = _read({"settings": asked.settings, "combatants": [one, other]})
    winners = [ending.winner for ending in _fought(setup, asked.seed, FIGHTS_A_PAIR, tell)]
    won, lost = winners.count(one["side"]), winners.count(other["side"])
    of = len(winners)
    return Pair(one["id"], other["id"], rate(won, of), rate(lost, of), rate(of - won - lost, of))
