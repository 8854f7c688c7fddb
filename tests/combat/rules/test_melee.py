"""Intrusion and melee.

R-IN-1, R-IN-2, R-MELEE-1, R-MELEE-2, R-MELEE-3, R-MELEE-4, R-MELEE-5, R-MELEE-6, R-MELEE-7, R-MELEE-8,
R-MELEE-9, R-MELEE-10, R-MELEE-11.
"""

import pytest

from tests.combat.rules.table import (
    ONE,
    REVEAL,
    aid_spell,
    amounts,
    archer,
    caster,
    duel,
    emi,
    error,
    gm,
    help_for,
    lancer,
    phantasm,
    plan,
    result,
    saber,
    slot,
    why,
)

BOW = archer(side="C", line="front")
THREE = [saber(), lancer(), BOW]


def met(*moves, sheets=None, **settings):
    return result(sheets or THREE, *moves, REVEAL, slots_per_round=1, **settings)["slots"][0]


def test_r_in_1_an_intruder_names_an_enemy_and_fights_with_full_counts():
    enter = gm("enter", combatant=BOW, against="lancer")
    found = result([saber(), lancer()], enter, plan("archer", slot(lancer="onslaught")), REVEAL)
    assert amounts(found["slots"][0]) == {"lancer": 4}
    assert list(found["combatants"]) == ["saber", "lancer", "archer"]


@pytest.mark.parametrize("against", ["archer", "saber", "nobody"])
def test_r_in_1_against_must_be_an_enemy(against):
    enter = gm("enter", combatant=archer(line="front"), against=against)
    assert error([saber(), lancer()], enter) == ("moves[0]", "R-IN-1")


def test_g_25_the_named_enemy_binds_nobody():
    enter = gm("enter", combatant=BOW, against="lancer")
    found = result([saber(), lancer()], enter, plan("archer", slot(saber="onslaught")), REVEAL)
    assert amounts(found["slots"][0]) == {"saber": 4}


def test_g_25_nobody_enters_in_the_middle_of_a_round():
    enter = gm("enter", combatant=BOW, against="lancer")
    assert error([saber(), lancer()], ONE, enter) == ("moves[1]", "format")


def test_r_in_2_who_fights_already_goes_on_with_the_cards_he_has_left():
    moves = [plan("lancer", slot(saber="smash"), slot(saber="smash")), REVEAL]
    enter = gm("enter", combatant=BOW, against="lancer")
    cards = result([saber(), lancer()], *moves, enter, slots_per_round=2, rounds=2)["combatants"]["lancer"]["cards"]
    assert cards == {"smash": 2, "counter": 3, "onslaught": 5}


def test_r_in_2_regroup_brings_the_counts_back_to_full_once():
    regrouping = lancer(skills=[{"id": "again", "effect": "regroup"}])
    moves = [plan("lancer", slot(saber="smash")), ONE, {"by": "lancer", "do": "regroup"}]
    cards = result([saber(), regrouping], *moves)["combatants"]["lancer"]["cards"]
    assert cards == {"smash": 4, "counter": 3, "onslaught": 5}
    assert error([saber(), regrouping], *moves, moves[-1]) == ("moves[3]", "G-23")


def test_r_melee_1_each_attack_names_its_target():
    plans = [plan("saber", slot(lancer="smash", archer="counter"))]
    assert amounts(met(*plans)) == {"lancer": 4, "archer": 5}


def test_r_melee_2_who_is_not_named_meets_wait():
    plans = [plan("saber", slot(lancer="smash")), plan("archer", slot(saber="onslaught"))]
    report = met(*plans)
    assert report["duels"][1] == {
        "a": "saber",
        "b": "archer",
        "a_card": "wait",
        "b_card": "onslaught",
        "winner": "archer",
    }


def test_r_melee_3_different_cards_go_to_different_targets_in_one_slot():
    plans = [
        plan("saber", slot(lancer="smash", archer="onslaught")),
        plan("lancer", slot(saber="onslaught")),
        plan("archer", slot(saber="smash")),
    ]
    assert amounts(met(*plans)) == {"lancer": 4, "saber": 3}


def test_r_melee_4_an_area_phantasm_meets_several_and_is_paid_once():
    army = saber(phantasms=[phantasm(targets="area", mp=40, uses=2)])
    moves = [plan("saber", slot(lancer="np:blade", archer="np:blade")), REVEAL]
    found = result([army, lancer(), BOW], *moves)
    assert amounts(found["slots"][0]) == {"lancer": 12, "archer": 12}
    after = found["combatants"]["saber"]
    assert (after["mp"], after["uses"]) == (30, {"np:blade": 1})


def test_r_melee_4_a_phantasm_for_one_cannot_be_presented_to_several():
    unit = saber(phantasms=[phantasm()])
    attack = plan("saber", slot(lancer="np:blade", archer="np:blade"))
    assert error([unit, lancer(), BOW], attack) == ("moves[0].slots[0]", "R-MELEE-4")


def test_r_melee_5_a_phantasm_allows_no_other_card_in_its_slot():
    unit = saber(phantasms=[phantasm()])
    attack = plan("saber", slot(lancer="np:blade", archer="smash"))
    assert error([unit, lancer(), BOW], attack) == ("moves[0].slots[0]", "R-MELEE-5")


def test_r_melee_5_who_is_no_target_of_the_phantasm_meets_wait():
    unit = saber(phantasms=[phantasm()])
    plans = [plan("saber", slot(lancer="np:blade")), plan("archer", slot(saber="onslaught"))]
    assert why(met(*plans, sheets=[unit, lancer(), BOW]), 1) == [("R-16", 4)]


def test_r_melee_6_support_is_possible_in_a_melee():
    rider = archer(id="rider")
    plans = [plan("saber", slot(lancer="smash")), plan("rider", help_for("saber"))]
    assert why(met(*plans, sheets=[*THREE, rider])) == [("R-16", 4), ("R-BACK-13", 2)]


def test_r_melee_7_a_slot_holds_one_support_for_one_ally():
    two = {"support": [{"to": "saber", "with": "general", "for": "attack"}] * 2}
    assert error([saber(), archer(), lancer()], plan("archer", two)) == ("moves[0].slots[0]", "format")


def helped(count: int, cap: dict | None = None, for_: str = "attack", hp: int = 60):
    """Saber attacked or attacking with `count` general supporters."""
    helpers = [archer(id=f"h{number}") for number in range(count)]
    plans = [plan(helper["id"], help_for("saber", for_=for_)) for helper in helpers]
    fight = plan("saber", slot(lancer="smash")) if for_ == "attack" else plan("lancer", slot(saber="np:x"))
    if for_ == "defence":
        fight = plan("lancer", slot(saber="smash"))
    strong = lancer(hp=hp, cards={"smash": {"damage": 30}})
    return met(fight, *plans, sheets=[saber(), *helpers, strong], **({"support_cap": cap} if cap else {}))


def test_r_melee_8_two_may_support_the_same_ally():
    assert why(helped(2)) == [("R-16", 4), ("R-BACK-13", 2), ("R-MELEE-9", 1)]


def test_r_melee_9_each_additional_supporter_adds_one_point():
    assert why(helped(4)) == [("R-16", 4), ("R-BACK-13", 2), ("R-MELEE-9", 3)]


def test_r_melee_9_holds_for_defence_support_too():
    assert why(helped(3, for_="defence")) == [("R-16", 30), ("R-BACK-15", -1), ("R-MELEE-9", -2)]


def test_r_melee_9_the_largest_counts_in_full_wherever_it_is_listed():
    helpers = [archer(id="one"), archer(id="two", spells=[aid_spell(attack=4)])]
    plans = [plan("one", help_for("saber")), plan("two", help_for("saber", "spell:bless", None))]
    report = met(plan("saber", slot(lancer="smash")), *plans, sheets=[saber(), *helpers, lancer()])
    assert why(report) == [("R-16", 4), ("R-BACK-12", 4), ("R-MELEE-9", 1)]


def test_r_melee_9_of_equal_supports_the_first_listed_names_the_rule():
    helpers = [archer(id="one", spells=[aid_spell(attack=2)]), archer(id="two")]
    plans = [plan("two", help_for("saber")), plan("one", help_for("saber", "spell:bless", None))]
    report = met(plan("saber", slot(lancer="smash")), *plans, sheets=[saber(), *helpers, lancer()])
    assert why(report)[1] == ("R-BACK-12", 2)


def test_r_melee_10_the_extra_points_stop_at_five():
    assert why(helped(8)) == [("R-16", 4), ("R-BACK-13", 2), ("R-MELEE-9", 5)]


@pytest.mark.parametrize(
    ("count", "cap", "steps"),
    [
        (8, {"binds": "whole"}, [("R-BACK-13", 2), ("R-MELEE-9", 3)]),
        (1, {"binds": "whole", "max": 1}, [("R-BACK-13", 1)]),
        (3, {"binds": "whole", "max": 2}, [("R-BACK-13", 2)]),
        (2, {"binds": "whole", "max": 0}, []),
        (3, {"max": 1}, [("R-BACK-13", 2), ("R-MELEE-9", 1)]),
        (3, {"max": 0}, [("R-BACK-13", 2)]),
    ],
)
def test_g_14_support_cap_binds_the_extra_points_or_the_whole(count, cap, steps):
    assert why(helped(count, cap)) == [("R-16", 4), *steps]


def test_g_14_attack_and_defence_support_are_counted_apart():
    helpers = [archer(id="one"), archer(id="two")]
    plans = [plan("one", help_for("saber")), plan("two", help_for("saber", for_="defence"))]
    report = met(plan("saber", slot(lancer="smash")), *plans, sheets=[saber(), *helpers, lancer()])
    assert why(report) == [("R-16", 4), ("R-BACK-13", 2)]


def test_r_melee_11_a_second_support_spell_on_one_ally_in_one_slot_is_refused():
    helpers = [archer(id=id, spells=[aid_spell(attack=3)]) for id in ("one", "two")]
    sheets = [saber(), *helpers, lancer()]
    first = plan("one", {}, help_for("saber", "spell:bless", None))
    assert error(sheets, first, plan("two", {}, help_for("saber", "spell:bless", None))) == (
        "moves[1].slots[1]",
        "R-MELEE-11",
    )
    assert "error" not in result(sheets, first, plan("two", help_for("saber", "spell:bless", None), help_for("saber")))


def test_r_melee_11_a_replaced_plan_no_longer_counts():
    helpers = [archer(id=id, spells=[aid_spell(attack=3)]) for id in ("one", "two")]
    spell_plan = [help_for("saber", "spell:bless", None)]
    moves = [plan("one", *spell_plan), plan("one"), plan("two", *spell_plan), plan("two", *spell_plan)]
    assert "error" not in result([saber(), *helpers, lancer()], *moves)


def test_g_24_each_entry_costs_one_card():
    assert error(
        [saber(), emi(line="back"), lancer(), BOW], plan("saber", *[slot(lancer="smash", archer="smash")] * 3)
    ) == ("moves[0].slots[2]", "G-2")


def test_g_26_all_duels_of_a_slot_are_simultaneous():
    plans = [
        plan("saber", slot(lancer="smash")),
        plan("lancer", slot(archer="smash")),
        plan("archer", slot(saber="smash")),
    ]
    found = result([saber(hp=1), lancer(hp=1), archer(side="C", line="front", hp=1)], *plans, REVEAL)
    assert {state["state"] for state in found["combatants"].values()} == {"vanished"}
    assert (found["outcome"]["reason"], found["outcome"]["winner"]) == ("last_standing", None)


def test_defence_skill_uses_are_counted_down_in_the_order_of_the_duels():
    guarded = lancer(skills=[{"id": "guard", "effect": "defence", "against": ["general"], "amount": 2, "uses": 1}])
    bow = archer(side="A", line="front")
    plans = [
        plan("saber", slot(lancer="smash")),
        plan("archer", slot(lancer="smash")),
        plan("lancer", slot(saber="onslaught", archer="onslaught")),
    ]
    report = met(*plans, sheets=[saber(), guarded, bow])
    assert [hit["amount"] for hit in report["damage"]] == [2, 3]


def test_g_30_a_servants_hp_does_not_fall_below_0():
    assert duel("", "onslaught", saber(hp=2))["combatants"]["saber"]["hp"] == 0


def test_an_area_phantasm_is_not_paid_again_when_its_first_target_falls_away():
    army = saber(phantasms=[phantasm(targets="area", mp=40)])
    plans = [
        plan("saber", {}, slot(lancer="np:blade", archer="np:blade", caster="np:blade")),
        plan("archer", slot(lancer="smash")),
    ]
    sheets = [army, lancer(hp=1), BOW, caster(side="D")]
    found = result(sheets, *plans, REVEAL, slots_per_round=2)
    assert amounts(found["slots"][1]) == {"archer": 12, "caster": 12}
    assert found["combatants"]["saber"]["mp"] == 30
