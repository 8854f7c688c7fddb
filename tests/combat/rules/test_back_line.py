"""The back line and support.

R-BACK-1, R-BACK-2, R-BACK-3, R-BACK-4, R-BACK-5, R-BACK-6, R-BACK-7, R-BACK-8, R-BACK-9, R-BACK-10,
R-BACK-11, R-BACK-12, R-BACK-13, R-BACK-14, R-BACK-15, R-BACK-16, R-BACK-17.
"""

import pytest

from tests.combat.rules.table import (
    REVEAL,
    Value,
    aid_spell,
    amounts,
    archer,
    emi,
    error,
    gm,
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

RAPID = archer(skills=[skill_card("rapid", "C", ("smash", "onslaught"))])
REDUCED = {"master_reduction": 2}


def supported(sheets: list[Value], *moves: Value, **settings) -> Value:
    return result(sheets, *moves, REVEAL, slots_per_round=1, **settings)["slots"][0]


def test_r_back_1_a_servant_in_the_back_line_has_the_same_cards():
    cards = result([saber(), archer(), lancer()])["combatants"]["archer"]["cards"]
    assert cards == {"smash": 3, "counter": 2, "onslaught": 4}


@pytest.mark.parametrize("card", ["np:blade", "critical"])
def test_r_back_2_no_phantasm_and_no_critical_from_the_back_line(card):
    sheet = archer(phantasms=[phantasm()], critical={"count": 1, "damage": 6})
    assert error([saber(), sheet, lancer()], plan("archer", slot(lancer=card))) == ("moves[0].slots[0]", "R-BACK-2")


def test_r_back_3_only_a_ranged_servant_attacks_from_the_back_line():
    report = supported([saber(), archer(), lancer()], plan("archer", slot(lancer="onslaught")))
    assert amounts(report) == {"lancer": 4}
    sword = archer(ranged=False)
    assert error([saber(), sword, lancer()], plan("archer", slot(lancer="smash"))) == ("moves[0].slots[0]", "R-BACK-3")


def test_r_back_3_a_ranged_skill_is_as_good_as_a_ranged_weapon_and_holds_for_spells_too():
    bow = archer(ranged=False, skills=[{"id": "bow", "effect": "ranged"}], spells=[spell(steps=1, damage=3)])
    for card in ("onslaught", "spell:ray"):
        assert amounts(supported([saber(), bow, lancer()], plan("archer", slot(lancer=card))))["lancer"] in (3, 4)


def test_r_back_4_a_master_in_the_back_line_has_the_same_cards():
    cards = result([saber(), emi(line="back"), lancer()])["combatants"]["emi"]["cards"]
    assert cards == {"smash": 2, "counter": 1, "onslaught": 2}


def test_r_back_5_a_master_uses_no_critical_from_the_back_line():
    sheet = emi(line="back", ranged=True, critical={"count": 1, "damage": 6})
    assert error([saber(), sheet, ren()], plan("emi", slot(ren="critical"))) == ("moves[0].slots[0]", "R-BACK-5")


def test_r_back_6_only_a_ranged_master_attacks_from_the_back_line():
    rifle = supported([saber(), emi(line="back", ranged=True), ren()], plan("emi", slot(ren="onslaught")))
    assert amounts(rifle) == {"ren": 4}
    knife = [saber(), emi(line="back"), ren()]
    assert error(knife, plan("emi", slot(ren="onslaught"))) == ("moves[0].slots[0]", "R-BACK-6")


def test_r_back_7_support_stands_in_place_of_an_attack():
    both = {**slot(lancer="smash"), **help_for("saber")}
    assert error([saber(), archer(), lancer()], plan("archer", both)) == ("moves[0].slots[0]", "R-BACK-7")


@pytest.mark.parametrize(
    ("helper", "ally", "to"),
    [
        (archer(line="front"), saber(), "saber"),
        (archer(), saber(id="ally", line="back"), "ally"),
        (archer(), saber(id="ally"), "archer"),
    ],
)
def test_r_back_7_support_goes_from_the_back_line_to_another_on_the_front_line(helper, ally, to):
    sheets = [saber(id="first"), ally, helper, lancer()]
    assert error(sheets, plan("archer", help_for(to))) == ("moves[0].slots[0]", "R-BACK-7")


def test_r_back_8_support_is_general_or_by_a_skill():
    found = result(
        [saber(), RAPID, lancer()], plan("archer", help_for("saber"), help_for("saber", "skill:rapid")), REVEAL
    )
    assert found["combatants"]["archer"]["support"] == {"general": 4, "skill": 1}


def test_r_back_9_general_supports_are_half_of_the_basic_cards_rounded_up():
    sheets = [saber(), archer(), emi(line="back"), lancer()]
    found = result(sheets)["combatants"]
    assert (found["archer"]["support"]["general"], found["emi"]["support"]["general"]) == (5, 3)
    plans = plan("emi", *[help_for("saber")] * 4)
    assert error(sheets, plans) == ("moves[0].slots[3]", "R-BACK-9")


def test_r_back_10_skill_supports_are_half_of_all_skill_cards_together_rounded_up():
    skills = [skill_card("one", "C"), skill_card("two", "B")]
    sheets = [saber(), archer(skills=skills), lancer()]
    assert result(sheets)["combatants"]["archer"]["support"]["skill"] == 4
    words = ("one", "two", "one", "two", "one")
    plans = plan("archer", *[help_for("saber", f"skill:{word}") for word in words])
    assert error(sheets, plans) == ("moves[0].slots[4]", "R-BACK-10")


def test_r_back_11_support_uses_are_separate_from_the_cards():
    found = result([saber(), RAPID, lancer()], plan("archer", help_for("saber", "skill:rapid")), REVEAL)
    assert found["combatants"]["archer"]["cards"] == {"smash": 3, "counter": 2, "onslaught": 4, "skill:rapid": 3}


@pytest.mark.parametrize(("card", "steps"), [("smash", [("R-14", 5)]), ("onslaught", [("R-14", 5), ("R-BACK-15", -1)])])
def test_r_back_12_defence_support_adds_nothing_to_an_attack(card, steps):
    plans = [plan("saber", slot(lancer="counter")), plan("lancer", slot(saber=card))]
    report = supported([saber(), archer(), lancer()], *plans, plan("archer", help_for("saber", for_="defence")))
    assert why(report) == steps


@pytest.mark.parametrize(
    ("with_", "for_", "card", "step"),
    [
        ("general", "attack", "smash", ("R-BACK-13", 2)),
        ("skill:rapid", "attack", "smash", ("R-BACK-14", 3)),
        ("general", "defence", "onslaught", ("R-BACK-15", -1)),
        ("skill:rapid", "defence", "onslaught", ("R-BACK-16", -2)),
    ],
)
def test_r_back_13_to_16_what_one_supporter_gives(with_, for_, card, step):
    plans = [plan("saber", slot(lancer="counter")), plan("lancer", slot(saber=card))]
    report = supported([saber(), RAPID, lancer()], *plans, plan("archer", help_for("saber", with_, for_)))
    assert why(report) == [("R-14", 5), step]


def test_r_back_14_attack_support_gives_nothing_to_an_ally_who_loses():
    plans = [plan("saber", slot(lancer="counter")), plan("lancer", slot(saber="onslaught"))]
    report = supported([saber(), RAPID, lancer()], *plans, plan("archer", help_for("saber", "skill:rapid")))
    assert why(report) == [("R-14", 5)]


def test_r_back_17_support_touches_no_phantasm_and_is_spent_all_the_same():
    armed = saber(phantasms=[phantasm(damage=20)])
    plans = [plan("saber", slot(lancer="np:blade")), plan("archer", help_for("saber"))]
    found = result([armed, archer(), lancer()], *plans, REVEAL, slots_per_round=1)
    assert why(found["slots"][0]) == [("R-16", 20)]
    assert found["combatants"]["archer"]["support"]["general"] == 4


def test_r_back_17_defence_support_does_not_lower_a_phantasm():
    armed = lancer(phantasms=[phantasm(damage=20, mp_damage=5)])
    plans = [plan("lancer", slot(saber="np:blade")), plan("archer", help_for("saber", for_="defence"))]
    report = supported([saber(), archer(), armed], *plans)
    assert [hit["amount"] for hit in report["damage"]] == [20, 5]


def test_g_15_an_ally_who_shows_a_phantasm_gets_no_support_in_any_duel_of_the_slot():
    armed = saber(phantasms=[phantasm()])
    rider = lancer(id="rider", side="C")
    plans = [
        plan("saber", slot(lancer="np:blade")),
        plan("rider", slot(saber="smash")),
        plan("archer", help_for("saber", for_="defence")),
    ]
    report = supported([armed, archer(), lancer(), rider], *plans)
    assert why(report, 1) == [("R-16", 4)]


def test_g_15_defence_support_helps_an_ally_who_waits():
    plans = [plan("lancer", slot(saber="smash")), plan("archer", help_for("saber", for_="defence"))]
    assert why(supported([saber(), archer(), lancer()], *plans)) == [("R-16", 4), ("R-BACK-15", -1)]


def test_a_support_spell_brings_its_own_points_and_costs_mp_and_a_use():
    bless = archer(spells=[aid_spell(attack=4, uses=2)])
    plans = [plan("saber", slot(lancer="smash")), plan("archer", help_for("saber", "spell:bless", None))]
    found = result([saber(), bless, lancer()], *plans, REVEAL, slots_per_round=1)
    assert why(found["slots"][0]) == [("R-16", 4), ("R-BACK-12", 4)]
    after = found["combatants"]["archer"]
    assert (after["mp"], after["uses"]) == (75, {"spell:bless": 1})


def test_a_support_spell_for_defence_lowers_damage():
    ward = archer(spells=[aid_spell("ward", defence=3)])
    plans = [plan("lancer", slot(saber="smash")), plan("archer", help_for("saber", "spell:ward", None))]
    assert why(supported([saber(), ward, lancer()], *plans)) == [("R-16", 4), ("R-BACK-12", -3)]


def test_attack_support_applies_to_every_duel_the_ally_wins_in_the_slot():
    rider = lancer(id="rider", side="C")
    plans = [plan("saber", slot(lancer="smash", rider="counter")), plan("archer", help_for("saber"))]
    report = supported([saber(), archer(), lancer(), rider], *plans)
    assert [hit["amount"] for hit in report["damage"]] == [6, 7]


def test_support_for_a_fallen_ally_falls_away_without_a_note_and_costs_nothing():
    moves = [
        plan("lancer", slot(ally="smash"), slot(saber="smash")),
        plan("archer", {}, help_for("ally")),
        REVEAL,
    ]
    found = result([saber(), saber(id="ally", hp=1), archer(), lancer()], *moves, slots_per_round=2)
    assert found["slots"][1]["notes"] == []
    assert found["combatants"]["archer"]["support"]["general"] == 5


def test_support_that_lost_its_line_turns_into_wait_with_a_note():
    moves = [
        plan("archer", help_for("saber")),
        {"by": "gm", "do": "move_line", "who": "archer", "line": "front"},
        REVEAL,
    ]
    found = result([saber(), archer(), lancer()], *moves)
    assert found["slots"][0]["notes"] == [{"who": "archer", "rule": "R-BACK-7", "to": "saber", "card": "general"}]
    assert found["combatants"]["archer"]["support"]["general"] == 5


def test_a_support_spell_that_can_no_longer_be_paid_turns_into_wait_with_a_note():
    moves = [
        plan("saber", slot(lancer="smash")),
        plan("archer", help_for("saber", "spell:bless", None)),
        gm("override", who="archer", set={"mp": -39}, reason="a curse"),
        REVEAL,
    ]
    found = result([saber(), archer(spells=[aid_spell(attack=4)]), lancer()], *moves)
    assert found["slots"][0]["notes"] == [{"who": "archer", "rule": "R-OTHER-4b", "to": "saber", "card": "spell:bless"}]
    assert (why(found["slots"][0]), found["combatants"]["archer"]["mp"]) == ([("R-16", 4)], -39)


@pytest.mark.parametrize(
    ("setting", "shooter", "refused"),
    [
        ("ranged", saber(), "R-BACK-3"),
        ("ranged", saber(ranged=True), None),
        ("anyone", saber(), None),
        ("nobody", saber(ranged=True), "R-BACK-3"),
        ("nobody", emi(ranged=True), "R-BACK-6"),
    ],
)
def test_back_line_targets_says_who_may_attack_an_enemy_in_the_back_line(setting, shooter, refused):
    sheets = [shooter, lancer(), ren(line="back")]
    attack = plan(shooter["id"], slot(ren="smash"))
    if refused:
        assert error(sheets, attack, back_line_targets=setting) == ("moves[0].slots[0]", refused)
    else:
        assert amounts(supported(sheets, attack, back_line_targets=setting))["ren"] == 4


def test_anyone_may_attack_the_back_line_does_not_mean_from_the_back_line():
    sheets = [saber(), archer(ranged=False), lancer(), ren(line="back")]
    assert error(sheets, plan("archer", slot(ren="smash")), back_line_targets="anyone")[1] == "R-BACK-3"
