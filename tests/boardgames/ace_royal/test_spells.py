"""Command spells.

Rules: A-19, A-69, A-70, A-71, A-72, A-73, A-74, AG-28, AG-29, AC-17.
"""

import pytest

from tests.boardgames.ace_royal.table import Table


def test_A_69_at_any_time_also_in_the_turn_of_another_and_each_spends_one():
    at = Table(3).say("carol spell a", "carol spell a")
    assert (at.seat("carol").spells, at.seat("carol").mana) == (1, 7)


def test_A_69_with_none_left_none_is_cast():
    assert Table(3, defeat_rule="mana_only").give("bob", spells=0).refused("bob spell a") == "A-69"


@pytest.mark.parametrize("question", ["ritual", "assault", "discard"])
def test_AC_17_every_open_question_takes_command_spells_of_everybody(question):
    at = Table(3)
    at.say(*{"ritual": [], "assault": ["alice done"], "discard": ["alice done", "alice pass"]}[question])
    assert at.asked == ("alice", question)
    at.say("bob spell a")
    assert (at.asked, at.seat("bob").mana) == (("alice", question), 6)


def test_A_19_and_A_70_function_a_recovers_one_mana():
    assert Table(3).give("bob", mana=0).say("bob spell a").seat("bob").mana == 1


def test_AG_28_what_is_recovered_above_the_cap_is_lost():
    at = Table(3, mana_cap=5, hands={"alice": "L-S04"}).say("alice spell a", "alice use L-S04")
    assert (at.seat("alice").mana, at.seat("alice").spells) == (5, 2)
    assert Table(3).say("alice spell a").seat("alice").mana == 6


def test_A_71_and_AG_29_function_b_adds_the_set_codes_frozen_and_without_face_down_ones():
    at = Table(3).give("alice", codes="L-K12 L-K13 L-K20", facedown=("L-S01",)).say("alice spell b stat=pa")
    at.give("alice", codes="")
    at.assault().strike("phys")
    assert ("A-71", 3) in [(term.rule, term.value) for term in at.combat.strikes[0].attack.why]


def test_A_71_adds_up_with_itself_and_counts_down_codes():
    at = Table(3).give("alice", codes="L-K13").say("alice use L-K13").say("alice discard L-K01")
    at.say("alice spell b stat=pa", "alice spell b stat=pa").assault().strike("phys")
    why = [(term.rule, term.value) for term in at.combat.strikes[0].attack.why]
    assert why[-2:] == [("A-71", 1), ("A-71", 1)]


def test_A_71_ends_with_the_turn():
    at = Table(3).give("bob", codes="L-K12").say("bob spell b stat=pa").idle_turn()
    assert at.seat("bob").changes == ()


def test_A_72_function_c_needs_a_coming_coin():
    assert Table(3).refused("alice spell c") == "AC-18"


def test_A_73_function_d_waives_the_cost_of_an_own_skill_once_a_turn():
    at = Table(3, heroes={"alice": "L-H12"}).give("alice", hero_up=True).say("alice use L-H12 free")
    alice = at.seat("alice")
    assert (alice.mana, alice.spells, len(alice.hand)) == (6, 2, 5)
    assert at.refused("alice use L-H12 free") == "AG-45"


@pytest.mark.parametrize("servant", ["upright", "down"])
def test_A_73_the_servant_is_not_turned_down_when_that_cost_is_waived(servant):
    at = Table(3, heroes={"alice": "L-H06"}).give("alice", hero_up=True, servant=servant).say("alice use L-H06 free")
    assert (at.seat("alice").servant, len(at.seat("alice").hand)) == (servant, 6)


@pytest.mark.parametrize(
    ("said", "seat"),
    [
        ("alice use L-S04 free", {}),
        ("alice use L-K11 free", {"codes": "L-K11"}),
        ("alice use L-K12 free", {"codes": "L-K12", "servant": "down"}),
    ],
)
def test_A_73_is_for_hero_and_class_only(said, seat):
    assert Table(3, hands={"alice": "L-S04"}).give("alice", **seat).refused(said) == "A-73"


def in_window(hero: str, window: str) -> Table:
    at = Table(3, heroes={"alice": hero}).say("alice done", "alice assault bob").close("reveal")
    return at if window == "engagement" else at.close("engagement").say("alice mode magic")


def test_A_73_is_not_for_a_cost_of_X_nor_for_what_costs_nothing():
    assert in_window("L-H04", "engagement").refused("alice use L-H04 free") == "A-73"
    assert in_window("L-H05", "assault").refused("alice use L-H05 free") == "A-73"
    assert in_window("L-H08", "engagement").refused("alice use L-H08 free") == "A-73"


def test_A_73_needs_a_living_master_and_a_spell():
    at = Table(3, heroes={"alice": "L-H12"}, defeat_rule="mana_only").give("alice", hero_up=True, spells=0)
    assert at.refused("alice use L-H12 free") == "A-69"
    assert at.give("alice", dead=True).refused("alice use L-H12 free") == "A-62"


@pytest.mark.parametrize("state", ["down", "danger"])
def test_A_74_function_e_turns_the_servant_upright(state):
    assert Table(3).give("bob", servant=state).say("bob spell e").seat("bob").servant == "upright"


def test_A_74_not_while_it_is_upright():
    assert Table(3).refused("bob spell e") == "A-74"


def test_who_is_out_casts_nothing():
    assert Table(3).give("bob", out=True).refused("bob spell a") == "format"
