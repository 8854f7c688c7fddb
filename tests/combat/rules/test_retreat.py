"""Retreat.

R-RET-1, R-RET-2, R-RET-3, R-RET-4, R-RET-5, G-22.
"""

import pytest

from tests.combat.rules.table import (
    ONE,
    REVEAL,
    Value,
    archer,
    armour,
    caster,
    emi,
    error,
    gm,
    guard,
    help_for,
    lancer,
    phantasm,
    plan,
    ren,
    result,
    saber,
    skill_card,
    slot,
    spell,
    why,
)

FLEE = {"by": "lancer", "do": "retreat"}
BOUGHT = FLEE | {"fortune": True}


def strikes(*cards: str) -> Value:
    return plan("saber", *[slot(lancer=card) if card else {} for card in cards])


def show(*cards: str, by: str = "saber") -> Value:
    return {"by": by, "do": "present", "cards": list(cards)}


def fled(sheets: list[Value], *moves: Value, **settings) -> tuple[str, str, int]:
    """The rule of the retreat, the state of Lancer, and the number tested."""
    found = result(sheets, *moves, **settings)
    assert "error" not in found, found
    return found["events"][0]["rule"], found["combatants"]["lancer"]["state"], found["events"][0]["total"]


def test_r_ret_1_one_may_withdraw_before_the_first_slot_or_in_the_middle():
    before = [strikes("onslaught", "onslaught", "onslaught"), FLEE]
    middle = [strikes("smash", "onslaught", "onslaught", "onslaught"), ONE, FLEE]
    for moves in (before, middle):
        assert fled([saber(), lancer()], *moves) == ("R-RET-2", "fled", 9)


def test_r_ret_2_the_price_is_three_cards_of_the_enemy():
    found = result([saber(), lancer()], strikes("smash", "onslaught", "", "smash", "smash"), FLEE)
    assert found["events"][0]["total"] == 11
    assert found["combatants"]["saber"]["cards"] == {"smash": 2, "counter": 5, "onslaught": 2}


def test_r_ret_2_met_cards_are_gone_from_the_plan():
    moves = [strikes("counter", "onslaught", "onslaught", "counter"), FLEE, REVEAL]
    found = result([saber(), lancer()], *moves, slots_per_round=4)
    assert [len(report["duels"]) for report in found["slots"]] == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("last", "rule", "state", "total"), [("onslaught", "R-RET-2", "fled", 9), ("smash", "R-RET-3", "fighting", 10)]
)
def test_r_ret_3_at_ten_or_more_the_escape_fails(last, rule, state, total):
    assert fled([saber(), lancer()], strikes("onslaught", "onslaught", last), FLEE) == (rule, state, total)


def test_r_ret_3_ten_exactly_fails_and_hurts():
    found = result([saber(), lancer()], strikes("onslaught", "onslaught", "smash"), FLEE)
    assert (found["events"][0]["rule"], found["combatants"]["lancer"]["hp"]) == ("R-RET-3", 50)


def test_r_ret_3_without_failure_hurts_nothing_is_taken_but_the_cards_are_gone():
    moves = [strikes("onslaught", "onslaught", "smash"), FLEE]
    found = result([saber(), lancer()], *moves, retreat={"failure_hurts": False})
    assert (found["events"][0]["total"], found["events"][0]["damage"]) == (10, [])
    assert found["combatants"]["lancer"]["hp"] == 60
    assert found["combatants"]["saber"]["cards"] == {"smash": 3, "counter": 5, "onslaught": 1}


def test_r_ret_4_the_present_master_pays_one_fortune():
    found = result([saber(), lancer(master="ren"), ren(line="back")], BOUGHT)
    assert (found["combatants"]["lancer"]["state"], found["combatants"]["ren"]["fortune"]) == ("fled", 1)


def test_r_ret_4_a_master_pays_for_himself():
    found = result([saber(), lancer(), ren()], {"by": "ren", "do": "retreat", "fortune": True})
    assert (found["combatants"]["ren"]["state"], found["combatants"]["ren"]["fortune"]) == ("fled", 1)


@pytest.mark.parametrize(
    "sheets",
    [
        [saber(), lancer()],
        [saber(), lancer(master="ren")],
        [saber(), lancer(), ren(line="back")],
        [saber(), lancer(master="ren"), ren(line="back", fortune=0)],
    ],
)
def test_r_ret_4_is_refused_without_a_present_master_who_can_pay(sheets):
    assert error(sheets, BOUGHT) == ("moves[0]", "R-RET-4")


def test_r_ret_4_a_master_who_fled_cannot_pay():
    sheets = [saber(), lancer(master="ren"), ren(line="back")]
    assert error(sheets, {"by": "ren", "do": "retreat", "fortune": True}, BOUGHT) == ("moves[1]", "R-RET-4")


def test_r_ret_5_then_no_damage_is_taken():
    moves = [strikes("counter", "counter", "counter"), BOUGHT]
    found = result([saber(), lancer(master="ren"), ren(line="back")], *moves)
    assert found["events"] == [
        {"move": 1, "do": "retreat", "who": "lancer", "rule": "R-RET-4", "total": 0, "damage": []}
    ]
    assert found["combatants"]["saber"]["cards"]["counter"] == 5


def test_r_ret_5_a_bought_escape_is_told_after_what_hurt_before_it():
    rubble = gm("special_damage", to="lancer", amount=5, reason="rubble")
    events = result([saber(), lancer(master="ren"), ren()], rubble, BOUGHT)["events"]
    assert [(event["move"], event["rule"], event["total"]) for event in events] == [(0, "G-29", 5), (1, "R-RET-4", 0)]


def test_g_22_where_the_plan_has_fewer_cards_the_enemy_presents_the_rest():
    moves = [strikes("onslaught"), FLEE]
    asked = result([saber(), lancer()], *moves)
    assert asked["waiting_for"] == {"who": "saber", "for": "present", "fleeing": "lancer", "cards": 2}
    found = result([saber(), lancer()], *moves, show("smash", "smash"))
    assert [hit["amount"] for hit in found["events"][0]["damage"]] == [3, 4, 4]
    assert found["events"][0]["move"] == 1


def test_g_22_he_presents_from_what_is_left_the_rest_of_the_plan_not_set_aside():
    sheets = [saber(), lancer(), lancer(id="rider")]
    moves = [plan("saber", *[slot(rider="smash")] * 4), FLEE, show("smash", "smash", "smash"), REVEAL]
    found = result(sheets, *moves, slots_per_round=4)
    assert [len(report["notes"]) for report in found["slots"]] == [0, 1, 1, 1]


def test_g_22_who_has_fewer_cards_left_is_asked_for_those_and_who_has_none_for_nothing():
    few = {"smash": {"count": 1}, "counter": {"count": 0}, "onslaught": {"count": 0}}
    none = {card: {"count": 0} for card in ("smash", "counter", "onslaught")}
    assert result([saber(cards=few), lancer()], FLEE)["waiting_for"]["cards"] == 1
    assert fled([saber(cards=none), lancer()], FLEE) == ("R-RET-2", "fled", 0)


def test_g_22_critical_counts_and_is_shown_from_the_front_line_only():
    none = {card: {"count": 0} for card in ("smash", "counter", "onslaught")}
    critical = {"count": 2, "damage": 6}
    front = [saber(cards=none, critical=critical), lancer()]
    assert result(front, FLEE)["waiting_for"]["cards"] == 2
    back = [saber(cards=none), archer(cards=none | {"smash": {"count": 1}}, critical=critical), lancer()]
    assert result(back, FLEE)["waiting_for"] == {"who": "archer", "for": "present", "fleeing": "lancer", "cards": 1}
    assert error(back, FLEE, show("critical", by="archer")) == ("moves[1]", "R-BACK-2")


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        (("smash",), "R-RET-2"),
        (("smash", "smash", "smash", "smash"), "R-RET-2"),
        (("onslaught", "onslaught", "np:blade"), "format"),
        (("onslaught", "onslaught", "spell:long"), "format"),
        (("onslaught", "onslaught", "skill:guard"), "format"),
        (("onslaught", "onslaught", "wait"), "format"),
        (("onslaught", "onslaught", "critical"), "G-2"),
        (("spell:dart", "spell:dart", "smash"), "G-2"),
        (("spell:dear", "smash", "smash"), "R-OTHER-4b"),
    ],
)
def test_what_may_be_presented_to_who_flees(cards, rule):
    spells = [spell("long"), spell("dart", steps=1, uses=1), spell("dear", steps=1, mp=103)]
    sheet = saber(phantasms=[phantasm()], skills=[guard()], spells=spells)
    assert error([sheet, lancer()], FLEE, show(*cards)) == ("moves[1]", rule)


def test_g_22_one_step_spells_stand_in_and_hit_mp_which_counts_for_the_test():
    sheet = saber(spells=[spell("dart", steps=1, damage=3, uses=1)])
    found = result([sheet, lancer()], FLEE, show("spell:dart", "onslaught", "onslaught"))
    assert found["events"][0]["total"] == 9
    after = found["combatants"]
    assert (after["lancer"]["hp"], after["lancer"]["mp"], after["saber"]["mp"]) == (54, 67, 60)
    assert after["saber"]["uses"] == {"spell:dart": 0}


def test_g_22_phantasms_and_longer_spells_in_the_plan_are_passed_over_and_stay():
    sheet = saber(phantasms=[phantasm()], spells=[spell("long")])
    words = ["np:blade", "spell:long", "spell:long", "onslaught", "onslaught", "onslaught"]
    found = result([sheet, lancer()], strikes(*words), FLEE)
    assert found["events"][0]["total"] == 9
    assert found["combatants"]["saber"]["uses"] == {"np:blade": 1, "spell:long": None}


def test_g_22_a_card_that_cannot_be_shown_now_is_passed_over():
    moves = [
        strikes("smash", "smash", "onslaught", "onslaught"),
        gm("override", who="saber", set={"smash": 1}, reason="x"),
        FLEE,
    ]
    assert result([saber(), lancer()], *moves)["events"][0]["total"] == 10


def test_g_22_cards_count_as_against_wait_without_defence_skills_or_support():
    sheets = [saber(), archer(), lancer(skills=[guard(amount=3)])]
    moves = [plan("archer", help_for("saber")), strikes("onslaught", "onslaught", "onslaught"), FLEE]
    found = result(sheets, *moves, show("smash", "smash", "counter", by="archer"), retreat={"fails_at": 99})
    assert [why({"damage": [hit]}) for hit in found["events"][0]["damage"]] == [
        *[[("R-RET-2", 3)]] * 5,
        [("R-RET-2", 2)],
    ]


def test_g_22_plus_reduction_and_armour_of_phantasms_apply():
    plus = saber(ranks=saber()["ranks"] | {"strength": "B+"})
    activated = {"by": "saber", "do": "activate_plus", "stat": "strength"}
    moves = [activated, strikes("smash", "smash", "smash"), FLEE]
    found = result([plus, lancer(phantasms=[armour(2)])], *moves)
    assert why(found["events"][0]) == [("R-RET-2", 4), ("G-1", 1), ("R-16", -2)]
    assert found["events"][0]["total"] == 9


def test_retreat_tested_before_reduction_counts_value_plus_and_conviction_only():
    moves = [strikes("smash", "smash", "smash"), FLEE]
    tested = {"retreat": {"tested": "before_reduction"}}
    assert fled([saber(), lancer(phantasms=[armour(2)])], *moves, **tested) == ("R-RET-3", "fighting", 12)


@pytest.mark.parametrize(("several", "rule", "total"), [("sum", "R-RET-3", 16), ("worst", "R-RET-2", 9)])
def test_several_enemies_are_summed_or_the_worst_counts(several, rule, total):
    sheets = [saber(), archer(side="C", line="front"), lancer()]
    moves = [strikes("onslaught", "onslaught", "onslaught"), plan("archer", *[slot(lancer="counter")] * 2), FLEE]
    found = result(sheets, *moves, show("smash", by="archer"), retreat={"several_enemies": several})
    assert (found["events"][0]["rule"], found["events"][0]["total"]) == (rule, total)
    assert found["combatants"]["lancer"]["hp"] == 60 - 16


def test_the_worst_enemy_is_the_one_whose_cards_together_do_most():
    sheets = [saber(), archer(side="C", line="front"), lancer()]
    moves = [strikes("onslaught", "smash", "counter"), plan("archer", *[slot(lancer="counter")] * 2), FLEE]
    moves.append(show("smash", by="archer"))
    rules = {"several_enemies": "worst", "fails_at": 99}
    assert result(sheets, *moves, retreat=rules)["events"][0]["total"] == 12


def test_enemies_are_asked_one_after_the_other_and_told_in_order():
    sheets = [saber(), archer(side="C", line="front"), lancer()]
    moves = [strikes("onslaught"), FLEE, show("onslaught", "onslaught")]
    assert result(sheets, *moves)["waiting_for"]["who"] == "archer"
    found = result(sheets, *moves, show("counter", "counter", "smash", by="archer"), retreat={"fails_at": 99})
    assert [hit["from"] for hit in found["events"][0]["damage"]] == ["saber"] * 3 + ["archer"] * 3


def test_only_enemies_whom_the_lines_let_attack_him_are_met():
    sheets = [saber(), archer(line="back", ranged=False), emi(hp=0), lancer()]
    moves = [strikes("onslaught", "onslaught", "onslaught"), FLEE]
    assert fled(sheets, *moves, master_reduction=0) == ("R-RET-2", "fled", 9)
    hidden = [saber(), lancer(line="back"), lancer(id="rider")]
    assert fled(hidden, FLEE) == ("R-RET-2", "fled", 0)


def test_who_no_longer_fights_presents_nothing_to_who_flees():
    sheets = [saber(), archer(side="C", line="front", hp=1), lancer()]
    moves = [plan("saber", slot(archer="smash"), *[slot(lancer="onslaught")] * 3), ONE, FLEE]
    assert fled(sheets, *moves) == ("R-RET-2", "fled", 9)


def test_retreat_cards_says_how_many_are_met():
    assert fled([saber(), lancer()], strikes("counter"), FLEE, retreat={"cards": 1}) == ("R-RET-2", "fled", 5)


def test_g_22_falling_comes_before_the_escape():
    moves = [strikes("onslaught", "onslaught", "onslaught"), FLEE]
    assert fled([saber(), lancer(hp=9)], *moves)[1] == "vanished"
    assert fled([saber(), lancer(hp=10)], *moves) == ("R-RET-2", "fled", 9)
    found = result([saber(), lancer(hp=9, master="ren")], *moves)
    assert found["waiting_for"] == {"who": "ren", "for": "forced_return", "servant": "lancer"}


def test_a_master_flees_whatever_his_hp():
    found = result([saber(), lancer(), ren(hp=5)], plan("saber", *[slot(ren="onslaught")] * 3), FLEE | {"by": "ren"})
    assert (found["combatants"]["ren"]["state"], found["combatants"]["ren"]["hp"]) == ("fled", -4)
    assert found["deadlines"] == [{"who": "ren", "pool": "hp", "rule": "R-OTHER-6c", "at": -4}]


def test_a_breach_of_the_floor_is_judged_before_the_escape():
    sheets = [saber(spells=[spell("dart", steps=1, damage=3)]), lancer(mp=-30)]
    moves = [strikes("spell:dart", "onslaught", "onslaught"), FLEE]
    assert fled(sheets, *moves)[1] == "vanished"
    found = result(sheets, *moves, mp_floor_breach="clamp")["combatants"]["lancer"]
    assert (found["state"], found["mp"]) == ("fled", -32)


def test_g_12_a_master_who_would_be_asked_without_a_reduction_makes_it_an_error():
    sheets = [saber(), emi(), lancer()]
    assert error(sheets, FLEE) == ("moves[0]", "G-12")
    assert result(sheets, FLEE, master_reduction=1)["waiting_for"]["who"] == "saber"
    none = {card: {"count": 0} for card in ("smash", "counter", "onslaught")}
    assert result([saber(), emi(cards=none), lancer()], FLEE)["waiting_for"]["who"] == "saber"


def test_the_reduction_lowers_what_a_master_shows():
    found = result([emi(), lancer()], FLEE, show("smash", "smash", "onslaught", by="emi"), master_reduction=1)
    assert [why({"damage": [hit]}) for hit in found["events"][0]["damage"]] == [
        [("R-RET-2", 3), ("G-12", -1)],
        [("R-RET-2", 3), ("G-12", -1)],
        [("R-RET-2", 4), ("G-12", -1)],
    ]


def test_while_a_present_is_awaited_only_it_is_accepted_from_him_or_the_gm():
    for move in (REVEAL, plan("saber"), show("smash", by="lancer"), gm("end"), FLEE):
        assert error([saber(), lancer()], FLEE, move) == ("moves[1]", "format")
    answer = {"by": "gm", "who": "saber", "do": "present", "cards": ["onslaught"] * 3}
    assert fled([saber(), lancer()], FLEE, answer) == ("R-RET-2", "fled", 9)


def test_present_without_a_retreat_is_refused():
    assert error([saber(), lancer()], show("smash")) == ("moves[0]", "format")


def test_skill_cards_meet_who_flees_as_skill_damage():
    sheet = saber(skills=[skill_card(count=3, damage=2)])
    found = result([sheet, lancer()], FLEE, show("skill:burst", "skill:burst", "skill:burst"))
    assert [(hit["kind"], hit["amount"]) for hit in found["events"][0]["damage"]] == [("skill", 2)] * 3


def test_after_a_retreat_the_others_fight_on():
    sheets = [saber(), lancer(), caster()]
    moves = [strikes("onslaught", "onslaught", "onslaught"), FLEE, REVEAL]
    assert result(sheets, *moves)["outcome"]["reason"] == "rounds"


def test_conviction_counts_in_what_a_master_shows_to_who_flees():
    moves = [{"by": "emi", "do": "spend_conviction"}, FLEE, show("smash", "counter", "onslaught", by="emi")]
    found = result([emi(), lancer()], *moves, master_reduction=2, retreat={"fails_at": 99})
    assert why(found["events"][0]) == [("R-RET-2", 3), ("R-MASTER-7", 1)]
    assert found["events"][0]["total"] == 12
