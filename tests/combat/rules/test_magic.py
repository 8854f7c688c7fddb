"""Magic.

R-MAGIC-1, R-MAGIC-2, R-MAGIC-3, R-MAGIC-4, R-MAGIC-5, G-9, G-10, G-11.
"""

import pytest

from tests.combat.rules.table import (
    ONE,
    REVEAL,
    Value,
    amounts,
    archer,
    caster,
    emi,
    error,
    gm,
    guard,
    help_for,
    lancer,
    phantasm,
    plan,
    result,
    saber,
    skill_card,
    slot,
    spell,
    why,
)

RAY = caster(spells=[spell()])


def released(card: str, sheet: Value | None = None, caster: Value = RAY, word: str = "spell:ray", **settings) -> Value:
    """The second slot: a two-step spell is released while Saber shows `card`."""
    sheet = sheet or saber()
    plans = [plan("saber", {}, slot(caster=card)), plan("caster", *[slot(saber=word)] * 2)]
    return result([sheet, caster], *plans, REVEAL, slots_per_round=2, **settings)["slots"][1]


@pytest.mark.parametrize("card", ["smash", "counter", "onslaught", "skill:burst"])
def test_r_magic_1_magic_stands_above_every_ordinary_judgement(card):
    report = released(card, saber(skills=[skill_card()]))
    assert (amounts(report), why(report)) == ({"saber": 6}, [("R-MAGIC-2", 6)])


@pytest.mark.parametrize("card", ["np:blade", "critical"])
def test_r_magic_1_but_not_above_phantasm_and_critical(card):
    report = released(card, saber(phantasms=[phantasm(damage=3)], critical={"count": 1, "damage": 3}))
    assert (amounts(report), why(report)) == ({"caster": 3}, [("G-5", 3)])


def test_r_magic_2_magic_wins_and_hits_mp_unless_it_was_cancelled():
    report = released("smash")
    assert report["damage"][0]["pool"] == "mp"
    assert report["duels"][0]["b_card"] == "spell:ray"


@pytest.mark.parametrize(
    ("damage", "winner", "hurt"), [(3, "saber", {"caster": 4}), (5, "caster", {"saber": 5}), (4, None, {})]
)
def test_r_magic_3_a_one_step_spell_wins_by_the_larger_damage_value(damage, winner, hurt):
    quick = caster(spells=[spell(steps=1, damage=damage)])
    plans = [plan("saber", slot(caster="smash")), plan("caster", slot(saber="spell:ray"))]
    report = result([saber(), quick], *plans, REVEAL, slots_per_round=1)["slots"][0]
    assert (report["duels"][0]["winner"], amounts(report)) == (winner, hurt)
    assert all(step["why"][0]["rule"] == "R-MAGIC-3" for step in report["damage"])


def test_r_magic_4_magic_offsets_magic_and_the_rest_hits_mp():
    weak = saber(spells=[spell("dart", damage=4)])
    plans = [plan("saber", *[slot(caster="spell:dart")] * 2), plan("caster", *[slot(saber="spell:ray")] * 2)]
    report = result([weak, RAY], *plans, REVEAL, slots_per_round=2)["slots"][1]
    assert (amounts(report), why(report)) == ({"saber": 2}, [("R-MAGIC-4", 2)])


def test_r_magic_4_one_step_spells_offset_each_other_too():
    quick = [saber(spells=[spell("dart", steps=1, damage=4)]), caster(spells=[spell(steps=1)])]
    plans = [plan("saber", slot(caster="spell:dart")), plan("caster", slot(saber="spell:ray"))]
    assert why(result(quick, *plans, REVEAL, slots_per_round=1)["slots"][0]) == [("R-MAGIC-4", 2)]


def test_r_magic_5_magic_and_a_card_do_not_offset():
    quick = caster(spells=[spell(steps=1, damage=5)])
    plans = [plan("saber", slot(caster="smash")), plan("caster", slot(saber="spell:ray"))]
    assert why(result([saber(), quick], *plans, REVEAL, slots_per_round=1)["slots"][0]) == [("R-MAGIC-3", 5)]


def test_a_longer_spell_beats_a_one_step_spell_in_full():
    report = released("spell:dart", saber(spells=[spell("dart", steps=1, damage=9)]))
    assert why(report) == [("R-MAGIC-2", 6)]


def test_g_11_plus_signs_count_in_the_comparison_and_support_does_not():
    quick = caster(spells=[spell(steps=1, damage=5)])
    plus = saber(ranks=saber()["ranks"] | {"strength": "B+"})
    plans = [
        {"by": "saber", "do": "activate_plus", "stat": "strength"},
        plan("saber", slot(caster="smash")),
        plan("archer", help_for("saber")),
        plan("caster", slot(saber="spell:ray")),
    ]
    report = result([plus, archer(), quick], *plans, REVEAL, slots_per_round=1)["slots"][0]
    assert report["duels"][0]["winner"] is None


def test_g_9_a_chanting_slot_shows_chant_to_everybody_and_is_wait():
    sheets = [saber(), lancer(side="C"), RAY]
    plans = [plan("lancer", slot(caster="smash")), plan("caster", *[slot(saber="spell:ray")] * 2)]
    duel = result(sheets, *plans, ONE, slots_per_round=2)["slots"][0]["duels"]
    assert duel == [{"a": "lancer", "b": "caster", "a_card": "smash", "b_card": "chant", "winner": "lancer"}]


def test_g_9_while_chanting_no_defence_skill_helps():
    guarded = caster(spells=[spell()], skills=[guard(amount=3)])
    plans = [plan("saber", slot(caster="smash")), plan("caster", *[slot(saber="spell:ray")] * 2)]
    assert why(result([saber(), guarded], *plans, ONE, slots_per_round=2)["slots"][0]) == [("R-16", 4)]


def test_g_9_mp_and_a_use_are_spent_with_the_first_slot():
    limited = caster(spells=[spell(uses=2)])
    after = result([saber(), limited], plan("caster", *[slot(saber="spell:ray")] * 2), ONE)["combatants"]["caster"]
    assert (after["mp"], after["uses"]) == (90, {"spell:ray": 1})


def test_g_9_a_spell_that_cannot_be_paid_any_more_is_wait_in_all_its_slots_with_one_note():
    moves = [
        plan("caster", *[slot(saber="spell:ray")] * 3),
        gm("override", who="caster", set={"mp": -45}, reason="a curse"),
        REVEAL,
    ]
    found = result([saber(), caster(spells=[spell(steps=3)])], *moves, slots_per_round=3)
    assert [report["notes"] for report in found["slots"]] == [
        [{"who": "caster", "rule": "R-OTHER-4b", "to": "saber", "card": "spell:ray"}],
        [],
        [],
    ]
    assert found["combatants"]["caster"]["mp"] == -45


def test_g_9_a_spell_whose_target_falls_is_wait_without_a_note():
    moves = [
        plan("lancer", slot(saber="smash")),
        plan("caster", *[slot(saber="spell:ray")] * 2),
        REVEAL,
    ]
    sheets = [saber(hp=1), saber(id="ally"), lancer(), RAY | {"side": "B"}]
    found = result(sheets, *moves, slots_per_round=2)
    assert found["slots"][1] == {"round": 1, "slot": 2, "duels": [], "damage": [], "notes": []}


def test_g_9_a_master_who_falls_to_hp_0_while_chanting_breaks_off_with_one_note():
    mage = emi(spells=[spell(steps=4)], hp=4)
    moves = [
        plan("emi", *[slot(lancer="spell:ray")] * 4),
        ONE,
        gm("special_damage", to="emi", amount=4, reason="rubble"),
        REVEAL,
    ]
    found = result([saber(), mage, lancer()], *moves, master_reduction=0, slots_per_round=4)
    assert [report["notes"] for report in found["slots"][1:]] == [
        [{"who": "emi", "rule": "R-OTHER-6b", "to": "lancer", "card": "spell:ray"}],
        [],
        [],
    ]


def test_g_9_damage_between_the_slots_does_not_cancel():
    plans = plan("caster", *[slot(saber="spell:ray")] * 2)
    found = result([saber(), RAY], plans, ONE, gm("special_damage", to="caster", amount=9, reason="rubble"), ONE)
    assert amounts(found["slots"][1]) == {"saber": 6}


@pytest.mark.parametrize(
    ("setting", "card", "damage", "broken"),
    [
        ("hp_loss", "smash", 1, True),
        ("hp_loss", "smash", 0, False),
        ("hp_loss", "spell:dart", 3, False),
        ("lost_slot", "smash", 0, True),
        ("lost_slot", "spell:dart", 3, True),
        ("np_or_critical", "smash", 9, False),
        ("np_or_critical", "critical", 0, True),
        ("np_or_critical", "np:blade", 0, True),
        ("never", "np:blade", 9, False),
    ],
)
def test_magic_cancelled_by_says_what_breaks_a_chant(setting, card, damage, broken):
    sheet = saber(
        cards={"smash": {"damage": damage}},
        critical={"count": 1, "damage": damage},
        phantasms=[phantasm(damage=damage)],
        spells=[spell("dart", steps=1, damage=damage)],
    )
    plans = [plan("saber", slot(caster=card)), plan("caster", *[slot(saber="spell:ray")] * 2)]
    found = result([sheet, RAY], *plans, REVEAL, slots_per_round=2, magic_cancelled_by=setting)
    assert bool(found["slots"][0]["notes"]) == broken
    assert bool(found["slots"][1]["damage"]) == (not broken)


def test_g_9_the_release_slot_itself_cannot_be_cancelled():
    report = released("smash", magic_cancelled_by="lost_slot")
    assert amounts(report) == {"saber": 6}


@pytest.mark.parametrize(("refund", "mp"), [(False, 90), (True, 100)])
def test_magic_refund_gives_the_mp_of_a_cancelled_spell_back_but_not_its_use(refund, mp):
    limited = caster(spells=[spell(uses=1)])
    plans = [plan("saber", slot(caster="smash")), plan("caster", *[slot(saber="spell:ray")] * 2)]
    after = result([saber(), limited], *plans, REVEAL, magic_refund=refund)["combatants"]["caster"]
    assert (after["mp"], after["uses"]) == (mp, {"spell:ray": 0})


@pytest.mark.parametrize(
    "slots",
    [
        [slot(saber="spell:ray")],
        [slot(saber="spell:ray"), {}],
        [slot(saber="spell:ray"), slot(lancer="spell:ray")],
        [slot(saber="spell:ray"), slot(saber="smash")],
        [slot(saber="spell:ray", lancer="smash"), slot(saber="spell:ray")],
        [slot(saber="spell:ray"), slot(saber="spell:ray", lancer="smash")],
    ],
)
def test_g_9_a_spell_stands_alone_in_its_slots_in_a_row_at_one_target(slots):
    sheets = [saber(), lancer(side="A"), RAY]
    assert error(sheets, plan("caster", *slots)) == ("moves[0].slots[0]", "G-9")


def test_g_9_an_unknown_name_in_a_later_slot_of_a_spell_is_found_there():
    slots = [slot(saber="spell:ray"), slot(saber="spell:ray", nobody="wait")]
    assert error([saber(), RAY], plan("caster", *slots)) == ("moves[0].slots[1]", "format")


def test_g_9_the_same_spell_may_follow_itself():
    assert "error" not in result([saber(), RAY], plan("caster", *[slot(saber="spell:ray")] * 4))
