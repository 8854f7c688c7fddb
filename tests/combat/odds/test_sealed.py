"""Sealed lists, against every list and every order there is."""

from fractions import Fraction as F
from itertools import permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from combat.odds import matrix
from combat.odds.exact import solved
from combat.odds.sealed import best, shuffled
from tests.combat.odds.duels import between, small

counts = st.tuples(*[st.integers(0, 2)] * 2)
gains = st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=3, max_size=3)


def orders(counts, slots):
    """Every list that can be handed in: a card or Wait (the last number) for each slot."""
    kinds = range(len(counts) + 1)
    return [
        order
        for order in product(kinds, repeat=slots)
        if all(order.count(at) <= count for at, count in enumerate(counts))
    ]


def worth(duel, ours, theirs):
    return sum(duel.gains[one][other] for one, other in zip(ours, theirs, strict=True))


@settings(max_examples=40)
@given(counts, counts, st.integers(1, 3), gains)
def test_no_order_of_cards_beats_the_best_lists(ours, theirs, slots, gains):
    """All orders of all lists as one game come to the same value."""
    duel = small(ours, theirs, slots, gains)
    game = [[worth(duel, one, other) for other in orders(theirs, slots)] for one in orders(ours, slots)]
    assert matrix.solved(game).value == best(duel).value


def test_shuffling_is_worth_the_mean_of_all_orders():
    duel = small((2, 1), (1, 2), 3, [[0, -3, 4], [5, 0, 5], [-4, -3, 0]])
    every = [worth(duel, one, other) for one in permutations((0, 0, 1)) for other in permutations((0, 1, 1))]
    assert shuffled(duel) == sum(every) / len(every)


def test_more_cards_than_slots_are_drawn_from_and_fewer_leave_waits():
    gains = [[1, 10], [0, 0]]
    assert shuffled(small((4,), (0,), 2, gains)) == F(2 * 10, 100)
    assert shuffled(small((1,), (0,), 2, gains)) == F(10, 100)


def test_the_best_lists_are_named_with_their_shares():
    found = best(between(slots_per_round=7))
    assert found.value == F(11, 210)
    assert [(one.cards, one.share) for one in found.lists[0]] == [
        ({"smash": 4, "counter": 3}, F(2, 3)),
        ({"smash": 4, "onslaught": 3}, F(1, 3)),
    ]
    assert [sum(one.share for one in lists) for lists in found.lists] == [1, 1]


def test_where_all_cards_are_shown_seeing_them_opened_changes_nothing():
    duel = between(slots_per_round=12)
    assert best(duel).value == shuffled(duel) == F(77, 960)
    assert abs(solved(duel).value - F(77, 960)) < 1e-9
