"""Every setting and each of its values (those of support, magic, retreat and outcome stand with their rules)."""

import pytest

from tests.combat.rules.table import (
    REVEAL,
    amounts,
    archer,
    caster,
    duel,
    emi,
    error,
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


def test_g_1_rank_values_replaces_only_the_letters_it_names():
    found = result([saber(), lancer()], rank_values={"B": 6, "EX": 9})["combatants"]["saber"]
    assert found["cards"] == {"smash": 6, "counter": 5, "onslaught": 3}


def test_g_1_ex_is_seven_by_default():
    sheet = saber(ranks=saber()["ranks"] | {"strength": "EX"})
    assert result([sheet, lancer()])["combatants"]["saber"]["cards"]["smash"] == 7


def test_g_3_the_cycle_may_be_reversed():
    reversed_cycle = {"counter": "onslaught", "onslaught": "smash", "smash": "counter"}
    assert duel("smash", "counter", cycle=reversed_cycle)["duels"][0]["winner"] == "saber"


@pytest.mark.parametrize(
    ("a", "b", "setting", "rule", "hurt"),
    [
        (saber(), caster(), "knights_plus_one", "G-8", {"caster": 1}),
        (caster(), saber(), "knights_plus_one", "G-8", {"caster": 1}),
        (saber(), lancer(), "knights_plus_one", None, {}),
        (saber(), caster(), "nothing", None, {}),
    ],
)
def test_g_8_equal_cards_may_be_won_by_the_only_knight(a, b, setting, rule, hurt):
    equal = {"smash": {"damage": 4}}
    met = duel("smash", "smash", a | {"cards": equal}, b | {"cards": equal}, equal_cards=setting)
    assert amounts(met) == hurt
    assert [steps["why"][0]["rule"] for steps in met["damage"]] == ([rule] if rule else [])


def test_g_8_different_values_are_no_tie_and_other_classes_no_knights():
    unequal = duel("smash", "smash", saber(), caster(), equal_cards="knights_plus_one")
    assert why(unequal) == [("R-15", 3)]
    spelled = duel(
        "smash", "smash", saber(**{"class": "Saber"}), lancer(**{"class": "x"}), equal_cards="knights_plus_one"
    )
    assert spelled["damage"] == []


@pytest.mark.parametrize(
    ("setting", "winner", "hurt"),
    [("rank_difference", "lancer", {"saber": 1}), ("nothing", None, {}), ("both", None, {"lancer": 4, "saber": 5})],
)
def test_g_7_skill_vs_skill(setting, winner, hurt):
    sheets = [saber(skills=[skill_card()]), lancer(skills=[skill_card("art", "A")])]
    met = duel("skill:burst", "skill:art", *sheets, skill_vs_skill=setting)
    assert (met["duels"][0]["winner"], amounts(met)) == (winner, hurt)


def test_g_7_where_both_hit_nobody_wins_and_no_support_counts():
    sheets = [saber(skills=[skill_card()]), archer(), lancer(skills=[skill_card("art", "A")])]
    moves = [
        plan("saber", slot(lancer="skill:burst")),
        plan("lancer", slot(saber="skill:art")),
        plan("archer", help_for("saber")),
        REVEAL,
    ]
    report = result(sheets, *moves, skill_vs_skill="both")["slots"][0]
    assert [why(report, place) for place in (0, 1)] == [[("R-13b", 4)], [("R-13b", 5)]]
    assert [hit["from"] for hit in report["damage"]] == ["saber", "lancer"]


@pytest.mark.parametrize(
    ("order", "a", "b", "winner", "rule"),
    [
        (["ordinary", "np", "critical", "magic"], "smash", "np:blade", "saber", "G-5"),
        (["critical", "np", "magic", "ordinary"], "critical", "np:blade", "saber", "G-5"),
        (["np", "critical", "ordinary", "magic"], "np:blade", "critical", "saber", "G-5"),
    ],
)
def test_g_5_force_order_may_be_any(order, a, b, winner, rule):
    both = {"phantasms": [phantasm()], "critical": {"count": 1, "damage": 6}}
    met = duel(a, b, saber(**both), lancer(**both), force_order=order)
    assert (met["duels"][0]["winner"], why(met)[0][0]) == (winner, rule)


def test_g_5_an_ordinary_card_may_be_set_above_magic_but_magic_above_critical_is_no_magic_rule():
    mage = caster(spells=[spell()], critical={"count": 1, "damage": 6})
    plans = [plan("saber", {}, slot(caster="critical")), plan("caster", *[slot(saber="spell:ray")] * 2)]
    sheets = [saber(critical={"count": 1, "damage": 6}), mage]
    magic_first = result(sheets, *plans, REVEAL, force_order=["magic", "np", "critical", "ordinary"])["slots"][1]
    assert why(magic_first) == [("G-5", 6)]
    ordinary = [plan("saber", {}, slot(caster="smash")), plans[1], REVEAL]
    last = result(sheets, *ordinary, force_order=["np", "critical", "ordinary", "magic"])["slots"][1]
    assert why(last) == [("G-5", 4)]


@pytest.mark.parametrize(
    ("setting", "winner", "hurt"),
    [("difference", "saber", {"lancer": 3}), ("both", None, {"lancer": 12, "saber": 9}), ("nothing", None, {})],
)
def test_g_5_same_force(setting, winner, hurt):
    sheets = [saber(phantasms=[phantasm()]), lancer(phantasms=[phantasm(damage=9)])]
    met = duel("np:blade", "np:blade", *sheets, same_force=setting)
    assert (met["duels"][0]["winner"], amounts(met)) == (winner, hurt)


def test_g_5_where_both_phantasms_hit_each_does_its_mp_damage_too():
    sheets = [saber(phantasms=[phantasm(mp_damage=2)]), lancer(phantasms=[phantasm(damage=9, mp_damage=3)])]
    met = duel("np:blade", "np:blade", *sheets, same_force="both")
    assert [(hit["from"], hit["pool"], hit["amount"]) for hit in met["damage"]] == [
        ("saber", "hp", 12),
        ("saber", "mp", 2),
        ("lancer", "hp", 9),
        ("lancer", "mp", 3),
    ]


@pytest.mark.parametrize(
    ("setting", "damage", "winner", "hurt"),
    [
        ("subtract", 4, "caster", {"saber": 2}),
        ("both_vanish", 4, None, {}),
        ("larger_full", 4, "caster", {"saber": 6}),
        ("larger_full", 6, None, {}),
        ("subtract", 6, None, {}),
    ],
)
@pytest.mark.parametrize("steps", [1, 2])
def test_g_10_magic_vs_magic(setting, damage, winner, hurt, steps):
    sheets = [saber(spells=[spell(steps=steps, damage=damage)]), caster(spells=[spell(steps=steps)])]
    plans = [plan("saber", *[slot(caster="spell:ray")] * steps), plan("caster", *[slot(saber="spell:ray")] * steps)]
    report = result(sheets, *plans, REVEAL, slots_per_round=2, magic_vs_magic=setting)["slots"][steps - 1]
    assert (report["duels"][0]["winner"], amounts(report)) == (winner, hurt)


@pytest.mark.parametrize("card", ["smash", "skill:burst"])
@pytest.mark.parametrize(("setting", "winner"), [("nothing", None), ("ordinary_wins", "saber")])
def test_g_11_one_step_tie(setting, winner, card):
    sheets = [saber(skills=[skill_card()]), caster(spells=[spell(steps=1, damage=4)])]
    met = duel(card, "spell:ray", *sheets, one_step_tie=setting)
    assert met["duels"][0]["winner"] == winner
    assert amounts(met) == ({"caster": 4} if winner else {})


def test_g_11_a_tie_of_two_one_step_spells_is_no_ordinary_win():
    sheets = [saber(spells=[spell(steps=1)]), caster(spells=[spell(steps=1)])]
    assert duel("spell:ray", "spell:ray", *sheets, one_step_tie="ordinary_wins")["damage"] == []


@pytest.mark.parametrize(("order", "smash"), [("halve_then_double", 4), ("double_then_halve", 3)])
def test_g_13_conviction_order(order, smash):
    spend = {"by": "emi", "do": "spend_conviction"}
    cards = result([emi(), ren()], spend, conviction_order=order)["combatants"]["emi"]["cards"]
    assert cards == {"smash": smash, "counter": 2, "onslaught": 4}


@pytest.mark.parametrize(("reduction", "hurt"), [(0, 3), (2, 1), (3, 0), (9, 0)])
def test_g_12_master_reduction(reduction, hurt):
    met = duel("smash", "", emi(), lancer(), master_reduction=reduction)
    assert amounts(met).get("lancer", 0) == hurt
    assert met["duels"][0]["winner"] == "emi"


@pytest.mark.parametrize(("helps", "steps"), [(True, [("R-16", 4), ("R-BACK-15", -1)]), (False, [("R-16", 4)])])
@pytest.mark.parametrize("shown", ["wait", "chant"])
def test_g_15_support_helps_wait(helps, steps, shown):
    mage = saber(spells=[spell()])
    cards = [slot(lancer="spell:ray")] * 2 if shown == "chant" else [{}]
    moves = [
        plan("saber", *cards),
        plan("lancer", slot(saber="smash")),
        plan("archer", help_for("saber", for_="defence")),
        REVEAL,
    ]
    report = result([mage, archer(), lancer()], *moves, support_helps_wait=helps)["slots"][0]
    assert why(report) == steps


def test_slots_per_round_is_the_length_of_a_round():
    assert len(result([saber(), lancer()], REVEAL, slots_per_round=25)["slots"]) == 25
    assert error([saber(), lancer()], plan("saber", {}, {}), slots_per_round=1) == ("moves[0]", "format")


def test_recover_to_is_accepted_and_left_to_the_campaign():
    assert "error" not in result([saber(), lancer()], recover_to=0)


BAD = [
    ("rank_values", {"F": 1}),
    ("rank_values", {"A": -1}),
    ("rank_values", []),
    ("plus_value", -1),
    ("plus_value", True),
    ("cycle", {"counter": "onslaught"}),
    ("cycle", {"smash": "smash", "counter": "counter", "onslaught": "onslaught"}),
    ("cycle", {"counter": "np"}),
    ("slots_per_round", 0),
    ("slots_per_round", 26),
    ("slots_per_round", "10"),
    ("rounds", 0),
    ("cards_return", "never"),
    ("equal_cards", None),
    ("skill_vs_skill", "difference"),
    ("force_order", ["np", "critical", "magic"]),
    ("force_order", ["np", "np", "magic", "ordinary"]),
    ("force_order", ["np", "critical", "magic", "basic"]),
    ("same_force", ""),
    ("magic_cancelled_by", "always"),
    ("magic_refund", 1),
    ("magic_vs_magic", "difference"),
    ("one_step_tie", "spell_wins"),
    ("master_reduction", -1),
    ("conviction_order", "double"),
    ("support_cap", {"binds": "all"}),
    ("support_cap", {"max": -1}),
    ("support_cap", {"limit": 5}),
    ("support_cap", 5),
    ("support_helps_wait", "yes"),
    ("back_line_targets", "all"),
    ("victory", "hp"),
    ("mp_floor_base", -1),
    ("mp_floor_breach", "refuse"),
    ("recover_to", 2),
    ("retreat", {"cards": 0}),
    ("retreat", {"fails_at": 0}),
    ("retreat", {"tested": "never"}),
    ("retreat", {"failure_hurts": None}),
    ("retreat", {"several_enemies": "best"}),
    ("retreat", {"price": 1}),
    ("colour", "red"),
]


@pytest.mark.parametrize(("key", "value"), BAD)
def test_a_value_that_does_not_fit_is_an_error_at_its_key(key, value):
    assert error([saber(), lancer()], **{key: value}) == (f"settings.{key}", "format")
