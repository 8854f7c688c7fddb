"""The duel opened slot by slot, solved: which card next, and what the fight is worth when both play well.

What counts is the difference of the HP shares lost (R-OTHER-1b): 1/10 means that the
second side loses a tenth of its HP more than the first. Backward induction over what is left of every card, with a small
matrix game at each step. Both sides know what both have left.
"""

from collections.abc import Callable, Mapping
from itertools import accumulate, product

import msgspec

from combat.odds import matrix
from combat.odds.duel import Duel, Mix
from combat.rules.moves import WAIT

PRECISION = 1e-9
"""The error of rounding stays below this."""

MOST = 400_000
"""Steps that are still worth waiting for: two sides with twelve basic cards each are 72,102."""


class Solution(msgspec.Struct, frozen=True):
    """The duel's value for the first side, and how often each side shows which card in the next slot."""

    value: float
    mixes: tuple[Mix, Mix]


type _Choices = tuple[tuple[int, int], ...]
"""What may be shown: the card's place (the last is Wait), and what is left afterwards as a number of `_tree`."""

type _Tree = list[tuple[int, _Choices]]
"""Everything that can be left: how many cards were shown by then, and what may be shown next. The last is the full hand."""


def steps(duel: Duel) -> int:
    """How many matrix games the duel is; quickly told, however many they are."""
    ours, theirs = (_hands(counts, duel.slots) for counts in duel.counts)
    return sum(one * other for one, other in zip(ours, theirs, strict=True))


def _hands(counts: tuple[int, ...], slots: int) -> list[int]:
    """In how many ways the hand can look after 0, 1, 2 … slots, each with one card less or none."""
    exactly = [1] + [0] * (slots - 1)
    for count in counts:
        exactly = [sum(exactly[max(0, shown - count) : shown + 1]) for shown in range(slots)]
    return list(accumulate(exactly))


def solved(duel: Duel, tell: Callable[[int], object] = int) -> Solution:
    """The equilibrium of the next slot, and of all that follow it. `tell` hears now and then how many steps were done more."""
    gains = [[float(gain) for gain in row] for row in duel.gains]
    ours, theirs = _tree(duel.counts[0], duel.slots), _tree(duel.counts[1], duel.slots)
    worth = [[0.0] * len(theirs) for _ in ours]
    for passed in range(duel.slots - 1, 0, -1):
        worth = _one_slot_earlier(worth, gains, _reached(ours, passed), _reached(theirs, passed), tell)
    game = matrix.solved(_game(worth, gains, ours[-1][1], theirs[-1][1]))
    mixes = _mix(duel.words[0], ours[-1][1], game.rows), _mix(duel.words[1], theirs[-1][1], game.columns)
    return Solution(game.value, mixes)


def _tree(counts: tuple[int, ...], slots: int) -> _Tree:
    """In the order of what is left. Hands that nobody can come to in so many slots are not in it."""
    whole = sum(counts)
    hands = [hand for hand in product(*(range(count + 1) for count in counts)) if sum(hand) >= whole - slots]
    numbers = {hand: number for number, hand in enumerate(hands)}
    return [(whole - sum(hand), _choices(hand, numbers)) for hand in hands]


def _choices(hand: tuple[int, ...], numbers: Mapping[tuple[int, ...], int]) -> _Choices:
    thens = ((at, (*hand[:at], count - 1, *hand[at + 1 :])) for at, count in enumerate(hand) if count)
    return (*((at, numbers[then]) for at, then in thens if then in numbers), (len(hand), numbers[hand]))


def _reached(tree: _Tree, passed: int) -> list[tuple[int, _Choices]]:
    """What can be left after `passed` slots, by number: nobody has shown more cards than slots have passed."""
    return [(number, choices) for number, (shown, choices) in enumerate(tree) if shown <= passed]


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
