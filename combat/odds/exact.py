"""The duel opened slot by slot, solved: which card next, and what the fight is worth when both play well.

What counts is the difference of the HP shares lost (R-OTHER-1b): 1/10 means that the
second side loses a tenth of its HP more than the first. Backward induction over what is left of every card, with a small
matrix game at each step. Both sides know what both have left.
"""

from collections.abc import Callable, Iterator
from itertools import product

import msgspec

from combat.odds import matrix
from combat.odds.duel import Duel, Mix
from combat.rules.moves import WAIT

PRECISION = 1e-9
"""The error of rounding stays below this."""

MOST = 1_500_000
"""Steps that are still worth waiting for: two sides with twelve basic cards each are 72,102."""


class Solution(msgspec.Struct, frozen=True):
    """The duel's value for the first side, and how often each side shows which card in the next slot."""

    value: float
    mixes: tuple[Mix, Mix]


type _Choices = tuple[tuple[int, int], ...]
"""What may be shown: the card's place (the last is Wait), and what is left afterwards as a number of `_left`."""


def steps(duel: Duel) -> int:
    """How many matrix games the duel is."""
    return sum(
        len(_reached(duel, 0, _tree(duel.counts[0]), slots)) * len(_reached(duel, 1, _tree(duel.counts[1]), slots))
        for slots in range(1, duel.slots + 1)
    )


def solved(duel: Duel, tell: Callable[[int], object] = int) -> Solution:
    """The equilibrium of the next slot, and of all that follow it. `tell` hears now and then how many steps were done more."""
    gains = [[float(gain) for gain in row] for row in duel.gains]
    ours, theirs = _tree(duel.counts[0]), _tree(duel.counts[1])
    worth = [[0.0] * len(theirs) for _ in ours]
    for slots in range(1, duel.slots):
        worth = _one_slot_earlier(worth, gains, _reached(duel, 0, ours, slots), _reached(duel, 1, theirs, slots), tell)
    game = matrix.solved(_game(worth, gains, ours[-1], theirs[-1]))
    mixes = _mix(duel.words[0], ours[-1], game.rows), _mix(duel.words[1], theirs[-1], game.columns)
    return Solution(game.value, mixes)


def _tree(counts: tuple[int, ...]) -> list[_Choices]:
    """For everything that may be left of the cards, in ascending order, what may be shown. The last is the full hand."""
    strides = [1] * len(counts)
    for at in range(len(counts) - 1, 0, -1):
        strides[at - 1] = strides[at] * (counts[at] + 1)
    return [
        (
            *((at, number - strides[at]) for at, count in enumerate(left) if count),
            (len(counts), number),
        )
        for number, left in enumerate(_left(counts))
    ]


def _left(counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return product(*(range(count + 1) for count in counts))


def _reached(duel: Duel, side: int, tree: list[_Choices], slots: int) -> list[tuple[int, _Choices]]:
    """What can be left when `slots` slots are still to come: nobody has shown more cards than slots have passed."""
    least = sum(duel.counts[side]) - (duel.slots - slots)
    return [(number, tree[number]) for number, left in enumerate(_left(duel.counts[side])) if sum(left) >= least]


def _one_slot_earlier(
    worth: list[list[float]],
    gains: list[list[float]],
    ours: list[tuple[int, _Choices]],
    theirs: list[tuple[int, _Choices]],
    tell: Callable[[int], object],
) -> list[list[float]]:
    found = [[0.0] * len(row) for row in worth]
    for number, choices in ours:
        rows, line = [(gains[at], worth[left]) for at, left in choices], found[number]
        for other, answers in theirs:
            line[other] = matrix.value([[gain[at] + then[left] for at, left in answers] for gain, then in rows])
        tell(len(theirs))
    return found


def _game(worth: list[list[float]], gains: list[list[float]], ours: _Choices, theirs: _Choices) -> list[list[float]]:
    return [[gains[card][answer] + worth[left][then] for answer, then in theirs] for card, left in ours]


def _mix(words: tuple[str, ...], choices: _Choices, shares: tuple[float, ...]) -> Mix:
    named = (*words, WAIT)
    return {named[at]: share for (at, _), share in zip(choices, shares, strict=True)}
