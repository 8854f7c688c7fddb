"""Matrix games: a mix on each side that holds the other to the value proves the value."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.odds.matrix import solved, value


def matrices(numbers):
    sizes = st.tuples(st.integers(1, 5), st.integers(1, 5))
    return sizes.flatmap(
        lambda size: st.lists(st.lists(numbers, min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0])
    )


few_numbers = st.integers(-3, 3).map(Fraction)


@given(matrices(few_numbers))
def test_no_answer_is_better_than_the_value(matrix):
    found = solved(matrix)
    assert sum(found.rows) == sum(found.columns) == 1
    assert min(*found.rows, *found.columns, 0) == 0
    assert min(sum(map(mul, found.rows, column)) for column in zip(*matrix, strict=True)) == found.value
    assert max(sum(map(mul, found.columns, row)) for row in matrix) == found.value


def mul(share, number):
    return share * number


@given(matrices(few_numbers))
def test_the_value_alone_is_the_same(matrix):
    assert value(matrix) == solved(matrix).value


@given(matrices(few_numbers))
def test_floats_find_what_fractions_find(matrix):
    rounded = solved([[float(number) / 60 for number in row] for row in matrix])
    assert rounded.value == pytest.approx(float(solved(matrix).value) / 60, abs=1e-12)


@given(matrices(few_numbers))
def test_who_changes_seats_loses_what_he_won(matrix):
    turned = [[-number for number in column] for column in zip(*matrix, strict=True)]
    assert solved(turned).value == -solved(matrix).value


def test_three_that_beat_each_other_in_turn_are_shown_equally_often():
    third = Fraction(1, 3)
    found = solved([[Fraction(n) for n in row] for row in ((0, -1, 1), (1, 0, -1), (-1, 1, 0))])
    assert (found.value, found.rows, found.columns) == (0, (third,) * 3, (third,) * 3)


def test_what_wins_more_is_feared_more_and_shown_less():
    found = solved([[Fraction(n) for n in row] for row in ((0, -2, 1), (2, 0, -1), (-1, 1, 0))])
    assert found.rows == (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))


def test_a_sure_thing_needs_no_mix():
    found = solved([[3.0, 1.0], [0.0, -2.0]])
    assert (found.value, found.rows, found.columns) == (1.0, (1.0, 0.0), (0.0, 1.0))
