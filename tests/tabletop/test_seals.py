"""A fingerprint is shown at hand-in; after the reveal everybody can check it."""

from hypothesis import given
from hypothesis import strategies as st

from tabletop import seals

MOVE = {"by": "alice", "do": "plan", "slots": [{"attack": {"bob": "smash"}}, {}]}

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)


@given(json_values)
def test_an_unchanged_move_keeps_its_seal(move):
    assert seals.is_whole(seals.seal(move), move)


@given(json_values, json_values)
def test_a_swapped_move_breaks_the_seal(sealed, swapped):
    if seals.canonical(sealed) != seals.canonical(swapped):
        assert not seals.is_whole(seals.seal(sealed), swapped)


def test_the_order_of_keys_does_not_matter():
    other = {"slots": MOVE["slots"], "do": "plan", "by": "alice"}
    assert seals.is_whole(seals.seal(MOVE), other)


def test_the_same_plan_sealed_twice_shows_different_digits():
    assert seals.shown(seals.seal(MOVE)) != seals.shown(seals.seal(MOVE))


def test_eight_digits_in_two_groups_are_shown():
    assert seals.shown({"salt": "", "print": "7c3e91af" + "0" * 56}) == "7C3E 91AF"
