"""What a rest comes to, and why: R-OTHER-6b, R-OTHER-6d, R-OTHER-7a, R-OTHER-7b, R-OTHER-7c, G-20."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from characters.ledger.house import Amount, House, read_house
from characters.ledger.resting import Body, Wish, reckon
from combat.rules.recovery import Points

HOUSE = House(
    servant={"": Amount(6, 3), "B": Amount(12, 9)}, master={"": Amount(3, 6)}, spirit_form=True, solid_cost=30
)


def servant(hp: int = 40, mp: int = 40, **more: object) -> Body:
    return Body("servant", Points(hp, mp), 80, 70, **more)


def master(hp: int, mp: int = 30) -> Body:
    return Body("master", Points(hp, mp), 20, 30)


def test_a_rest_in_a_base_gives_what_the_gm_has_set():
    """R-OTHER-7a."""
    found = reckon(servant(), Wish("rest", base=True), HOUSE)
    assert found.changes == {"hp": 6, "mp": 3} and not found.against and not found.open


def test_a_leyline_gives_its_grades_amounts():
    assert reckon(servant(), Wish("rest", base=True, grade="B"), HOUSE).changes == {"hp": 12, "mp": 9}


def test_a_grade_left_empty_gives_what_a_plain_base_gives():
    assert reckon(servant(), Wish("rest", base=True, grade="A"), HOUSE).changes == {"hp": 6, "mp": 3}


def test_amounts_nobody_has_set_are_the_gms_each_time():
    """G-20."""
    assert reckon(servant(), Wish("rest", base=True), House()).open
    given_now = reckon(servant(), Wish("rest", base=True, hp=5, mp=0), House())
    assert given_now.changes == {"hp": 5} and not given_now.open


def test_a_rest_fills_up_and_no_more():
    found = reckon(servant(hp=78, mp=70), Wish("rest", base=True), HOUSE)
    assert found.changes == {"hp": 2} and [each.code for each in found.why] == ["rested", "full"]


def test_hp_and_mp_are_full_each_for_itself():
    assert reckon(servant(hp=40, mp=69), Wish("rest", base=True), HOUSE).changes == {"hp": 6, "mp": 1}
    assert reckon(servant(hp=79, mp=40), Wish("rest", base=True), HOUSE).changes == {"hp": 1, "mp": 3}


def test_a_leyline_gives_nothing_to_who_rests_away_from_his_base():
    assert reckon(servant(), Wish("rest", grade="B"), HOUSE).changes == {"hp": 6, "mp": 3}


def test_who_has_more_than_full_keeps_it():
    assert reckon(servant(hp=90, mp=90), Wish("rest", base=True), HOUSE).changes == {}


def test_without_a_base_nobody_rests():
    against = reckon(servant(), Wish("rest"), HOUSE).against
    assert [(each.code, each.rule) for each in against] == [("no_base", "R-OTHER-6d")]
    assert reckon(master(5), Wish("rest"), HOUSE).against


@pytest.mark.parametrize(("hp", "mp"), [(-4, 30), (0, 30), (5, 0)])
def test_a_master_at_0_or_below_rests_anywhere(hp, mp):
    """R-OTHER-6d: −4, rest +3 → −1."""
    found = reckon(master(hp, mp), Wish("rest"), HOUSE)
    assert not found.against and found.why[0].rule == "R-OTHER-6d" and found.changes["hp"] == 3


@pytest.mark.parametrize(("body", "base"), [(master(-4), True), (master(5), False), (servant(mp=0), False)])
def test_that_he_may_rest_anywhere_is_a_reason_for_such_a_master_without_a_base_alone(body, base):
    """R-OTHER-6d."""
    assert "rests_anywhere" not in [each.code for each in reckon(body, Wish("rest", base=base), HOUSE).why]


@pytest.mark.parametrize(
    ("to", "amount", "enough"), [("hp", 43, True), ("hp", 44, False), ("mp", 9, True), ("mp", 10, False)]
)
def test_what_the_rest_gives_may_be_turned_at_once(to, amount, enough):
    """R-OTHER-7b: HP 4 and MP 40, rest +6 and +3; all MP may go, and HP down to 1."""
    found = reckon(servant(hp=4), Wish("rest", base=True, to=to, amount=amount), HOUSE)
    assert [each.code for each in found.against] == ([] if enough else ["not_enough"])


def test_a_resting_servant_turns_points_one_for_one():
    """R-OTHER-7b: 10 MP → 10 HP at rest."""
    found = reckon(servant(), Wish("rest", base=True, to="hp", amount=10), HOUSE)
    assert found.changes == {"hp": 16, "mp": -7} and found.why[-1].rule == "R-OTHER-7b"
    other_way = reckon(servant(), Wish("rest", base=True, to="mp", amount=10), HOUSE)
    assert other_way.changes == {"hp": -4, "mp": 13}


def test_a_master_turns_nothing():
    found = reckon(master(10), Wish("rest", base=True, to="hp", amount=1), HOUSE)
    assert [(each.code, each.rule) for each in found.against] == [("not_turned", "R-OTHER-7b")]


def test_the_last_point_of_hp_is_not_turned():
    found = reckon(servant(hp=4, mp=0), Wish("rest", base=True, to="mp", amount=10), HOUSE)
    assert [each.code for each in found.against] == ["not_enough"]


@pytest.mark.parametrize("do", ["man_eating", "mana_line"])
def test_mp_that_was_gained_may_become_hp(do):
    """R-OTHER-7c: the line gives 15 MP → up to 15 HP outside a rest."""
    found = reckon(servant(), Wish(do, gain=15, to="hp", amount=15), HOUSE)
    assert found.changes == {"hp": 15} and not found.against
    half = reckon(servant(), Wish(do, gain=15, to="hp", amount=5), HOUSE)
    assert half.changes == {"hp": 5, "mp": 10}


def test_no_more_than_was_gained_and_only_in_this_direction():
    """R-OTHER-7c."""
    too_many = reckon(servant(), Wish("mana_line", gain=15, to="hp", amount=16), HOUSE)
    assert [(each.code, each.rule) for each in too_many.against] == [("not_so_many", "R-OTHER-7c")]
    back = reckon(servant(), Wish("mana_line", gain=15, to="mp", amount=5), HOUSE)
    assert [each.code for each in back.against] == ["not_turned"]
    assert [each.code for each in reckon(master(10), Wish("man_eating", gain=5), HOUSE).against] == ["servants_only"]


def test_forms_are_changed_where_the_house_plays_with_them():
    assert reckon(servant(), Wish("spirit"), HOUSE).changes == {"spirit_form": 1}
    solid = reckon(servant(spirit=True), Wish("solid"), HOUSE)
    assert solid.changes == {"spirit_form": -1, "mp": -30} and not solid.against
    assert [(why.code, why.mp) for why in solid.why] == [("became_solid", -30)]
    assert reckon(servant(spirit=True), Wish("solid", supplied=True), HOUSE).changes == {"spirit_form": -1}
    assert [each.code for each in reckon(servant(), Wish("solid"), HOUSE).against] == ["is_solid"]
    assert [each.code for each in reckon(servant(), Wish("spirit"), House()).against] == ["forms_off"]


@given(
    st.integers(-40, 90),
    st.integers(-40, 90),
    st.sampled_from(["rest", "man_eating", "mana_line"]),
    st.booleans(),
    st.sampled_from(["", "hp", "mp"]),
    st.integers(0, 30),
    st.integers(0, 30),
)
@settings(max_examples=50)
def test_the_changes_are_the_sum_of_their_reasons(hp, mp, do, base, to, amount, gain):
    wish = Wish(do, base=base, to=to, amount=amount if to else 0, gain=gain)
    found = reckon(servant(hp, mp), wish, HOUSE)
    for pool in ("hp", "mp"):
        assert found.changes.get(pool, 0) == sum(getattr(why, pool) for why in found.why)


def test_a_house_that_cannot_be_read_is_the_usual_one():
    assert read_house({"upkeep": -4}) == read_house({"nonsense": 1}) == House()
