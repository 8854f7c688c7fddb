"""A plan goes into its form and comes out the same."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from combat.plan_form import laid, slots_of
from combat.rules.moves import Slot

WORDS = st.sampled_from(["smash", "counter", "skill:mana-burst", "np:reed-wave", "spell:bolt"])
WHO = st.sampled_from(["saber", "lancer", "a1b2"])
SUPPORTS = st.fixed_dictionaries(
    {"to": WHO, "with": st.sampled_from(["general", "skill:art"]), "for": st.sampled_from(["attack", "defence"])}
) | st.fixed_dictionaries({"to": WHO, "with": st.just("spell:shield")})
SLOTS = (
    st.just({})
    | st.fixed_dictionaries({"attack": st.dictionaries(WHO, WORDS, min_size=1)})
    | st.fixed_dictionaries({"support": SUPPORTS})
)


@given(st.lists(SLOTS, min_size=1, max_size=25))
def test_what_was_handed_in_is_what_the_form_says(slots):
    sealed = msgspec.convert(slots, tuple[Slot, ...])
    assert slots_of(laid(sealed), len(slots)) == slots


@given(st.dictionaries(st.text(max_size=12), st.text(max_size=12), max_size=5), st.integers(1, 25))
def test_any_form_gives_as_many_slots_as_the_round_has(fields, length):
    assert len(slots_of(fields, length)) == length


def test_wait_and_places_beyond_the_round_are_no_entries():
    fields = {"a-1-lancer": "wait", "a-2-lancer": "smash", "a-8-lancer": "smash", "a-0-lancer": "smash"}
    assert slots_of(fields, 7) == [{}, {"attack": {"lancer": "smash"}}, {}, {}, {}, {}, {}]
