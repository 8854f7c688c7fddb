"""Falling, forced return and what follows a fight.

R-OTHER-2, R-OTHER-3, R-OTHER-4a, R-OTHER-4b, R-OTHER-4c, R-OTHER-4d, R-OTHER-5a, R-OTHER-5b, R-OTHER-5c,
R-OTHER-6a, R-OTHER-6b, R-OTHER-6c, R-OTHER-6d, R-OTHER-7a, R-OTHER-7b, R-OTHER-7c, R-OTHER-8.
"""

import pytest

from combat.rules import recovery
from combat.rules.recovery import Points
from tests.combat.rules.table import (
    ONE,
    REVEAL,
    amounts,
    archer,
    caster,
    error,
    gm,
    lancer,
    phantasm,
    plan,
    ren,
    result,
    saber,
    slot,
    spell,
)

ALONE = lancer(hp=3, master="ren")
"""Lancer three points from falling, his Master elsewhere."""

STRIKE = [plan("saber", slot(lancer="smash")), REVEAL]
YES = {"by": "ren", "do": "forced_return", "servant": "lancer", "accept": True}
NO = YES | {"accept": False}


def after(sheets, *moves, **settings):
    return result(sheets, *moves, **settings)["combatants"]


def test_r_other_2_all_damage_of_magic_goes_to_mp():
    sheets = [saber(), caster(spells=[spell(steps=1)])]
    hurt = after(sheets, plan("caster", slot(saber="spell:ray")), REVEAL)["saber"]
    assert (hurt["hp"], hurt["mp"]) == (80, 64)


def test_r_other_3_beside_his_master_a_servant_at_hp_0_vanishes():
    found = result([saber(), ALONE, ren(line="back")], *STRIKE)
    assert found["combatants"]["lancer"]["state"] == "vanished"
    assert found["waiting_for"] is None


def test_g_19_without_a_master_a_servant_at_hp_0_vanishes():
    assert after([saber(), lancer(hp=3)], *STRIKE)["lancer"]["state"] == "vanished"


def test_r_other_4a_mp_may_go_below_0():
    armed = caster(mp=10, phantasms=[phantasm(mp=40)])
    assert after([saber(), armed], plan("caster", slot(saber="np:blade")), REVEAL)["caster"]["mp"] == -30


@pytest.mark.parametrize(("mp", "allowed"), [(60, True), (61, False)])
def test_r_other_4b_own_costs_stop_at_the_floor(mp, allowed):
    armed = caster(mp=10, phantasms=[phantasm(mp=mp)])
    found = result([saber(), armed], plan("caster", slot(saber="np:blade")))
    assert found.get("error") == (None if allowed else {"at": "moves[0].slots[0]", "rule": "R-OTHER-4b"})


def test_r_other_4b_at_the_floor_a_free_phantasm_is_allowed_and_one_that_costs_a_point_is_not():
    strike = plan("caster", slot(saber="np:blade"))
    assert "error" not in result([saber(), caster(mp=-50, phantasms=[phantasm()])], strike)
    assert error([saber(), caster(mp=-50, phantasms=[phantasm(mp=1)])], strike)[1] == "R-OTHER-4b"


def test_r_other_4c_plus_signs_do_not_lower_the_floor():
    plus = caster(ranks=caster()["ranks"] | {"mana": "A++", "luck": "B+"}, mp=-51)
    assert error([saber(), plus]) == ("combatants[1]", "format")


def test_mp_floor_base_moves_the_floor():
    assert error([saber(), caster(mp=-21)], mp_floor_base=0) == ("combatants[1]", "format")
    assert "error" not in result([saber(), caster(mp=-20)], mp_floor_base=0)


def test_g_18_damage_below_the_floor_makes_a_servant_vanish_and_no_return_saves_him():
    sheets = [saber(spells=[spell(steps=1, damage=10)]), lancer(mp=-25, master="ren")]
    found = result(sheets, plan("saber", slot(lancer="spell:ray")), REVEAL)
    assert (found["combatants"]["lancer"]["state"], found["waiting_for"]) == ("vanished", None)


def test_mp_floor_breach_clamp_keeps_mp_at_the_floor():
    sheets = [saber(spells=[spell(steps=1, damage=10)]), lancer(mp=-25)]
    found = result(sheets, plan("saber", slot(lancer="spell:ray")), REVEAL, mp_floor_breach="clamp")
    assert (found["combatants"]["lancer"]["state"], found["combatants"]["lancer"]["mp"]) == ("fighting", -32)
    assert amounts(found["slots"][0]) == {"lancer": 10}


def test_r_other_4d_a_servant_at_mp_0_has_until_the_end_of_the_next_scene():
    found = result([saber(), lancer(mp=0)])
    assert found["deadlines"] == [{"who": "lancer", "pool": "mp", "rule": "R-OTHER-4d", "at": 0}]
    assert not recovery.outlives("servant", Points(hp=40, mp=0), recover_to=1)
    assert recovery.outlives("servant", Points(hp=40, mp=0), recover_to=0)
    assert recovery.outlives("servant", Points(hp=40, mp=1), recover_to=1)


def test_a_vanished_servant_has_no_deadline_and_a_fled_one_has():
    vanished = result([saber(), lancer(hp=3, mp=0)], *STRIKE)
    bought = {"by": "lancer", "do": "retreat", "fortune": True}
    fled = result([saber(), lancer(mp=-5, master="ren"), ren()], bought)
    assert vanished["deadlines"] == []
    assert fled["deadlines"] == [{"who": "lancer", "pool": "mp", "rule": "R-OTHER-4d", "at": -5}]


def test_r_other_5a_the_fight_waits_for_the_absent_master():
    found = result([saber(), ALONE], *STRIKE)
    assert found["waiting_for"] == {"who": "ren", "for": "forced_return", "servant": "lancer"}
    assert found["outcome"]["ended"] is False
    assert found["combatants"]["lancer"]["command_spells"] == 3


def test_r_other_5b_the_servant_withdraws_with_1_hp_for_one_command_spell():
    lancer_after = after([saber(), ALONE], *STRIKE, YES)["lancer"]
    assert (lancer_after["state"], lancer_after["hp"], lancer_after["command_spells"]) == ("returned", 1, 2)
    assert lancer_after["forced_return_used"] is True


def test_r_other_5b_declined_he_vanishes():
    lancer_after = after([saber(), ALONE], *STRIKE, NO)["lancer"]
    assert (lancer_after["state"], lancer_after["command_spells"]) == ("vanished", 3)


@pytest.mark.parametrize("spent", [{"forced_return_used": True}, {"command_spells": 0}])
def test_r_other_5c_forced_return_is_possible_once_and_with_a_spell_left(spent):
    found = result([saber(), ALONE | spent], *STRIKE)
    assert (found["combatants"]["lancer"]["state"], found["waiting_for"]) == ("vanished", None)


def test_r_other_5c_the_second_servant_of_one_master_cannot_be_saved():
    second = lancer(id="rider", hp=3, master="ren")
    strikes = plan("saber", slot(lancer="smash", rider="smash"))
    states = after([saber(), ALONE, second], strikes, REVEAL, YES)
    assert (states["lancer"]["state"], states["rider"]["state"]) == ("returned", "vanished")


def test_two_masters_are_asked_one_after_the_other():
    second = lancer(id="rider", hp=3, master="kei")
    strikes = plan("saber", slot(lancer="smash", rider="smash"))
    found = result([saber(), ALONE, second], strikes, REVEAL, NO)
    assert found["waiting_for"] == {"who": "kei", "for": "forced_return", "servant": "rider"}


def test_a_master_who_fled_is_absent_and_still_answers():
    sheets = [saber(), ALONE, ren(line="back"), lancer(id="rider")]
    flee = {"by": "ren", "do": "retreat", "fortune": True}
    found = result(sheets, flee, *STRIKE)
    assert found["waiting_for"]["who"] == "ren"
    assert after(sheets, flee, *STRIKE, YES)["lancer"]["state"] == "returned"


def test_a_present_masters_sheet_shows_the_one_pool():
    shared = after([saber(), ALONE | {"command_spells": 2}, ren(line="back")])
    assert shared["ren"]["command_spells"] == 2
    assert "command_spells" not in shared["lancer"]


@pytest.mark.parametrize(
    "answer",
    [YES | {"by": "gm"}, YES | {"by": "lancer"}, YES | {"servant": "saber"}, REVEAL, plan("saber"), gm("end")],
)
def test_while_the_fight_waits_only_the_answer_is_accepted(answer):
    assert error([saber(), ALONE], *STRIKE, answer) == ("moves[2]", "format")


def test_what_is_left_of_the_round_needs_a_new_reveal_after_the_answer():
    sheets = [saber(), ALONE, lancer(id="rider")]
    moves = [plan("saber", slot(lancer="smash"), slot(rider="smash")), REVEAL, YES]
    assert len(result(sheets, *moves, slots_per_round=2)["slots"]) == 1
    assert len(result(sheets, *moves, REVEAL, slots_per_round=2)["slots"]) == 2


def test_the_round_ends_after_an_answer_to_its_last_slot():
    sheets = [saber(), ALONE, lancer(id="rider")]
    found = result(sheets, *STRIKE, YES, slots_per_round=1, rounds=2)
    assert found["outcome"]["ended"] is False
    assert "error" not in result(sheets, *STRIKE, YES, plan("saber", slot(rider="smash")), slots_per_round=1, rounds=2)


def test_r_other_6a_a_master_is_not_removed_at_hp_or_mp_0():
    found = result([saber(), ren(hp=3, mp=-4)], plan("saber", slot(ren="smash")), REVEAL, rounds=None)
    assert (found["combatants"]["ren"]["state"], found["combatants"]["ren"]["hp"]) == ("fighting", -1)
    assert [(due["pool"], due["at"]) for due in found["deadlines"]] == [("hp", -1), ("mp", -4)]


def test_r_other_6b_a_master_at_hp_0_can_present_nothing():
    strike = plan("ren", slot(saber="smash"))
    assert error([saber(), ren(hp=0)], strike, master_reduction=0)[1] == "R-OTHER-6b"
    assert "error" not in result([saber(), ren(hp=1)], strike, master_reduction=0)
    assert "error" not in result([saber(), ren(hp=0)], plan("ren", {}, slot(saber="wait")))
    assert recovery.only_rests("master", Points(hp=0, mp=9))
    assert not recovery.only_rests("master", Points(hp=1, mp=1))
    assert not recovery.only_rests("servant", Points(hp=1, mp=0))


def test_r_other_6b_a_plan_handed_in_before_turns_into_wait_with_a_note():
    moves = [plan("saber", slot(ren="smash")), plan("ren", {}, slot(saber="smash")), REVEAL]
    notes = result([saber(), ren(hp=3)], *moves, master_reduction=0)["slots"][1]["notes"]
    assert notes == [{"who": "ren", "rule": "R-OTHER-6b", "to": "saber", "card": "smash"}]


@pytest.mark.parametrize(("hp", "lives"), [(2, True), (0, False), (-1, False)])
def test_r_other_6c_a_master_who_has_not_recovered_by_then_dies(hp, lives):
    assert recovery.outlives("master", Points(hp=hp, mp=5), recover_to=1) is lives
    assert recovery.in_danger("master", Points(hp=hp, mp=5)) is not lives


def test_r_other_6d_a_master_at_0_or_below_may_rest_without_a_base():
    assert recovery.may_rest("master", Points(hp=-4, mp=5), at_base=False)
    assert not recovery.may_rest("master", Points(hp=4, mp=5), at_base=False)
    assert recovery.may_rest("servant", Points(hp=4, mp=5), at_base=True)


def test_r_other_7a_a_rest_gives_hp_and_mp_back():
    assert recovery.rested(Points(hp=23, mp=-4), hp=6, mp=9) == Points(hp=29, mp=5)


def test_r_other_7b_a_servant_turns_points_into_each_other_only_by_resting():
    assert recovery.converted(Points(hp=20, mp=30), to="hp", amount=10) == Points(hp=30, mp=20)
    assert recovery.converted(Points(hp=20, mp=30), to="mp", amount=10) == Points(hp=10, mp=40)
    assert recovery.may_convert("servant", to="mp", amount=10, resting=True)
    assert not recovery.may_convert("servant", to="mp", amount=10, resting=False, extra_mp=15)
    assert not recovery.may_convert("master", to="hp", amount=10, resting=True)


def test_r_other_7c_extra_mp_may_become_hp_without_a_rest():
    assert recovery.may_convert("servant", to="hp", amount=15, resting=False, extra_mp=15)
    assert not recovery.may_convert("servant", to="hp", amount=16, resting=False, extra_mp=15)


def test_r_other_8_a_forced_return_counts_as_vanished_for_the_reward():
    found = result([saber(), ALONE], *STRIKE, YES)
    assert found["rewards"] == [{"rule": "R-OTHER-8", "side": "A", "for": "lancer"}]


def test_r_other_8_each_enemy_side_that_fought_when_the_slot_began_is_rewarded():
    bow = archer(side="C", line="front", hp=1)
    moves = [plan("saber", slot(lancer="smash", archer="smash")), REVEAL]
    found = result([saber(), lancer(hp=1), bow, caster(side="D")], *moves, slots_per_round=1)
    assert [(reward["for"], reward["side"]) for reward in found["rewards"]] == [
        *(("lancer", side) for side in "ACD"),
        *(("archer", side) for side in "ABD"),
    ]


def test_r_other_8_a_side_that_was_gone_before_gets_nothing():
    bow = archer(side="C", line="front", hp=1)
    moves = [plan("saber", slot(archer="smash"), slot(lancer="smash")), REVEAL]
    found = result([saber(), lancer(hp=1), bow], *moves, slots_per_round=2)
    assert [(reward["for"], reward["side"]) for reward in found["rewards"]] == [
        ("archer", "A"),
        ("archer", "B"),
        ("lancer", "A"),
    ]


def test_g_29_special_damage_ignores_every_reduction_and_falls_follow():
    hit = gm("special_damage", to="lancer", amount=60, reason="the bridge")
    found = result([saber(), lancer()], hit)
    assert found["combatants"]["lancer"]["state"] == "vanished"
    assert found["outcome"]["reason"] == "last_standing"


def test_an_override_to_0_lets_a_servant_fall_and_gives_a_reward():
    moves = [gm("override", who="lancer", set={"hp": 0}, reason="a slip")]
    found = result([saber(), lancer()], *moves)
    assert found["combatants"]["lancer"]["state"] == "vanished"
    assert found["rewards"] == [{"rule": "R-OTHER-8", "side": "A", "for": "lancer"}]


def test_numbers_of_the_fallen_may_change_but_not_their_state():
    moves = [STRIKE[0], ONE, gm("override", who="lancer", set={"hp": 50, "smash": 9}, reason="a slip")]
    fallen = after([saber(), lancer(hp=3), lancer(id="rider")], *moves)["lancer"]
    assert (fallen["state"], fallen["hp"], fallen["cards"]["smash"]) == ("vanished", 50, 9)
