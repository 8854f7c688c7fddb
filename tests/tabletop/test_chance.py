from hypothesis import given
from hypothesis import strategies as st

from tabletop.chance import CHANCE


@given(st.lists(st.integers(), max_size=30))
def test_shuffling_loses_and_adds_nothing(items):
    assert sorted(CHANCE.shuffled(items)) == sorted(items)


@given(st.integers(1, 50))
def test_a_drawn_number_stays_below_its_bound(bound):
    assert 0 <= CHANCE.below(bound) < bound


def test_every_order_of_three_comes_up():
    assert len({CHANCE.shuffled("abc") for _ in range(400)}) == 6


def test_every_number_below_the_bound_comes_up():
    assert {CHANCE.below(3) for _ in range(400)} == {0, 1, 2}
