"""The duel of sealed lists: everything is chosen before anything is seen.

Shuffling is best for both, because a shuffled list gives every order of it the same worth. So all that is left to choose is
how many of each card go in, and the worth of two shuffled lists is the mean over all pairs of their cards, slot for slot. Exact.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

import msgspec

from combat.odds import matrix
from combat.odds.duel import Duel
from combat.rules.moves import WAIT

type Counts = tuple[int, ...]
"""How many of each card, in the order of the duel's words; the last is Wait. They sum to the slots."""


class List(msgspec.Struct, frozen=True):
    """A list to be shuffled: cards by word, `wait` filling it up, and how often to hand in this one."""

    cards: dict[str, int]
    share: Fraction


class Lists(msgspec.Struct, frozen=True):
    """The best lists of both sides and what the duel is worth with them, for the first side."""

    value: Fraction
    lists: tuple[tuple[List, ...], tuple[List, ...]]


def shuffled(duel: Duel) -> Fraction:
    """The worth when both shuffle as many of their cards as there are slots, each card as likely as any other."""
    ours, theirs = _drawn(duel.counts[0], duel.slots), _drawn(duel.counts[1], duel.slots)
    return _met(duel, ours, theirs)


def best(duel: Duel) -> Lists:
    """The equilibrium: each side adds the best answer to the other's mix, until no answer is any better."""
    ours, theirs = [_any(duel.counts[0], duel.slots)], [_any(duel.counts[1], duel.slots)]
    while True:
        game = matrix.solved([[_met(duel, one, other) for other in theirs] for one in ours])
        we, they = _mean(ours, game.rows), _mean(theirs, game.columns)
        answer = _answer(duel, 0, lambda card, mean: _met(duel, card, mean), they)
        reply = _answer(duel, 1, lambda card, mean: -_met(duel, mean, card), we)
        gains, saves = _met(duel, answer, they) > game.value, _met(duel, we, reply) < game.value
        if not (gains or saves):
            return Lists(game.value, (_named(duel, 0, ours, game.rows), _named(duel, 1, theirs, game.columns)))
        ours += [answer] * gains
        theirs += [reply] * saves


def _met(duel: Duel, ours: Sequence[int | Fraction], theirs: Sequence[int | Fraction]) -> Fraction:
    """The worth of two shuffled lists: every card of the one meets every card of the other equally often."""
    pairs = (
        one * other * gain
        for one, row in zip(ours, duel.gains, strict=True)
        for other, gain in zip(theirs, row, strict=True)
    )
    return Fraction(sum(pairs), duel.slots)


def _drawn(counts: Counts, slots: int) -> tuple[Fraction, ...]:
    """How many of each card stand in the list on average."""
    whole = max(sum(counts), slots)
    return (*(Fraction(count * slots, whole) for count in counts), Fraction((whole - sum(counts)) * slots, whole))


def _any(counts: Counts, slots: int) -> Counts:
    return _filled(counts, slots, range(len(counts)))


def _filled(counts: Counts, slots: int, order: Sequence[int]) -> Counts:
    """The list with as many as there are of the first cards of `order`; the place after the last card is Wait."""
    chosen = [0] * (len(counts) + 1)
    for at in order:
        chosen[at] = min(counts[at], slots - sum(chosen)) if at < len(counts) else slots - sum(chosen)
    chosen[-1] = slots - sum(chosen[:-1])
    return tuple(chosen)


def _mean(lists: Sequence[Counts], shares: Sequence[Fraction]) -> tuple[Fraction, ...]:
    return tuple(
        sum((share * count for share, count in zip(shares, column, strict=True)), Fraction())
        for column in zip(*lists, strict=True)
    )


def _answer(
    duel: Duel,
    side: int,
    worth: Callable[[Sequence[int], Sequence[Fraction]], Fraction],
    mean: Sequence[Fraction],
) -> Counts:
    """The best list against an average one: the cards that win most, as many as there are."""
    kinds = len(duel.counts[side]) + 1
    each = [worth([int(at == card) for at in range(kinds)], mean) for card in range(kinds)]
    return _filled(duel.counts[side], duel.slots, sorted(range(kinds), key=lambda card: -each[card]))


def _named(duel: Duel, side: int, lists: Sequence[Counts], shares: Sequence[Fraction]) -> tuple[List, ...]:
    words = (*duel.words[side], WAIT)
    found = [
        List({word: count for word, count in zip(words, counts, strict=True) if count}, share)
        for counts, share in zip(lists, shares, strict=True)
        if share
    ]
    return tuple(sorted(found, key=lambda one: -one.share))
