"""Ritual, encounter, assault.

Rules: A-7, A-8, A-9, A-32, A-33, A-34, A-35, A-36, A-37, A-38, A-39, A-40, A-41, A-42, A-43, AG-6, AG-10,
AG-11, AG-13, AG-14.
"""

import pytest

from tests.boardgames.ace_royal.table import Table


def test_A_32_reveal_and_set_in_any_order_and_both():
    at = Table(hands={"alice": "L-K05"}).say("alice set L-K05", "alice reveal class", "alice reveal hero", "alice done")
    assert (at.asked, at.state.phase) == (("chance", "encounter"), 4)


def test_A_33_each_card_revealed_draws_two_and_none_is_revealed_twice():
    at = Table(draws="L-S01 L-K05 L-K06 L-K07 L-K08").say("alice reveal hero")
    assert at.seat("alice").hand[-2:] == ("L-K05", "L-K06")
    assert at.refused("alice reveal hero") == "A-33"
    at.say("alice reveal class")
    assert at.seat("alice").hand[-2:] == ("L-K07", "L-K08")


def test_A_34_a_code_from_the_hand_goes_to_the_servant_seat_and_a_scene_does_not():
    at = Table(hands={"alice": "L-K05 L-S01"})
    assert at.refused("alice set L-S01") == "A-34"
    assert at.refused("alice set L-K06") == "format"
    at.say("alice set L-K05")
    assert [code.card for code in at.seat("alice").codes] == ["L-K05"]
    assert len(at.seat("alice").hand) == 4


def test_A_7_and_A_38_only_one_set_a_turn_face_up_or_face_down():
    at = Table(hands={"alice": "L-K05 L-S01"}).say("alice facedown L-S01")
    assert at.refused("alice set L-K05") == "A-7"
    assert at.refused("alice facedown L-K05") == "A-7"


FOUR = "L-K01 L-K02 L-K03 L-K04"


def test_A_35_four_codes_fill_the_servant_seat():
    at = Table(hands={"alice": "L-K05"}).give("alice", codes=FOUR)
    assert at.refused("alice set L-K05") == "A-35"
    assert at.say("alice facedown L-K05").seat("alice").facedown == ("L-K05",)


@pytest.mark.parametrize(("uses_slot", "free"), [(False, True), (True, False)])
def test_A_8_A_37_and_AG_6_a_face_down_card_makes_room_for_one_more_code(uses_slot, free):
    at = Table(hands={"alice": "L-K05"}, facedown_uses_slot=uses_slot).give("alice", codes=FOUR, facedown=("L-S01",))
    if free:
        assert len(at.say("alice set L-K05").seat("alice").codes) == 5
    else:
        assert at.refused("alice set L-K05") == "A-35"


@pytest.mark.parametrize("uses_slot", [False, True])
def test_L_K22_makes_room_for_two_more(uses_slot):
    at = Table(hands={"alice": "L-K05"}, facedown_uses_slot=uses_slot)
    at.give("alice", codes="L-K22 L-K01 L-K02 L-K03 L-K04").say("alice set L-K05")
    assert len(at.seat("alice").codes) == 6
    at = Table(hands={"alice": "L-K06"}).give("alice", codes="L-K22 L-K01 L-K02 L-K03 L-K04 L-K05")
    assert at.refused("alice set L-K06") == "A-35"


def test_L_K22_a_code_over_the_limit_stays_when_the_limit_falls():
    at = Table(hands={"alice": "L-S13"}).give("alice", codes="L-K22 L-K01 L-K02 L-K03 L-K04 L-K05")
    at.say("alice use L-S13 target=alice code=L-K22")
    assert len(at.seat("alice").codes) == 5
    assert at.refused("alice set L-K01") == "A-35"


def test_A_36_a_face_down_card_has_no_effect():
    at = Table().give("alice", facedown=("L-K05", "L-K09")).values(bob="5/5/5/5").assault().strike("phys")
    assert [term.rule for term in at.combat.strikes[0].attack.why] == ["L-H07", "L-C1"]
    assert at.waiting["step"] == "counter"


def test_A_39_who_did_nothing_is_asked_for_an_assault_and_rolls_no_encounter():
    at = Table().say("alice done")
    assert (at.asked, at.state.phase) == (("alice", "assault"), 5)


def test_A_39_ritual_abilities_do_not_count_as_doing_something():
    at = Table(heroes={"alice": "L-H06"}, classes={"alice": "L-C5"}).give("alice", hero_up=True, class_up=True)
    at.say("alice use L-C5", "alice done")
    assert at.asked == ("alice", "assault")


@pytest.mark.parametrize("did", ["alice reveal hero", "alice set L-K05", "alice facedown L-K05"])
def test_A_9_who_set_or_revealed_may_not_assault(did):
    at = Table(hands={"alice": "L-K05"})
    assert at.refused("alice assault bob") == "format"
    assert at.say(did).refused("alice assault bob") == "A-9"
    assert at.refused("bob assault alice") == "format"


def met(players: int, roll: int, **options) -> Table:
    """Alice set a card, met somebody and rolled `roll` for whom."""
    at = Table(players, **options).say("alice facedown L-K01", "alice done", "chance encounter 1")
    return at.say(f"chance opponent {roll}")


def test_A_40_a_one_meets_the_counted_player_and_combat_follows_in_phase_5():
    at = met(4, 2)
    assert (at.combat.how, at.combat.assaulter, at.combat.defender, at.state.phase) == (
        "encounter",
        "alice",
        "carol",
        5,
    )


@pytest.mark.parametrize("roll", [2, 6])
def test_A_41_anything_else_meets_nobody_and_phase_6_follows(roll):
    at = Table(hands={"alice": "L-K05"}).say("alice reveal hero", "alice done", f"chance encounter {roll}")
    assert (at.asked, at.state.phase) == (("alice", "discard"), 6)
    assert (at.state.combat, at.state.combats) == (None, ())


def test_A_40_two_players_need_no_second_roll():
    at = Table().say("alice facedown L-K01", "alice done", "chance encounter 1")
    assert at.combat.defender == "bob"


@pytest.mark.parametrize(
    ("players", "roll", "opponent"),
    [(3, 6, "carol"), (3, 5, "bob"), (4, 4, "bob"), (5, 4, "erin"), (6, 5, "finn"), (7, 6, "gina")],
)
def test_AG_10_opponents_are_counted_round_and_round(players, roll, opponent):
    assert met(players, roll).combat.defender == opponent


@pytest.mark.parametrize(("players", "roll"), [(5, 5), (5, 6), (6, 6)])
def test_AG_10_a_roll_that_would_favour_somebody_is_rolled_again_unless_wrapped(players, roll):
    at = met(players, roll)
    assert at.asked == ("chance", "opponent")
    assert met(players, roll, encounter_roll="wrap").combat.defender == at.seats[1 + (roll - 1) % (players - 1)]


def test_A_43_soun_cannot_assault_even_face_down_but_is_asked():
    at = Table(heroes={"alice": "L-H15"}).say("alice done")
    assert at.asked == ("alice", "assault")
    assert at.refused("alice assault bob") == "A-43"


@pytest.mark.parametrize("swap", [True, False])
def test_A_43_soun_meets_somebody_as_the_defender(swap):
    at = met(3, 1, heroes={"alice": "L-H15"}, encounter_swap=swap)
    assert (at.combat.assaulter, at.combat.defender) == ("bob", "alice")


def meets_while(swap: bool, alice: dict, bob: dict) -> Table:
    at = Table(encounter_swap=swap).say("alice facedown L-K01", "alice done")
    return at.give("alice", **alice).give("bob", **bob).say("chance encounter 1")


@pytest.mark.parametrize("bar", [{"servant": "down"}, {"servant": "danger"}, {"barred": True}])
def test_AG_11_a_roller_who_may_not_assault_is_the_defender_if_the_table_swaps(bar):
    assert meets_while(True, bar, {}).combat.assaulter == "bob"
    assert meets_while(False, bar, {}).state.combat is None
    assert meets_while(True, bar, {"servant": "down"}).state.combat is None


def test_AG_11_who_is_met_and_may_not_assault_defends_as_usual():
    assert meets_while(True, {}, {"servant": "danger"}).combat.defender == "bob"


def test_A_42_any_one_player_may_be_assaulted_but_not_oneself_or_one_who_is_out():
    at = Table(3).give("carol", out=True).say("alice done")
    assert at.refused("alice assault alice") == "A-42"
    assert at.refused("alice assault carol") == "A-42"
    assert at.refused("alice assault eve") == "format"
    assert at.say("alice assault bob").combat.how == "assault"


def test_AG_13_nobody_must_assault():
    at = Table().say("alice done", "alice pass")
    assert (at.state.phase, at.state.combats) == (6, ())


def test_AG_13_without_a_combat_there_is_no_phase_5_to_be_judged_at():
    at = Table(3).say("alice done").give("bob", mana=0).say("alice pass")
    assert (at.asked, at.defeats) == (("alice", "discard"), ())
    at.discard_rest().say("bob pass")
    assert [(fallen.who, fallen.phase) for fallen in at.defeats] == [("bob", 6)]


@pytest.mark.parametrize(
    ("bar", "rule"), [({"servant": "danger"}, "AB-3"), ({"servant": "down"}, "AB-4"), ({"barred": True}, "L-S15")]
)
def test_who_may_not_assault_is_told_why(bar, rule):
    assert Table().give("alice", **bar).say("alice done").refused("alice assault bob") == rule


def test_the_reason_named_first_is_the_first_of_the_list():
    at = Table(heroes={"alice": "L-H15"}).give("alice", servant="danger", barred=True).say("alice done")
    assert at.refused("alice assault alice") == "A-43"
    at = Table().give("alice", servant="down", barred=True).say("alice done")
    assert at.refused("alice assault alice") == "AB-4"


def test_AG_14_a_face_down_servant_may_assault_and_is_assaulted():
    at = Table().say("alice done", "alice assault bob")
    assert (at.seat("alice").hero_up, at.seat("bob").class_up) == (True, True)
