"""Masters on the front line.

R-MASTER-1, R-MASTER-2, R-MASTER-3, R-MASTER-4, R-MASTER-5, R-MASTER-6, R-MASTER-7, R-MASTER-8.
"""

from tests.combat.rules.table import ONE, REVEAL, amounts, duel, emi, lancer, plan, ren, result, saber, slot, why

SPEND = {"by": "emi", "do": "spend_conviction"}


def test_r_master_1_combat_fortune_and_conviction_give_smash_counter_and_onslaught():
    for card, damage in (("smash", 3), ("counter", 2), ("onslaught", 4)):
        assert amounts(duel(card, "", emi(), ren())) == {"ren": damage}


def test_r_master_2_a_master_has_half_as_many_cards_rounded_up():
    assert result([emi(), ren()])["combatants"]["emi"]["cards"] == {"smash": 2, "counter": 1, "onslaught": 2}


def test_r_master_3_a_masters_damage_is_the_rank_of_the_stat():
    assert why(duel("smash", "", emi(), ren())) == [("R-16", 3)]


def test_r_master_4_affinities_are_the_same_as_between_servants():
    assert why(duel("onslaught", "counter", emi(), ren())) == [("R-14", 4)]


def test_r_master_5_conviction_lends_ten_hp_and_mp_until_the_fight_ends():
    running = result([emi(), ren()], SPEND)["combatants"]["emi"]
    assert (running["hp"], running["mp"], running["conviction"]) == (30, 40, 3)
    over = result([emi(), ren()], SPEND, {"by": "gm", "do": "end"})["combatants"]["emi"]
    assert (over["hp"], over["mp"], over["conviction"]) == (20, 30, 3)


def test_r_master_5_the_extra_points_are_lost_first():
    moves = [SPEND, plan("ren", slot(emi="smash")), REVEAL]
    found = result([emi(), ren()], *moves, slots_per_round=1)
    assert found["combatants"]["emi"]["hp"] == 20
    assert found["outcome"]["loss"]["A"] == "0/20"


def test_r_master_5_a_number_that_an_override_set_since_stays():
    override = {"by": "gm", "do": "override", "who": "emi", "set": {"hp": 33}, "reason": "a blessing"}
    found = result([emi(), ren()], SPEND, override, {"by": "gm", "do": "end"})["combatants"]["emi"]
    assert (found["hp"], found["mp"]) == (33, 30)


def test_r_master_5_who_flees_loses_the_extra_points_at_once():
    found = result([emi(), saber(), ren()], SPEND, {"by": "emi", "do": "retreat", "fortune": True})["combatants"]["emi"]
    assert (found["state"], found["hp"], found["mp"], found["fortune"]) == ("fled", 20, 30, 1)


def test_r_master_5_needs_a_point_and_g_13_allows_only_one():
    assert result([emi(conviction=0), ren()], SPEND)["error"] == {"at": "moves[0]", "rule": "R-MASTER-5"}
    assert result([emi(), ren()], SPEND, SPEND)["error"] == {"at": "moves[1]", "rule": "G-13"}


def test_r_master_6_the_cards_double_also_in_the_middle_of_a_round():
    moves = [plan("emi", slot(ren="smash"), slot(ren="counter")), ONE, SPEND]
    cards = result([emi(), ren()], *moves)["combatants"]["emi"]["cards"]
    assert cards == {"smash": 3, "counter": 2, "onslaught": 4}


def test_r_master_6_a_count_that_was_used_up_grows_too():
    moves = [plan("emi", slot(ren="counter")), ONE, SPEND]
    assert result([emi(), ren()], *moves)["combatants"]["emi"]["cards"]["counter"] == 1


def test_r_master_6_a_typed_count_doubles_in_either_order():
    sheet = emi(cards={"smash": {"count": 3}})
    for order in ("halve_then_double", "double_then_halve"):
        cards = result([sheet, ren()], SPEND, conviction_order=order)["combatants"]["emi"]["cards"]
        assert cards["smash"] == 6


def test_r_master_6_supports_do_not_change():
    assert result([emi(), ren()], SPEND)["combatants"]["emi"]["support"] == {"general": 3, "skill": 0}


def test_r_master_7_the_basic_cards_do_one_more_and_no_others():
    sheet = emi(critical={"count": 1, "damage": 6})
    moves = [SPEND, plan("emi", slot(ren="smash"), slot(ren="critical")), REVEAL]
    found = result([sheet, ren(hp=99)], *moves, slots_per_round=2)
    assert [why(report) for report in found["slots"]] == [[("R-16", 3), ("R-MASTER-7", 1)], [("R-16", 6)]]


def test_r_master_7_conviction_brings_one_point_and_no_plus_sign_that_is_not_active():
    sheet = emi(ranks=emi()["ranks"] | {"combat": "C++"})
    found = result([sheet, ren()], SPEND, plan("emi", slot(ren="smash")), REVEAL)
    assert why(found["slots"][0]) == [("R-16", 3), ("R-MASTER-7", 1)]


def test_r_master_8_the_reduction_against_a_servant_is_ignored_after_conviction():
    moves = [plan("emi", slot(lancer="smash"), slot(lancer="smash")), ONE, SPEND, ONE]
    found = result([emi(), lancer()], *moves, master_reduction=2, slots_per_round=2)
    assert [why(report) for report in found["slots"]] == [
        [("R-16", 3), ("G-12", -2)],
        [("R-16", 3), ("R-MASTER-7", 1)],
    ]


def test_g_12_the_reduction_does_not_touch_a_fight_between_masters():
    assert why(duel("smash", "", emi(), ren(), master_reduction=2)) == [("R-16", 3)]


def test_g_28_a_step_may_go_below_nothing_before_support_lifts_it_again():
    helper = saber(id="ally", line="back")
    moves = [
        plan("emi", slot(lancer="smash")),
        plan("ally", {"support": {"to": "emi", "with": "general", "for": "attack"}}),
    ]
    found = result([emi(), helper, lancer()], *moves, REVEAL, master_reduction=4, slots_per_round=1)
    assert why(found["slots"][0]) == [("R-16", 3), ("G-12", -4), ("R-BACK-13", 2)]
