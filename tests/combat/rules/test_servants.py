"""Cards between Servants on the front line.

R-13a, R-13b, R-14, R-15, R-16, R-OTHER-1.
"""

import pytest

from tests.combat.rules.table import (
    ONE,
    REVEAL,
    amounts,
    armour,
    duel,
    guard,
    lancer,
    phantasm,
    plan,
    result,
    saber,
    servant,
    skill_card,
    slot,
    spell,
    why,
)

BURST = saber(skills=[skill_card()])
ART = lancer(skills=[skill_card("art", "A")])


@pytest.mark.parametrize(
    ("card", "winner", "hurt"),
    [("smash", "saber", {"lancer": 4}), ("counter", "saber", {"lancer": 4}), ("onslaught", "lancer", {"saber": 5})],
)
def test_r_13a_a_skill_card_is_strong_against_two_basic_cards_and_weak_against_the_third(card, winner, hurt):
    met = duel("skill:burst", card, BURST)
    assert (met["duels"][0]["winner"], amounts(met), why(met)[0][0]) == (winner, hurt, "R-13a")


def test_r_13a_the_same_holds_when_the_skill_card_is_listed_second():
    met = duel("onslaught", "skill:art", saber(), lancer(skills=[skill_card("art", "A", ("smash", "onslaught"))]))
    assert (met["duels"][0]["winner"], amounts(met)) == ("lancer", {"saber": 5})


def test_r_13b_skill_cards_have_equal_force_and_the_higher_deals_the_difference():
    met = duel("skill:burst", "skill:art", BURST, ART)
    assert (amounts(met), why(met)) == ({"saber": 1}, [("R-13b", 1)])


def test_r_13b_equal_skill_cards_hurt_nobody():
    met = duel("skill:burst", "skill:art", BURST, lancer(skills=[skill_card("art", "B")]))
    assert (met["duels"][0]["winner"], met["damage"]) == (None, [])


@pytest.mark.parametrize(
    ("a", "b", "winner", "hurt"),
    [
        ("smash", "onslaught", "saber", {"lancer": 4}),
        ("counter", "smash", "saber", {"lancer": 5}),
        ("onslaught", "counter", "saber", {"lancer": 3}),
        ("onslaught", "smash", "lancer", {"saber": 4}),
        ("smash", "counter", "lancer", {"saber": 3}),
        ("counter", "onslaught", "lancer", {"saber": 5}),
    ],
)
def test_r_14_the_stronger_card_deals_its_own_rank_and_the_loser_nothing(a, b, winner, hurt):
    met = duel(a, b)
    assert (met["duels"][0]["winner"], amounts(met), why(met)[0][0]) == (winner, hurt, "R-14")


def test_r_15_the_same_card_deals_only_the_difference_of_the_ranks():
    met = duel("counter", "counter")
    assert (amounts(met), why(met)) == ({"lancer": 2}, [("R-15", 2)])


def test_r_15_equal_ranks_hurt_nobody():
    assert duel("smash", "smash")["damage"] == []


def test_r_16_who_waits_takes_the_damage_in_full_without_his_defence_skill():
    met = duel("", "onslaught", saber(skills=[guard(amount=3)]))
    assert (met["duels"][0]["a_card"], amounts(met), why(met)) == ("wait", {"saber": 5}, [("R-16", 5)])


def test_r_16_armour_of_a_phantasm_still_works_for_who_waits():
    met = duel("", "onslaught", saber(skills=[guard(amount=3)], phantasms=[armour(2)]))
    assert why(met) == [("R-16", 5), ("R-16", -2)]


def test_the_word_wait_is_the_absence_of_a_card():
    assert duel("wait", "smash")["duels"] == duel("", "smash")["duels"]


def test_duels_in_which_both_wait_are_left_out():
    assert duel("", "")["duels"] == []


def test_g_2_a_typed_count_and_damage_replace_the_derived_ones():
    met = duel("smash", "", saber(cards={"smash": {"count": 2, "damage": 9}}))
    assert (amounts(met), met["combatants"]["saber"]["cards"]["smash"]) == ({"lancer": 9}, 1)


def test_g_2_a_typed_damage_alone_leaves_the_count():
    met = duel("smash", "", saber(cards={"smash": {"damage": 9}}))
    assert (amounts(met), met["combatants"]["saber"]["cards"]["smash"]) == ({"lancer": 9}, 3)


def test_a_skill_card_may_have_its_own_count_and_damage():
    met = duel("skill:burst", "", saber(skills=[skill_card(count=1, damage=7)]))
    assert (amounts(met), met["combatants"]["saber"]["cards"]["skill:burst"]) == ({"lancer": 7}, 0)


def test_g_1_plus_signs_count_nothing_until_they_are_activated():
    plus = servant("saber", "A", "B++ A C D E", 80, 70)
    moves = [plan("saber", slot(lancer="smash"), slot(lancer="smash")), ONE]
    activated = {"by": "saber", "do": "activate_plus", "stat": "strength"}
    found = result([plus, lancer()], *moves, activated, ONE, slots_per_round=2)
    assert [why(report) for report in found["slots"]] == [[("R-16", 4)], [("R-16", 4), ("G-1", 2)]]
    assert found["combatants"]["saber"]["cards"]["smash"] == 2


def test_g_1_inside_a_difference_the_plus_is_part_of_the_value_compared():
    plus = servant("saber", "A", "B+ A C D E", 80, 70)
    activated = {"by": "saber", "do": "activate_plus", "stat": "strength"}
    plans = [plan("saber", slot(lancer="smash")), plan("lancer", slot(saber="smash"))]
    assert why(result([plus, lancer()], activated, *plans, REVEAL)["slots"][0]) == [("R-15", 1)]


def test_g_1_a_plus_still_adds_to_a_typed_damage():
    plus = servant("saber", "A", "B+ A C D E", 80, 70, cards={"smash": {"damage": 9}})
    activated = {"by": "saber", "do": "activate_plus", "stat": "strength"}
    found = result([plus, lancer()], activated, plan("saber", slot(lancer="smash")), REVEAL, plus_value=3)
    assert why(found["slots"][0]) == [("R-16", 9), ("G-1", 3)]


@pytest.mark.parametrize(
    ("a", "b", "rule", "hurt"),
    [
        ("np:blade", "critical", "G-5", {"lancer": 12}),
        ("np:blade", "smash", "G-5", {"lancer": 12}),
        ("critical", "smash", "G-5", {"lancer": 6}),
        ("critical", "critical", "G-5", {"saber": 1}),
        ("critical", "", "R-16", {"lancer": 6}),
    ],
)
def test_g_5_phantasm_stands_above_critical_and_both_above_the_rest(a, b, rule, hurt):
    one = saber(phantasms=[phantasm()], critical={"count": 1, "damage": 6})
    met = duel(a, b, one, lancer(critical={"count": 1, "damage": 7}))
    assert (amounts(met), why(met)[0][0]) == (hurt, rule)


def test_a_phantasm_hurts_hp_and_mp_apart_hp_first():
    met = duel("np:blade", "smash", saber(phantasms=[phantasm(mp_damage=8, mp=40)]))
    assert [(hit["kind"], hit["pool"], hit["amount"]) for hit in met["damage"]] == [("np", "hp", 12), ("np", "mp", 8)]
    assert met["combatants"]["saber"]["mp"] == 30 and met["combatants"]["saber"]["uses"] == {"np:blade": 0}


def test_the_mp_part_of_a_phantasm_comes_in_full_beside_a_difference():
    met = duel(
        "np:blade", "np:spear", saber(phantasms=[phantasm(mp_damage=8)]), lancer(phantasms=[phantasm("spear", 9)])
    )
    assert [(why(met, place)) for place in (0, 1)] == [[("G-5", 3)], [("G-5", 8)]]


def test_the_mp_part_of_a_phantasm_hurts_nobody_where_nobody_is_hit():
    equal = [saber(phantasms=[phantasm(mp_damage=8)]), lancer(phantasms=[phantasm("spear", 12)])]
    assert duel("np:blade", "np:spear", *equal)["damage"] == []


def test_each_part_of_a_phantasm_is_lowered_by_itself():
    shielded = lancer(skills=[guard(against=("np",), amount=3, uses=5)], phantasms=[armour(1, ("np",))])
    met = duel("np:blade", "smash", saber(phantasms=[phantasm(mp_damage=8)]), shielded)
    assert [hit["amount"] for hit in met["damage"]] == [8, 4]
    assert met["combatants"]["lancer"]["uses"] == {"skill:guard": 3}


def test_g_27_a_defence_skill_lowers_only_its_kinds():
    met = duel("smash", "onslaught", b=lancer(skills=[guard(against=("skill", "magic", "np"))]))
    assert amounts(met) == {"lancer": 4}


def test_g_27_several_defence_skills_apply_in_sheet_order_and_none_lowers_below_nothing():
    guards = [guard("one", amount=3, uses=4), guard("two", amount=9, uses=4), guard("three", amount=1, uses=4)]
    met = duel("smash", "onslaught", b=lancer(skills=guards))
    assert met["damage"] == []
    assert met["combatants"]["lancer"]["uses"] == {"skill:one": 3, "skill:two": 3, "skill:three": 4}


def test_g_27_why_names_what_each_defence_skill_really_took_off():
    guards = [guard("one", amount=3), guard("two", amount=1)]
    met = duel("counter", "smash", b=lancer(skills=guards))
    assert why(met) == [("R-14", 5), ("G-27", -3), ("G-27", -1)]


def test_g_27_a_spent_defence_skill_lowers_nothing_more():
    moves = [plan("saber", *[slot(lancer="smash")] * 3), plan("lancer", *[slot(saber="onslaught")] * 3), REVEAL]
    found = result([saber(), lancer(skills=[guard(amount=1, uses=2)])], *moves, slots_per_round=3)
    assert [amounts(report)["lancer"] for report in found["slots"]] == [3, 3, 4]


def test_r_other_1_damage_is_kept_apart_in_its_five_kinds():
    sheet = saber(
        skills=[skill_card()],
        phantasms=[phantasm()],
        spells=[spell(steps=1)],
    )
    cards = ("smash", "skill:burst", "spell:ray", "np:blade")
    special = {"by": "gm", "do": "special_damage", "to": "lancer", "amount": 2, "reason": "falling roof"}
    found = result([sheet, lancer()], plan("saber", *[slot(lancer=card) for card in cards]), REVEAL, slots_per_round=5)
    kinds = [hit["kind"] for report in found["slots"] for hit in report["damage"]]
    assert kinds == ["general", "skill", "magic", "np"]
    event = result([sheet, lancer()], special)["events"][0]
    assert event == {
        "move": 0,
        "do": "special_damage",
        "who": "lancer",
        "rule": "G-29",
        "total": 2,
        "damage": [
            {
                "from": "gm",
                "to": "lancer",
                "kind": "special",
                "pool": "hp",
                "amount": 2,
                "why": [{"rule": "G-29", "value": 2}],
            }
        ],
    }
