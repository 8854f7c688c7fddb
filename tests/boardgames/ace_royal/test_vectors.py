"""The test vectors AT-1 to AT-11: whole combats by their numbers."""

import pytest

from tests.boardgames.ace_royal.table import Table

LANCE = {"alice": "L-C3"}


@pytest.fixture
def at() -> Table:
    return Table(heroes={"alice": "L-H03", "bob": "L-H13"}, classes={"alice": "L-C1", "bob": "L-C4"})


def test_AT_1_two_damage_and_a_counter_tie(at):
    at.values(alice="7/5/3/6", bob="5/5/6/4").assault().strike("phys").strike("magic")
    assert at.damages == [2, 0]
    assert (at.seat("bob").mana, at.seat("bob").servant, at.seat("alice").mana) == (3, "down", 5)
    at.say("all pass", "chance card L-K01")
    assert at.combat.gift.to == "alice"


def test_AT_2_a_tie_deals_one_and_the_counter_two(at):
    at.values(alice="5/4/4/4", bob="6/5/4/4").assault().strike("phys").strike("phys").say("all pass")
    assert at.damages == [1, 2]
    assert (at.seat("alice").mana, at.seat("bob").mana) == (3, 4)
    assert {at.seat("alice").servant, at.seat("bob").servant} == {"down"}
    assert at.combat.gift is None


def test_AT_3_first_strike_with_damage_leaves_no_counter():
    at = Table(heroes={"alice": "L-H03"}, classes=LANCE).values(alice="5/5/5/5", bob="5/5/5/5")
    at.assault().strike("phys").say("all pass", "chance card L-K01")
    assert at.damages == [1]
    assert (at.seat("bob").mana, at.combat.gift.from_) == (4, "bob")


def test_AT_4_first_strike_without_damage_is_countered():
    at = Table(heroes={"alice": "L-H03"}, classes=LANCE).values(alice="4/4/4/4", bob="6/5/4/4")
    at.assault().strike("phys").strike("phys").say("all pass", "chance card L-K01")
    assert at.damages == [0, 2]
    assert (at.seat("alice").mana, at.seat("alice").servant, at.combat.gift.from_) == (3, "down", "alice")


def test_AT_5_first_strike_on_both_sides_spares_nobody():
    at = Table(heroes={"alice": "L-H03"}, classes=LANCE).give("bob", codes="L-K09")
    at.values(alice="6/5/4/4", bob="5/4/4/4").assault().strike("phys").strike("phys")
    assert at.damages == [2, 0]
    at.say("all pass", "chance card L-K01")
    assert (at.seat("bob").mana, at.combat.gift.from_) == (3, "bob")


@pytest.mark.parametrize(("rule", "out"), [("mana_only", False), ("either", True)])
def test_AT_6_the_last_spell_saves_only_where_mana_alone_counts(rule, out):
    at = Table(3, defeat_rule=rule).give("bob", mana=2, spells=1).values(alice="8/5/5/5", bob="5/4/5/5")
    at.assault().strike("phys").strike("magic")
    assert at.damages[0] == 4
    assert at.seat("bob").mana == 0
    at.say("alice pass", "bob spell a").close("loss").say("chance card L-K01").close("phase_end")
    assert at.seat("bob").out is out
    assert at.combat.lost["bob"] == 2


def test_AT_7_a_code_proxy_is_lost_and_the_mana_stays(at):
    at.values(alice="6/5/5/5", bob="5/5/5/5").give("bob", mana=3, codes="L-K15")
    at.say("alice done", "alice assault bob").close("reveal").say("alice pass", "bob use L-K15", "all pass")
    at.strike("phys").strike("phys")
    assert at.damages == [1, 0]
    at.say("all pass", "chance card L-K02")
    bob = at.seat("bob")
    assert (bob.mana, bob.servant, bob.codes) == (3, "upright", ())
    assert "L-K15" in at.state.grail_seat


def fight_by_creature(hand: str) -> Table:
    at = Table(heroes={"alice": "L-H08"}, classes={"alice": "L-C1"})
    at.values(bob="3/4/2/5").give("alice", hand=hand)
    at.say("alice done", "alice assault bob").close("reveal").say("alice use L-H08", "all pass")
    return at.strike("phys").strike("phys")


def test_AT_8_a_servants_creature_costs_a_code():
    at = fight_by_creature("L-K01")
    assert at.damages == [1, 0]
    alice = at.seat("alice")
    assert (alice.hand, alice.servant, alice.mana) == ((), "upright", 5)
    assert (at.seat("bob").mana, at.seat("bob").servant) == (4, "down")
    at.say("all pass", "chance card L-K02")
    assert at.seat("alice").hand == ("L-K02",)


def test_AT_9_without_a_code_the_servant_falls_into_danger():
    at = fight_by_creature("L-S08")
    assert at.seat("alice").servant == "danger"
    at.say("all pass", "chance card L-K02")
    assert (at.seat("alice").servant, at.seat("alice").hand) == ("danger", ("L-S08", "L-K02"))


def test_AT_10_no_damage_leaves_everything_as_it_was(at):
    at.values(alice="3/6/3/6", bob="4/5/4/5").assault().strike("phys").strike("phys").say("all pass")
    assert at.damages == [0, 0]
    assert at.combat.gift is None
    assert [(at.seat(seat).mana, at.seat(seat).servant) for seat in at.seats] == [(5, "upright")] * 2


def test_AT_11_the_gift_leaves_as_many_cards_as_coins_and_the_next_cost_kills(at):
    at.values(alice="7/5/3/6", bob="5/5/6/4").give("bob", depletion=2, hand="L-K12 L-K01 L-K02")
    at.assault().strike("phys").strike("magic").say("all pass", "chance card L-K01")
    assert at.asked == ("alice", "discard")
    assert (len(at.seat("bob").hand), at.seat("bob").dead) == (2, False)
    at.give("bob", codes="L-K12", servant="down", hand="L-K02 L-K02")
    at.say("bob use L-K12 discard=L-K02")
    assert at.seat("bob").dead
