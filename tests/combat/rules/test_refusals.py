"""Every row of the table of refusals, in its order, and the moves that are refused by a rule."""

import pytest

from combat.rules.record import fold
from combat.rules.refusals import NUMBERS
from tabletop.game import Illegal
from tests.combat.rules.table import (
    ONE,
    REVEAL,
    Value,
    aid_spell,
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
    record,
    ren,
    result,
    saber,
    skill_card,
    slot,
    spell,
)

BOTH = {**slot(lancer="np:blade"), **help_for("saber")}
ARMED = {
    "phantasms": [phantasm(mp=999), phantasm("other", uses=0), armour()],
    "spells": [
        spell(uses=0),
        spell("quick", steps=1),
        aid_spell(attack=1, uses=0),
        aid_spell("dear", mp=999, attack=1),
    ],
    "skills": [skill_card("none", "E", count=0), guard(), {"id": "x", "effect": "other"}],
}


def refusal(by: Value, *slots: Value, **settings) -> str:
    """The rule that refuses the last of these slots, with all that its sentence names."""
    others = [saber(), lancer(), ren(line="back")]
    sheets = [by if sheet["id"] == by["id"] else sheet for sheet in others]
    sheets += [by] if by not in sheets else []
    refused = fold(record(sheets, plan(by["id"], *slots), **settings))
    assert isinstance(refused, Illegal) and refused.at == f"moves[0].slots[{len(slots) - 1}]"
    assert set(refused.numbers) == set(NUMBERS[refused.code])
    return refused.rule


@pytest.mark.parametrize(
    "bad",
    [
        slot(nobody="smash"),
        slot(saber="smash"),
        slot(archer="smash"),
        slot(nobody="wait"),
        slot(lancer="punch"),
        slot(lancer="skill:x"),
        slot(lancer="skill:guard"),
        slot(lancer="np:armour"),
        slot(lancer="spell:bless"),
        slot(lancer="skill:unknown"),
        slot(lancer="general"),
        help_for("lancer"),
        help_for("nobody"),
        help_for("saber", "smash"),
        help_for("saber", "skill:guard"),
        help_for("saber", "spell:ray", None),
        help_for("saber", "spell:bless", "attack"),
        help_for("saber", for_=None),
        help_for("saber", for_="both"),
        {"attack": {"lancer": 1}},
        {"attack": ["lancer"]},
        {"attack": None},
        {"atack": {}},
        {"support": {"to": "saber", "with": "general", "for": "attack", "extra": 1}},
        {"support": "saber"},
        None,
        [],
    ],
)
def test_shape_and_unknown_names_come_first(bad):
    assert refusal(archer(**ARMED), bad) == "format"


@pytest.mark.parametrize(
    ("by", "bad", "rule"),
    [
        (archer(**ARMED), BOTH, "R-BACK-7"),
        (ren(hp=0), slot(saber="critical"), "R-OTHER-6b"),
        (ren(hp=0, line="back"), help_for("lancer"), "R-OTHER-6b"),
        (archer(line="front", **ARMED), help_for("saber", "spell:bless", None), "R-BACK-7"),
        (archer(**ARMED), slot(lancer="spell:ray", ren="np:blade"), "G-9"),
        (archer(**ARMED), slot(lancer="spell:ray"), "G-9"),
        (archer(**ARMED), slot(lancer="np:blade", ren="critical"), "R-MELEE-5"),
        (archer(**ARMED), slot(lancer="np:blade", ren="np:other"), "R-MELEE-5"),
        (archer(**ARMED), slot(lancer="np:blade", ren="np:blade"), "R-MELEE-4"),
        (archer(ranged=False, **ARMED), slot(lancer="np:blade"), "R-BACK-2"),
        (archer(ranged=False), slot(lancer="critical"), "R-BACK-2"),
        (emi(line="back"), slot(lancer="critical"), "R-BACK-5"),
        (archer(ranged=False, **ARMED), slot(lancer="skill:none"), "R-BACK-3"),
        (saber(**ARMED), slot(ren="skill:none"), "R-BACK-3"),
        (emi(line="back"), slot(lancer="smash"), "R-BACK-6"),
        (emi(critical={"count": 0, "damage": 1}), slot(lancer="critical"), "G-12"),
        (emi(spells=[spell(steps=1, uses=0)]), slot(lancer="spell:ray"), "G-12"),
        (archer(line="front", **ARMED), slot(lancer="skill:none"), "G-2"),
        (archer(line="front", **ARMED), slot(lancer="np:other"), "G-2"),
        (archer(line="front"), slot(lancer="critical"), "G-2"),
        (archer(**ARMED), help_for("saber", "skill:none"), "R-BACK-10"),
        (archer(**ARMED), help_for("saber", "spell:bless", None), "G-2"),
        (archer(**ARMED), help_for("saber", "spell:dear", None), "R-OTHER-4b"),
        (archer(line="front", **ARMED), slot(lancer="np:blade"), "R-OTHER-4b"),
    ],
)
def test_the_first_row_that_forbids_a_slot_names_the_rule(by, bad, rule):
    assert refusal(by, bad) == rule


def test_a_two_step_spell_without_a_use_left_is_refused_at_its_first_slot():
    sheets = [saber(), archer(**ARMED), lancer()]
    assert error(sheets, plan("archer", *[slot(lancer="spell:ray")] * 2)) == ("moves[0].slots[0]", "G-2")


def test_the_plan_is_counted_down_through_its_slots():
    assert refusal(saber(), *[slot(lancer="onslaught")] * 4) == "G-2"
    assert (
        refusal(archer(line="front", phantasms=[phantasm(mp=60, uses=3)]), *[slot(lancer="np:blade")] * 2)
        == "R-OTHER-4b"
    )


def test_a_card_more_than_is_left_in_one_slot_is_refused_there():
    sheets = [caster(side="A"), lancer(), archer(side="C", line="front")]
    assert error(sheets, plan("caster", slot(lancer="smash", archer="smash"))) == ("moves[0].slots[0]", "G-2")


def test_the_first_slot_with_a_fault_is_named_even_when_a_later_one_has_no_shape():
    assert error([saber(), lancer()], plan("saber", slot(lancer="critical"), None)) == ("moves[0].slots[0]", "G-2")
    assert error([saber(), lancer()], plan("saber", {}, None)) == ("moves[0].slots[1]", "format")


def test_wait_entries_count_for_nothing_beside_a_support_a_spell_or_a_phantasm():
    sheet = archer(line="front", **ARMED)
    waits = slot(lancer="spell:quick", ren="wait")
    assert "error" not in result([saber(), sheet, lancer(), ren()], plan("archer", waits))
    helper = {**slot(lancer="wait"), **help_for("saber")}
    assert "error" not in result([saber(), archer(), lancer()], plan("archer", helper))


def test_master_reduction_does_not_matter_between_masters_nor_after_conviction():
    sheets = [emi(), ren(), lancer()]
    assert "error" not in result(sheets, plan("emi", slot(ren="smash")))
    spend = {"by": "emi", "do": "spend_conviction"}
    assert "error" not in result(sheets, spend, plan("emi", slot(lancer="smash")))


@pytest.mark.parametrize(
    ("moves", "at", "rule"),
    [
        ([{"by": "saber", "do": "activate_plus", "stat": "agility"}], 0, "G-1"),
        ([{"by": "saber", "do": "activate_plus", "stat": "strength"}] * 2, 1, "G-1"),
        ([{"by": "saber", "do": "activate_plus", "stat": "mana"}], 0, "format"),
        ([{"by": "saber", "do": "activate_plus", "stat": "combat"}], 0, "format"),
        ([{"by": "saber", "do": "regroup"}], 0, "G-23"),
        ([{"by": "saber", "do": "spend_conviction"}], 0, "format"),
        ([gm("reveal", slots=11)], 0, "format"),
        ([gm("reveal", slots=9), gm("reveal", slots=2)], 1, "format"),
        ([gm("reveal", slots=0)], 0, "format"),
        ([ONE, plan("saber")], 1, "format"),
        ([ONE, gm("move_line", who="ren", line="front")], 1, "format"),
        ([gm("move_line", who="lancer", line="back")], 0, "format"),
        ([gm("move_line", who="nobody", line="back")], 0, "format"),
        ([gm("special_damage", to="saber", amount=0, reason="x")], 0, "format"),
        ([gm("special_damage", to="gm", amount=1, reason="x")], 0, "format"),
        ([gm("special_damage", to="saber", amount=1)], 0, "format"),
        ([gm("override", who="saber", set={"hp": -1}, reason="x")], 0, "format"),
        ([gm("override", who="saber", set={"mp": -33}, reason="x")], 0, "R-OTHER-4b"),
        ([gm("override", who="saber", set={"fortune": 1}, reason="x")], 0, "format"),
        ([gm("override", who="saber", set={"command_spells": 1}, reason="x")], 0, "format"),
        ([gm("override", who="saber", set={"critical": 1}, reason="x")], 0, "format"),
        ([gm("override", who="saber", set={"smash": -1}, reason="x")], 0, "format"),
        ([gm("override", who="saber", set={"np:blade": 1}, reason="x")], 0, "format"),
        ([gm("override", who="ren", set={"conviction": -1}, reason="x")], 0, "format"),
        ([gm("override", who="saber", set={"hp": 1})], 0, "format"),
        ([gm("override", who="nobody", set={"hp": 1}, reason="x")], 0, "format"),
        ([{"by": "ren", "do": "forced_return", "servant": "lancer", "accept": True}], 0, "format"),
        ([{"by": "saber", "do": "reveal"}], 0, "format"),
        ([{"by": "saber", "do": "end"}], 0, "format"),
        ([{"by": "saber", "who": "saber", "do": "plan", "slots": []}], 0, "format"),
        ([{"by": "gm", "do": "plan", "slots": []}], 0, "format"),
        ([{"by": "nobody", "do": "plan", "slots": []}], 0, "format"),
        ([gm("reveal", who="saber")], 0, "format"),
        ([{"by": "saber", "do": "dance"}], 0, "format"),
        ([{"do": "plan", "slots": []}], 0, "format"),
        ([{"by": "saber", "do": "plan"}], 0, "format"),
        ([{"by": "saber", "do": "plan", "slots": {}}], 0, "format"),
        ([{"by": "saber", "do": "plan", "slots": [], "x": 1}], 0, "format"),
        ([plan("saber", *[{}] * 11)], 0, "format"),
        (["plan"], 0, "format"),
        ([None], 0, "format"),
    ],
)
def test_a_move_that_is_not_possible_is_refused_at_its_place(moves, at, rule):
    sheets = [saber(ranks=saber()["ranks"] | {"strength": "B+"}), lancer(), ren(line="back")]
    assert error(sheets, *moves) == (f"moves[{at}]", rule)


LONG = "x" * 100


@pytest.mark.parametrize(
    "move",
    [
        plan("saber", slot(**{LONG: "smash"})),
        plan("saber", slot(lancer=LONG)),
        plan("archer", help_for(LONG)),
        plan("archer", help_for("saber", LONG)),
        plan(LONG),
        {"by": "saber", "do": "activate_plus", "stat": LONG},
        gm("enter", combatant=caster(side="C"), against=LONG),
        gm("override", who=LONG, set={}, reason="x"),
        gm("override", who="saber", set={LONG: 1}, reason="x"),
    ],
)
def test_a_refusal_repeats_no_more_than_the_beginning_of_a_name_that_nobody_knows(move):
    refused = fold(record([saber(), archer(), lancer()], move))
    assert list(refused.numbers.values()) == ["x" * 80]


def test_the_gm_may_make_anyones_move():
    moves = [{"by": "gm", "who": "saber", "do": "plan", "slots": [slot(lancer="smash")]}, REVEAL]
    assert result([saber(), lancer()], *moves)["slots"][0]["damage"][0]["amount"] == 4


def test_who_no_longer_fights_makes_no_move_and_is_named_in_none():
    sheets = [saber(), lancer(hp=1), lancer(id="rider"), archer(side="C", line="front")]
    fallen = [plan("saber", slot(lancer="smash")), REVEAL]
    for move in (
        plan("lancer"),
        {"by": "lancer", "do": "retreat"},
        gm("move_line", who="lancer", line="back"),
        gm("special_damage", to="lancer", amount=1, reason="x"),
        gm("enter", combatant=caster(side="C"), against="lancer"),
    ):
        assert error(sheets, *fallen, move, rounds=2) == ("moves[2]", "format")
    named = plan("saber", {}, slot(lancer="smash"))
    assert error(sheets, *fallen, named, rounds=2) == ("moves[2].slots[1]", "format")


def test_a_plan_may_be_replaced_until_the_first_slot_is_open():
    moves = [plan("saber", slot(lancer="smash")), plan("saber", slot(lancer="counter")), REVEAL]
    assert result([saber(), lancer()], *moves)["slots"][0]["duels"][0]["a_card"] == "counter"


def test_who_has_no_plan_waits():
    found = result([saber(), lancer()], plan("lancer", slot(saber="smash")), REVEAL)
    assert found["slots"][0]["duels"][0]["a_card"] == "wait"


def test_the_last_of_a_side_may_leave_the_front_line_when_another_stands_there():
    moves = [gm("move_line", who="ren", line="front"), gm("move_line", who="lancer", line="back")]
    assert "error" not in result([saber(), lancer(), ren(line="back")], *moves)


def test_an_override_of_a_master_may_set_hp_and_mp_below_0():
    moves = [gm("override", who="ren", set={"hp": -3, "mp": -9, "command_spells": 1}, reason="x")]
    found = result([saber(), lancer(), ren()], *moves)["combatants"]["ren"]
    assert (found["hp"], found["mp"], found["command_spells"]) == (-3, -9, 1)


def test_an_override_may_set_counts_and_pools_to_nothing():
    numbers = {"fortune": 0, "conviction": 0, "command_spells": 0, "counter": 0}
    found = result([saber(), lancer(), ren()], gm("override", who="ren", set=numbers, reason="x"))["combatants"]["ren"]
    assert (found["fortune"], found["conviction"], found["command_spells"], found["cards"]["counter"]) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("changes", "rule", "card"),
    [
        ([gm("override", who="saber", set={"smash": 0}, reason="x")], "G-2", "smash"),
        ([gm("move_line", who="archer", line="front"), gm("move_line", who="saber", line="back")], "R-BACK-3", "smash"),
    ],
)
def test_an_entry_that_became_impossible_turns_into_wait_and_costs_nothing(changes, rule, card):
    moves = [plan("saber", slot(lancer=card)), *changes, REVEAL]
    found = result([saber(), archer(), lancer()], *moves)
    assert found["slots"][0]["notes"] == [{"who": "saber", "rule": rule, "to": "lancer", "card": card}]
    assert found["slots"][0]["duels"] == []


def test_notes_stand_in_the_order_of_combatants_and_their_targets():
    sheets = [saber(), lancer(), archer(side="C", line="front")]
    moves = [
        plan("archer", slot(saber="smash")),
        plan("saber", slot(archer="smash", lancer="smash")),
        gm("override", who="saber", set={"smash": 0}, reason="x"),
        gm("override", who="archer", set={"smash": 0}, reason="x"),
        REVEAL,
    ]
    notes = result(sheets, *moves)["slots"][0]["notes"]
    assert [(note["who"], note["to"]) for note in notes] == [
        ("saber", "lancer"),
        ("saber", "archer"),
        ("archer", "saber"),
    ]


def test_where_one_card_is_left_the_first_target_gets_it():
    sheets = [saber(), lancer(), archer(side="C", line="front")]
    moves = [
        plan("saber", slot(archer="smash", lancer="smash")),
        gm("override", who="saber", set={"smash": 1}, reason="x"),
        REVEAL,
    ]
    report = result(sheets, *moves)["slots"][0]
    assert [(duel["b"], duel["a_card"]) for duel in report["duels"]] == [("lancer", "smash")]
    assert [note["to"] for note in report["notes"]] == ["archer"]
