"""How a fight ends and who wins.

R-OTHER-1b, G-4, G-17.
"""

import pytest

from tests.combat.rules.table import (
    ONE,
    REVEAL,
    archer,
    emi,
    gm,
    lancer,
    phantasm,
    plan,
    ren,
    result,
    saber,
    skill_card,
    slot,
    spell,
)

END = gm("end")


def outcome(sheets, *moves, **settings):
    return result(sheets, *moves, **settings)["outcome"]


def test_while_the_fight_runs_only_the_losses_are_told():
    assert outcome([saber(), lancer()]) == {
        "ended": False,
        "reason": None,
        "winner": None,
        "by": None,
        "loss": {"A": "0/80", "B": "0/60"},
    }


def test_r_other_1b_the_smaller_share_of_lost_hp_wins():
    moves = [plan("saber", slot(lancer="smash")), plan("lancer", {}, slot(saber="onslaught")), REVEAL]
    found = outcome([saber(), lancer()], *moves, slots_per_round=2)
    assert found["loss"] == {"A": "5/80", "B": "4/60"}
    assert (found["winner"], found["by"], found["reason"]) == ("A", "hp_ratio", "rounds")


def test_victory_by_points_counts_points():
    moves = [plan("saber", slot(lancer="smash")), plan("lancer", {}, slot(saber="onslaught")), REVEAL]
    found = outcome([saber(), lancer()], *moves, slots_per_round=2, victory="points")
    assert (found["winner"], found["by"]) == ("B", "points")


def test_r_other_1b_equal_losses_have_no_winner():
    assert outcome([saber(), lancer()], END)["winner"] is None


def test_g_17_mp_damage_is_not_in_the_ratio():
    sheets = [saber(spells=[spell(steps=1)]), lancer()]
    assert outcome(sheets, plan("saber", slot(lancer="spell:ray")), REVEAL)["loss"]["B"] == "0/60"


def test_g_17_the_sums_run_over_the_whole_side_the_fallen_too():
    moves = [plan("lancer", slot(archer="smash")), REVEAL]
    found = outcome([saber(), archer(line="front", hp=3), lancer()], *moves)
    assert found["loss"]["A"] == "3/83"


def test_healing_by_override_lowers_the_loss_and_never_below_nothing():
    moves = [plan("lancer", slot(saber="smash")), ONE, gm("override", who="saber", set={"hp": 90}, reason="a gift")]
    assert outcome([saber(), lancer()], *moves)["loss"]["A"] == "0/80"


def test_special_damage_counts_as_lost():
    assert outcome([saber(), lancer()], gm("special_damage", to="saber", amount=8, reason="x"))["loss"]["A"] == "8/80"


def test_who_began_at_hp_0_is_in_neither_sum_and_nothing_counts_as_all_lost():
    found = outcome(
        [ren(hp=-5), emi(hp=0), lancer(side="C")], gm("special_damage", to="lancer", amount=59, reason="x"), END
    )
    assert found["loss"] == {"B": "0/0", "A": "0/0", "C": "59/60"}
    assert found["winner"] == "C"


def test_nothing_is_as_bad_as_all_and_no_worse():
    found = outcome([ren(hp=-5), emi()], gm("special_damage", to="emi", amount=20, reason="x"), END)
    assert (found["loss"], found["winner"]) == ({"B": "0/0", "A": "20/20"}, None)


def test_who_began_with_a_single_point_is_counted():
    found = outcome([saber(hp=1), lancer()], END)
    assert found["loss"]["A"] == "0/1"


def test_a_masters_hp_below_0_counts_as_lost():
    moves = [plan("saber", slot(ren="smash")), REVEAL]
    assert outcome([saber(), ren(hp=3)], *moves)["loss"]["B"] == "4/3"


def test_who_entered_later_counts_from_his_hp_at_entering():
    enter = gm("enter", combatant=archer(line="back", hp=20), against="lancer")
    assert outcome([saber(), lancer()], enter)["loss"]["A"] == "0/100"


def test_the_fight_ends_when_at_most_one_side_stands_in_front():
    moves = [plan("lancer", slot(saber="smash"), slot(saber="smash")), REVEAL]
    found = result([saber(hp=4), archer(), lancer()], *moves, slots_per_round=2)
    assert found["outcome"]["reason"] == "last_standing"
    assert (found["outcome"]["winner"], found["outcome"]["by"]) == ("B", "last_standing")
    assert len(found["slots"]) == 1


def test_last_standing_comes_before_the_end_of_the_rounds():
    moves = [plan("lancer", slot(saber="smash")), REVEAL]
    assert outcome([saber(hp=4), lancer()], *moves, slots_per_round=1)["reason"] == "last_standing"


@pytest.mark.parametrize(("rounds", "ended"), [(1, True), (2, False), (None, False)])
def test_rounds_says_how_many_are_fought(rounds, ended):
    assert outcome([saber(), lancer()], REVEAL, rounds=rounds)["ended"] is ended


def test_g_4_a_fight_ends_when_nobody_has_a_card_left():
    none = {card: {"count": 0} for card in ("smash", "counter", "onslaught")}
    found = outcome([saber(cards=none), lancer(cards=none)], REVEAL, rounds=None)
    assert (found["reason"], found["by"]) == ("no_cards", "hp_ratio")


@pytest.mark.parametrize(
    "more",
    [
        {"critical": {"count": 1, "damage": 3}},
        {"phantasms": [phantasm()]},
        {"spells": [spell()]},
        {"skills": [{"id": "again", "effect": "regroup"}]},
        {"skills": [{"id": "burst", "effect": "card", "rank": "E", "beats": ["smash", "counter"]}]},
    ],
)
def test_g_4_whoever_can_still_do_something_keeps_the_fight_going(more):
    none = {card: {"count": 0} for card in ("smash", "counter", "onslaught")}
    assert outcome([saber(cards=none, **more), lancer(cards=none)], REVEAL, rounds=None)["ended"] is False


@pytest.mark.parametrize(
    "more", [{"phantasms": [phantasm(uses=0)]}, {"spells": [{"id": "b", "effect": "support", "mp": 1, "attack": 1}]}]
)
def test_g_4_used_up_phantasms_and_support_spells_do_not(more):
    none = {card: {"count": 0} for card in ("smash", "counter", "onslaught")}
    assert outcome([saber(cards=none, **more), lancer(cards=none)], REVEAL, rounds=None)["reason"] == "no_cards"


def test_the_gm_ends_a_fight_and_it_is_judged_by_victory():
    found = outcome([saber(), lancer()], gm("special_damage", to="saber", amount=1, reason="x"), END)
    assert (found["reason"], found["winner"], found["by"]) == ("gm", "B", "hp_ratio")


def test_only_sides_that_stand_in_front_are_judged():
    moves = [plan("lancer", slot(saber="smash")), plan("archer", slot(lancer="smash")), ONE, END]
    sheets = [saber(hp=4), emi(line="back", hp=999), lancer(), archer(side="C", line="front", hp=99)]
    assert outcome(sheets, *moves)["winner"] == "C"


def test_after_the_end_nothing_is_accepted():
    for move in (END, REVEAL, plan("saber"), gm("override", who="saber", set={"hp": 1}, reason="x")):
        assert result([saber(), lancer()], END, move)["error"] == {"at": "moves[1]", "rule": "format"}


@pytest.mark.parametrize(("setting", "left"), [("end_of_fight", 3), ("end_of_round", 4)])
def test_cards_return_at_the_end_of_a_round_when_another_follows(setting, left):
    moves = [plan("saber", slot(lancer="smash")), REVEAL]
    cards = result([saber(), lancer()], *moves, rounds=2, cards_return=setting)["combatants"]["saber"]["cards"]
    assert cards["smash"] == left


def test_cards_do_not_return_when_no_round_follows_and_uses_never_do():
    sheet = saber(
        phantasms=[phantasm()],
        skills=[{"id": "g", "effect": "defence", "against": ["general"], "amount": 1, "uses": 2}],
    )
    plans = [plan("saber", slot(lancer="np:blade"), slot(lancer="onslaught")), plan("lancer", {}, slot(saber="smash"))]
    moves = [*plans, REVEAL]
    after = result([sheet, lancer()], *moves, rounds=2, cards_return="end_of_round")["combatants"]["saber"]
    assert after["uses"] == {"np:blade": 0, "skill:g": 1}
    last = result([saber(), lancer()], plan("saber", slot(lancer="smash")), REVEAL, cards_return="end_of_round")
    assert last["combatants"]["saber"]["cards"]["smash"] == 3


def test_supports_return_with_the_cards_and_by_regroup():
    helper = archer(skills=[{"id": "again", "effect": "regroup"}])
    support = plan("archer", {"support": {"to": "saber", "with": "general", "for": "attack"}})
    regrouped = result([saber(), helper, lancer()], support, ONE, {"by": "archer", "do": "regroup"})
    assert regrouped["combatants"]["archer"]["support"]["general"] == 5
    next_round = result([saber(), archer(), lancer()], support, REVEAL, rounds=2, cards_return="end_of_round")
    assert next_round["combatants"]["archer"]["support"]["general"] == 5


def test_skill_supports_return_by_regroup_as_well():
    helper = archer(skills=[{"id": "again", "effect": "regroup"}, skill_card("rapid", "C")])
    support = plan("archer", {"support": {"to": "saber", "with": "skill:rapid", "for": "attack"}})
    left = [
        result([saber(), helper, lancer()], support, ONE, *more) for more in ((), ({"by": "archer", "do": "regroup"},))
    ]
    assert [found["combatants"]["archer"]["support"]["skill"] for found in left] == [1, 2]


def test_cards_that_return_keep_the_fight_from_ending_for_want_of_cards():
    one = {"smash": {"count": 1}, "counter": {"count": 0}, "onslaught": {"count": 0}}
    moves = [plan("saber", slot(lancer="smash")), plan("lancer", slot(saber="smash")), REVEAL]
    found = outcome([saber(cards=one), lancer(cards=one)], *moves, rounds=2, cards_return="end_of_round")
    assert found["ended"] is False


def test_a_new_round_counts_its_slots_from_one_and_needs_new_plans():
    moves = [plan("saber", slot(lancer="smash")), REVEAL, REVEAL]
    slots = result([saber(), lancer()], *moves, slots_per_round=1, rounds=2)["slots"]
    assert [(report["round"], report["slot"], len(report["duels"])) for report in slots] == [(1, 1, 1), (2, 1, 0)]
