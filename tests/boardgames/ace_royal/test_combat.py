"""A combat from C1 to C8.

Rules: A-45, A-46, A-47, A-48, A-49, A-50, A-51, A-52, A-53, A-54, A-55, A-56, A-57, A-58, AG-8, AG-16, AG-17,
AG-18, AG-19, AG-20, AG-22, AG-24, AG-25, AG-26, AG-43.
"""

import pytest

from boardgames.ace_royal.outcome import result
from tests.boardgames.ace_royal.table import Table

# nobody's skill or keyword interferes
PLAIN = {"heroes": {"alice": "L-H07", "bob": "L-H03"}, "classes": {"alice": "L-C1", "bob": "L-C4"}}


def plain(players: int = 2, **options) -> Table:
    return Table(players, **PLAIN, **options)


def struck(alice: str, bob: str, mode: str = "phys", **options) -> Table:
    """Alice has struck, and Bob is to counter."""
    return plain(**options).values(alice=alice, bob=bob).assault().strike(mode)


def test_A_45_all_servant_cards_of_both_sides_are_turned_up():
    at = plain(3).give("alice", hero_up=True).say("alice done", "alice assault bob")
    assert at.waiting == {"who": "alice", "for": "window", "step": "reveal"}
    assert all((at.seat(seat).hero_up, at.seat(seat).class_up) == (True, True) for seat in ("alice", "bob"))
    assert not at.seat("carol").hero_up


def test_C1_opens_a_window_only_if_a_card_was_turned_up():
    at = plain().give("alice", hero_up=True, class_up=True).give("bob", hero_up=True, class_up=True)
    at.say("alice done", "alice assault bob")
    assert at.waiting["step"] == "engagement"


@pytest.mark.parametrize(("number", "drawn"), [(0, []), (2, ["L-K05", "L-K06", "L-K07", "L-K08"])])
def test_AG_8_cards_turned_up_in_C1_draw_only_where_the_table_says_so(number, drawn):
    at = plain(draws="L-S01 L-K05 L-K06 L-K07 L-K08 L-K10 L-K16", combat_reveal_draw=number)
    at.give("alice", hero_up=True).say("alice done", "alice assault bob")
    assert list(at.seat("alice").hand[5:]) == drawn[:2]
    assert list(at.seat("bob").hand[4:]) == ([*drawn[2:], "L-K10", "L-K16"] if drawn else [])


def test_A_46_a_cancelled_combat_has_no_strikes_and_the_assault_is_used_up():
    at = plain(hands={"bob": "L-S01"}).say("alice done", "alice assault bob").close("reveal")
    at.say("alice pass", "bob use L-S01")
    assert (at.combat.cancelled, at.combat.strikes, at.combat.gift) == (True, (), None)
    assert at.state.phase == 6


@pytest.mark.parametrize(("mode", "attack", "defence"), [("phys", 7, 5), ("magic", 3, 6)])
def test_A_47_an_attack_is_answered_with_the_matching_defence(mode, attack, defence):
    at = struck("7/5/3/3", "5/5/4/6", mode)
    strike = at.combat.strikes[0]
    assert (strike.attack.value, strike.defence.value) == (attack, defence)


def test_AG_17_the_mode_is_chosen_before_the_window_opens():
    at = plain().assault()
    assert at.waiting == {"who": "alice", "for": "mode", "step": "assault"}
    at.say("alice mode magic")
    assert at.waiting == {"who": "alice", "for": "window", "step": "assault"}


def test_A_48_damage_is_attack_less_defence():
    strike = struck("6/5/3/3", "5/4/4/6").combat.strikes[0]
    assert [(term.rule, term.value) for term in strike.damage.why] == [("A-48", 2)]


@pytest.mark.parametrize("both", [5, 0])
def test_A_49_and_AG_20_a_tie_of_the_assaulter_deals_one(both):
    strike = struck(f"{both}/5/3/3", f"5/{both}/4/6").combat.strikes[0]
    assert [(term.rule, term.value) for term in strike.damage.why] == [("A-49", 1)]


def test_A_50_less_than_the_defence_deals_nothing():
    strike = struck("4/5/3/3", "5/5/4/6").combat.strikes[0]
    assert [(term.rule, term.value) for term in strike.damage.why] == [("A-50", 0)]


def first_strikes(alice: str, bob: str, **options) -> Table:
    return plain(**options).give("alice", codes="L-K09").values(alice=alice, bob=bob).assault()


def test_A_51_damage_with_first_strike_spares_the_assaulter_the_counter():
    assert first_strikes("5/5/5/5", "5/5/5/5").strike("phys").waiting["step"] == "loss"


def test_A_51_without_damage_the_counter_comes():
    assert first_strikes("4/5/5/5", "5/5/5/5").strike("phys").waiting == {
        "who": "bob",
        "for": "mode",
        "step": "counter",
    }


def test_A_51_is_judged_when_the_counter_would_begin():
    at = plain(3, hands={"carol": "L-S13"}).give("alice", codes="L-K09").values(alice="5/5/5/5", bob="5/5/5/5")
    at.assault().say("alice mode phys", "alice pass", "bob pass", "carol use L-S13 target=alice code=L-K09")
    at.close("assault").close("assault_damage")
    assert at.waiting["step"] == "counter"


def test_AG_22_a_defender_with_first_strike_only_cancels_the_others_by_default():
    at = plain().give("bob", codes="L-K09").values(alice="6/5/5/5", bob="5/5/5/5").assault()
    assert at.waiting == {"who": "alice", "for": "mode", "step": "assault"}
    assert at.strike("phys").waiting["step"] == "counter"


def test_AG_22_a_defender_alone_with_first_strike_may_come_first():
    at = plain(defender_first_strike=True).give("bob", codes="L-K09").values(alice="6/5/5/5", bob="7/5/5/5").assault()
    assert at.waiting == {"who": "bob", "for": "mode", "step": "counter"}
    at.strike("phys")
    assert (at.damages, at.waiting["step"]) == ([2], "loss")


def test_AG_22_without_damage_the_assault_follows():
    at = plain(defender_first_strike=True).give("bob", codes="L-K09").values(alice="6/5/5/5", bob="5/5/5/5").assault()
    at.strike("phys").strike("phys")
    # a tie in C6 deals nothing, whichever strike comes first
    assert ([strike.step for strike in at.combat.strikes], at.damages) == (["counter", "assault"], [0, 1])


def test_AG_22_first_strike_on_both_sides_changes_no_order():
    at = plain(defender_first_strike=True).give("bob", codes="L-K09").give("alice", codes="L-K09").assault()
    assert at.waiting["who"] == "alice"


def test_A_52_the_defender_counters_in_a_mode_of_his_own():
    at = struck("7/5/3/3", "5/5/4/6").strike("magic")
    strike = at.combat.strikes[1]
    assert (strike.from_, strike.mode, strike.attack.value, strike.defence.value) == ("bob", "magic", 4, 3)


@pytest.mark.parametrize(("attack", "rule", "damage"), [(5, "A-53", 0), (7, "A-48", 2), (4, "A-50", 0)])
def test_A_53_equal_values_deal_nothing_in_the_counter(attack, rule, damage):
    strike = struck("4/5/3/3", f"{attack}/5/4/6").strike("phys").combat.strikes[1]
    assert (strike.damage.why[0].rule, strike.damage.value) == (rule, damage)


def test_A_54_each_damage_takes_one_mana_and_none_below_zero():
    at = struck("9/5/3/3", "5/5/4/6", defeat_rule="mana_only").give("bob", mana=3).strike("magic")
    assert (at.seat("bob").mana, at.combat.lost) == (0, {"alice": 1, "bob": 3})


def test_AG_24_both_losses_are_taken_at_once_in_C7():
    at = struck("9/5/3/3", "6/5/4/6")
    assert at.seat("bob").mana == 5
    at.strike("phys")
    assert (at.seat("alice").mana, at.seat("bob").mana) == (4, 1)


def test_A_55_a_command_spell_in_time_saves_who_lost_his_last_mana():
    at = struck("9/5/3/3", "5/5/4/6").give("bob", mana=2).strike("phys").say("alice pass", "bob spell a", "all pass")
    at.say("chance card L-K01")
    assert (at.seat("bob").out, at.seat("bob").mana, at.seat("bob").spells) == (False, 1, 2)


def test_A_56_and_AG_25_a_hurt_servant_goes_down_and_in_danger_stays_so():
    assert struck("7/5/3/3", "5/5/4/6").strike("phys").seat("bob").servant == "down"
    at = struck("7/5/3/3", "5/5/4/6").give("bob", servant="danger").strike("phys")
    assert at.seat("bob").servant == "danger"


def test_A_57_after_the_combat_phase_6_follows():
    at = struck("7/5/3/3", "7/5/4/6").strike("phys").say("all pass")
    assert (at.state.combat, at.state.phase) == (None, 6)


def test_A_58_who_hurt_nobody_and_was_hurt_gives_a_random_card():
    at = struck("7/5/3/3", "5/5/4/6").strike("phys").say("all pass")
    assert at.waiting == {"who": "chance", "for": "card", "from": "bob"}
    assert at.refused("chance card L-S14") == "format"
    at.say("chance card L-K02")
    assert (len(at.seat("bob").hand), at.seat("alice").hand[-1]) == (3, "L-K02")


def test_A_58_who_dealt_something_gives_nothing():
    assert struck("7/5/3/3", "6/5/4/6").strike("phys").say("all pass").combat.gift is None


def test_A_58_the_assaulter_gives_as_well():
    at = struck("4/5/3/3", "7/5/4/6").strike("phys").say("all pass")
    assert at.waiting == {"who": "chance", "for": "card", "from": "alice"}


def test_AG_26_an_empty_hand_gives_nothing():
    at = struck("7/5/3/3", "5/5/4/6").give("bob", hand="").strike("phys").say("all pass")
    assert (at.combat.gift, at.state.phase) == (None, 6)


def test_AG_19_a_value_is_never_below_zero_and_says_so():
    at = plain().values(bob="5/-2/4/6", alice="1/5/5/5").assault().strike("phys")
    defence = at.combat.strikes[0].defence
    assert (defence.value, defence.why[-1].rule, defence.why[-1].value) == (0, "AG-19", 2)
    assert at.damages == [1]


def test_AG_16_a_window_asks_the_assaulter_the_other_who_fights_then_the_rest_clockwise():
    at = plain(4).say("alice done", "alice assault carol")
    asked = []
    while at.waiting.get("step") == "reveal":
        asked.append(at.waiting["who"])
        at.say(f"{asked[-1]} pass")
    assert asked == ["alice", "carol", "bob", "dave"]


def test_AG_16_the_counter_asks_the_defender_first():
    at = plain(3).assault().strike("phys").say("bob mode phys")
    asked = []
    while at.waiting.get("step") == "counter":
        asked.append(at.waiting["who"])
        at.say(f"{asked[-1]} pass")
    assert asked == ["bob", "alice", "carol"]


def test_AG_16_after_a_use_all_are_asked_again_the_next_one_first():
    at = plain(3).assault().say("alice mode phys", "alice pass", "bob spell b stat=pd")
    asked = []
    while at.waiting.get("step") == "assault":
        asked.append(at.waiting["who"])
        at.say(f"{asked[-1]} pass")
    assert asked == ["carol", "alice", "bob"]


def test_a_seat_without_any_response_is_passed_over():
    at = plain(3, defeat_rule="mana_only").give("bob", spells=0, hand="L-K01").say("alice done", "alice assault bob")
    at.say("alice pass")
    assert at.waiting["who"] == "carol"


def test_only_the_asked_seat_answers_in_a_window():
    at = plain(3, hands={"bob": "L-S04"}).assault().say("alice mode phys")
    assert at.refused("bob use L-S04") == "format"
    assert at.refused("bob pass") == "format"


def test_AG_18_the_damage_is_fixed_only_when_the_window_of_C4_closes():
    at = plain().values(alice="6/5/3/3", bob="5/5/4/6").assault().say("alice mode phys", "all pass")
    assert (at.waiting["step"], at.combat.strikes) == ("assault_damage", ())
    at.give("bob", codes="L-K01").say("alice pass", "bob spell b stat=pd", "all pass")
    assert at.damages == [1]


def test_AG_43_the_lack_of_aptitude_costs_keyword_bonus_or_nothing():
    def terms(off_class: str) -> Table:
        at = Table(heroes={"alice": "L-H01"}, classes={"alice": "L-C2"}, off_class=off_class)
        at.assault().strike("phys")
        return [(term.rule, term.value) for term in at.combat.strikes[0].attack.why]

    assert terms("lose_class_keyword") == [("L-H01", 5), ("L-C2", 1)]
    assert terms("all_minus_1") == [("L-H01", 5), ("L-C2", 1), ("AG-43", -1)]
    assert terms("none") == [("L-H01", 5), ("L-C2", 1)]


@pytest.mark.parametrize(
    ("off_class", "spared"), [("lose_class_keyword", False), ("none", True), ("all_minus_1", True)]
)
def test_AG_43_first_strike_of_an_unfit_class(off_class, spared):
    at = Table(heroes={"alice": "L-H06"}, classes={"alice": "L-C3"}, off_class=off_class)
    at.values(alice="6/5/5/5", bob="5/5/5/5").assault().strike("phys")
    assert (at.waiting["step"] == "loss") is spared


def test_the_result_tells_of_a_combat_as_far_as_it_has_come():
    at = Table(2).values(alice="6/5/4/5", bob="4/5/4/5").assault().strike("phys")
    (found,) = result(at.state)["combats"]
    assert (found["assaulter"], [strike["damage"]["value"] for strike in found["strikes"]]) == ("alice", [1])
