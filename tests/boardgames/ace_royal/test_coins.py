"""Special coins, death and independent action.

Rules: A-4, A-59, A-60, A-61, A-62, A-63, A-72, AG-37, AG-38, AG-39, AC-18, AC-19.
"""

import pytest

from tests.boardgames.ace_royal.table import Table

BOW = {"heroes": {"bob": "L-H07"}, "classes": {"bob": "L-C2"}}


def at_table(hand: str = "L-S05 L-S06 L-S05", **options) -> Table:
    return Table(3, hands={"alice": hand}, **options)


@pytest.mark.parametrize(("scene", "kind"), [("L-S05", "assassination"), ("L-S06", "depletion")])
def test_A_59_coins_of_both_kinds_pile_up(scene, kind):
    at = at_table().say(f"alice use {scene} target=bob", "bob accept")
    assert getattr(at.seat("bob"), kind) == 1
    at.say("alice use L-S05 target=bob", "bob accept")
    assert at.seat("bob").coins == 2


def test_AC_18_the_target_is_asked_if_he_has_a_spell_or_a_usable_bell():
    at = at_table().say("alice use L-S05 target=bob")
    assert at.waiting == {"who": "bob", "for": "coin", "coin": "assassination"}
    at = at_table().give("bob", spells=0, codes="L-K20").say("alice use L-S05 target=bob")
    assert at.asked == ("bob", "coin")
    at = at_table(defeat_rule="mana_only").give("bob", spells=0).say("alice use L-S05 target=bob")
    assert (at.asked, at.seat("bob").assassination) == (("alice", "ritual"), 1)


def test_A_72_spell_c_stops_the_whole_placement():
    at = at_table().say("alice use L-S05 target=bob", "bob spell c")
    assert (at.seat("bob").coins, at.seat("bob").spells, at.asked) == (0, 2, ("alice", "ritual"))


def test_L_K20_the_bell_stops_a_coin_and_goes_down():
    at = at_table().give("bob", codes="L-K20").say("alice use L-S05 target=bob", "bob use L-K20")
    assert (at.seat("bob").coins, at.seat("bob").spells, at.seat("bob").codes[0].down) == (0, 3, True)


def test_A_4_and_A_60_as_many_coins_as_cards_is_not_death_yet():
    at = at_table().give("bob", depletion=2, hand="L-K01 L-K02 L-K03").say("alice use L-S05 target=bob", "bob accept")
    assert not at.seat("bob").dead
    at.say("alice use L-S06 target=bob", "bob accept")
    assert at.seat("bob").dead


@pytest.mark.parametrize(
    ("loses", "moves"),
    [
        ("a cost", ["bob use L-K12 discard=L-K01"]),
        ("a scene", ["bob use L-S04"]),
        ("a theft", ["alice use L-S12 target=bob", "chance card L-K01"]),
    ],
)
def test_A_60_is_checked_at_once_when_a_hand_has_lost_a_card(loses, moves):
    at = at_table("L-S12").give("bob", hand="L-K01 L-S04", codes="L-K12", servant="down", assassination=2)
    at.say(*moves)
    assert at.seat("bob").dead


def test_A_60_a_set_is_a_loss_too():
    at = at_table().give("alice", hand="L-K01 L-K02", depletion=2).say("alice set L-K01")
    assert at.seat("alice").dead


def test_A_60_a_discard_at_the_turns_end_counts_as_a_whole():
    at = Table(3).give("alice", hand="L-K01 L-K02 L-K03 L-K04 L-S01 L-S02", depletion=5).say("alice done", "alice pass")
    at.say("alice discard L-K01 L-K02").close("phase_end")
    assert at.defeats[0].who == "alice"


def test_A_60_a_proxys_price_counts():
    at = Table(3, heroes={"alice": "L-H08"}).give("alice", hand="L-K01 L-K01", assassination=2)
    at.say("alice done", "alice assault bob").close("reveal").say("alice use L-H08", "all pass")
    at.strike("phys").strike("phys")
    assert at.seat("alice").dead


def test_A_61_and_AG_37_death_takes_all_mana_and_is_judged_when_the_phase_ends():
    at = at_table().give("bob", hand="").say("alice use L-S05 target=bob", "bob accept")
    assert (at.seat("bob").mana, at.seat("bob").dead, at.seat("bob").out) == (0, True, False)
    at.say("alice done")
    assert (at.defeats[0].who, at.defeats[0].phase, at.defeats[0].reason) == ("bob", 3, "death")


def test_AG_37_a_dead_master_acts_on_but_nothing_saves_him():
    at = at_table().give("bob", hand="L-S04", assassination=1).give("bob", hand="L-S04 L-S04")
    at.say("alice use L-S06 target=bob", "bob accept", "alice use L-S05 target=bob", "bob accept")
    assert at.seat("bob").dead
    at.say("bob use L-S04")
    assert at.seat("bob").mana == 1
    at.say("alice done")
    assert at.waiting == {"who": "bob", "for": "window", "step": "phase_end"}
    at.say("bob pass")
    assert at.defeats[0].reason == "death"


def test_A_62_a_dead_master_casts_no_command_spell():
    at = at_table().give("bob", hand="").say("alice use L-S05 target=bob", "bob accept")
    assert at.refused("bob spell a") == "A-62"


def dying(**options) -> Table:
    at = Table(3, hands={"alice": "L-S05 L-S05"}, **BOW, **options).give("bob", hand="", mana=4)
    return at.say("alice use L-S05 target=bob", "bob accept")


def test_A_63_and_AG_39_independent_action_may_be_claimed_even_face_down():
    at = dying()
    assert at.asked == ("bob", "claim")
    at.say("bob claim")
    bob = at.seat("bob")
    assert (bob.dead, bob.mana, bob.class_up, bob.hero_up, bob.hand) == (True, 4, True, False, ())
    at.say("alice done")
    assert at.defeats == ()
    assert at.state.turns == ()


def test_AC_19_a_dying_master_may_accept_his_death():
    at = dying().say("bob accept")
    assert (at.seat("bob").mana, at.seat("bob").class_up) == (0, False)


def test_AG_38_a_dead_master_with_mana_meets_no_new_coins():
    at = dying().say("bob claim", "alice use L-S05 target=bob")
    assert (at.seat("bob").coins, at.asked) == (1, ("alice", "ritual"))


def test_A_63_who_acts_alone_is_out_at_mana_0():
    at = dying().say("bob claim").give("bob", mana=1).say("alice done", "alice pass").discard_rest()
    assert (at.defeats[0].who, at.defeats[0].phase, at.defeats[0].reason) == ("bob", 1, "mana")
    assert at.state.player == "carol"


@pytest.mark.parametrize(("off_class", "asked"), [("lose_class_keyword", False), ("none", True), ("all_minus_1", True)])
def test_A_63_counts_only_where_aptitude_is_not_lost(off_class, asked):
    at = Table(3, hands={"alice": "L-S05"}, heroes={"bob": "L-H01"}, classes={"bob": "L-C2"}, off_class=off_class)
    at.give("bob", hand="").say("alice use L-S05 target=bob", "bob accept")
    assert (at.asked == ("bob", "claim")) is asked


def test_what_a_dying_master_was_doing_is_finished():
    at = Table(3, draws="L-K05 L-K06 L-K07").give("alice", hand="L-S03", depletion=1).say("alice use L-S03")
    assert (at.seat("alice").dead, at.seat("alice").hand) == (True, ("L-K06", "L-K07"))
