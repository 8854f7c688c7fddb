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
