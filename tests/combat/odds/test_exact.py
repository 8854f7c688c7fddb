"""The duel opened slot by slot, against plain recursion in exact fractions."""

from fractions import Fraction
from functools import cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.odds import matrix
from combat.odds.exact import MOST, PRECISION, solved, steps
from combat.rules.moves import WAIT
from tests.combat.odds.duels import between, small

CYCLE = [[0, -3, 4, 4], [5, 0, -3, 5], [-4, 3, 0, 3], [-4, -3, -3, 0]]


def in_fractions(duel):
    """The value by the definition: every slot a game whose prizes are the games that follow."""

    @cache
    def worth(ours, theirs, slots):
        if not slots:
            return Fraction()
        return matrix.solved(
            [
                [duel.gains[row][column] + worth(then, next_, slots - 1) for column, next_ in choices(theirs)]
                for row, then in choices(ours)
            ]
        ).value

    def choices(left):
        yield len(left), left
        for at, count in enumerate(left):
            if count:
                yield at, (*left[:at], count - 1, *left[at + 1 :])

    return worth(*duel.counts, duel.slots)


counts = st.tuples(*[st.integers(0, 2)] * 2)
gains = st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=3, max_size=3)


@settings(max_examples=40)
@given(counts, counts, st.integers(1, 4), gains)
def test_backward_induction_is_the_definition(ours, theirs, slots, gains):
    duel = small(ours, theirs, slots, gains)
    assert solved(duel).value == pytest.approx(float(in_fractions(duel)), abs=PRECISION)


def test_who_is_alike_wins_nothing():
    even = [[0, -3, 3, 3], [3, 0, -3, 3], [-3, 3, 0, 3], [-3, -3, -3, 0]]
    assert solved(small((2, 2, 2), (2, 2, 2), 6, even)).value == pytest.approx(0, abs=PRECISION)


def test_with_a_card_for_every_slot_each_is_shown_as_often_as_it_is_held():
    found = solved(between(slots_per_round=12))
    assert found.value == pytest.approx(77 / 960, abs=PRECISION)
    assert found.mixes[0] == pytest.approx({"smash": 4 / 12, "counter": 5 / 12, "onslaught": 3 / 12, WAIT: 0})
    assert found.mixes[1] == pytest.approx({"smash": 4 / 12, "counter": 3 / 12, "onslaught": 5 / 12, WAIT: 0})


def test_who_has_cards_left_when_the_other_has_none_strikes_freely():
    found = solved(small((1, 1, 0), (0, 0, 0), 2, CYCLE))
    assert found.value == pytest.approx((4 + 5) / 100) and found.mixes[1] == {WAIT: 1}


def test_waiting_pays_where_a_card_is_worth_more_later():
    """A card that only beats Wait is kept until the other has shown his last."""
    duel = small((1,), (1,), 2, [[-9, 5], [-1, 0]])
    assert solved(duel).mixes[0][WAIT] > 0.5


def test_the_next_card_after_some_were_shown_is_another_duel():
    duel = between(slots_per_round=12)
    later = msgspec.structs.replace(duel, counts=((0, 5, 0), (0, 0, 5)), slots=5)
    assert solved(later).value == pytest.approx(5 * -5 / 80)


def test_the_steps_are_counted_and_told():
    duel = between(slots_per_round=3)
    told = []
    solved(duel, told.append)
    assert sum(told) + 1 == steps(duel) == 10 * 10 + 4 * 4 + 1
    assert steps(between(slots_per_round=12)) < MOST
