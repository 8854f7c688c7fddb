"""What is wrong with a record outside its moves, and in which order it is found."""

import json

import pytest

from tabletop import strict_json
from tabletop.game import Illegal
from tests.combat.rules.table import (
    Value,
    aid_spell,
    archer,
    armour,
    emi,
    error,
    gm,
    guard,
    judged,
    lancer,
    phantasm,
    plan,
    record,
    ren,
    result,
    saber,
    skill_card,
    spell,
)


def at(value: object) -> tuple[str, str]:
    found = judged(value)["error"]
    return found["at"], found["rule"]


def without(value: Value, *keys: str) -> Value:
    return {key: part for key, part in value.items() if key not in keys}


GOOD = record([saber(), lancer()])


@pytest.mark.parametrize(
    "bad",
    [
        None,
        [],
        "fight",
        without(GOOD, "format"),
        without(GOOD, "version"),
        without(GOOD, "combatants"),
        GOOD | {"format": "grailkeeper/dominate"},
        GOOD | {"version": 2},
        GOOD | {"version": True},
        GOOD | {"version": "1"},
        GOOD | {"title": 1},
        GOOD | {"settings": []},
        GOOD | {"settings": None},
        GOOD | {"combatants": {}},
        GOOD | {"moves": {}},
        GOOD | {"moves": None},
        GOOD | {"note": "x"},
    ],
)
def test_the_records_own_keys_are_checked_first(bad):
    assert at(bad) == ("", "format")


def test_title_settings_and_moves_may_be_left_out():
    assert "error" not in judged(without(GOOD, "settings", "moves"))


@pytest.mark.parametrize(
    "bad",
    [
        without(saber(), "id"),
        without(saber(), "ranks"),
        without(saber(), "hp"),
        without(saber(), "mp"),
        without(saber(), "side"),
        without(saber(), "line"),
        without(saber(), "kind"),
        saber(id="Saber"),
        saber(id=""),
        saber(id="saber\n"),
        saber(id="gm"),
        saber(kind="rider"),
        saber(side=""),
        saber(line="middle"),
        saber(hp=0),
        saber(hp="80"),
        saber(mp=-33),
        saber(ranged=1),
        saber(name=None),
        saber(ranks=without(saber()["ranks"], "luck")),
        saber(ranks=saber()["ranks"] | {"combat": "A"}),
        saber(ranks=saber()["ranks"] | {"luck": "F"}),
        saber(ranks=saber()["ranks"] | {"luck": "+B"}),
        saber(ranks=saber()["ranks"] | {"luck": "B-"}),
        saber(cards={"punch": {"count": 1}}),
        saber(cards={"smash": {"count": -1}}),
        saber(cards={"smash": 4}),
        saber(critical={"count": 1}),
        saber(critical={"count": 1, "damage": -1}),
        saber(skills=[without(skill_card(), "rank")]),
        saber(skills=[without(skill_card(), "beats")]),
        saber(skills=[skill_card(beats=("smash", "smash"))]),
        saber(skills=[skill_card() | {"beats": ["smash"]}]),
        saber(skills=[skill_card(beats=("smash", "critical"))]),
        saber(skills=[skill_card(uses=1)]),
        saber(skills=[guard(against=())]),
        saber(skills=[guard(against=("special",))]),
        saber(skills=[guard(amount=0)]),
        saber(skills=[guard(uses=-1)]),
        saber(skills=[{"id": "x", "effect": "regroup", "uses": 2}]),
        saber(skills=[{"id": "x", "effect": "flight"}]),
        saber(skills=[guard(), skill_card("guard")]),
        saber(phantasms=[phantasm(targets="all")]),
        saber(phantasms=[without(phantasm(), "damage")]),
        saber(phantasms=[phantasm(), phantasm()]),
        saber(phantasms=[armour(0)]),
        saber(phantasms=[armour() | {"uses": 1}]),
        saber(spells=[spell(steps=0)]),
        saber(spells=[without(spell(), "mp")]),
        saber(spells=[aid_spell()]),
        saber(spells=[aid_spell(attack=1, defence=1)]),
        saber(spells=[aid_spell(attack=0)]),
        saber(spells=[aid_spell(attack=1) | {"steps": 1}]),
        saber(command_spells=3),
        saber(forced_return_used=False),
        saber(master="gm"),
        saber(fortune=1),
        emi(**{"class": "mage"}),
        emi(phantasms=[]),
        emi(master="ren"),
        emi(fortune=-1),
        emi(command_spells=-1),
        emi(ranks=saber()["ranks"]),
        saber(nickname="x"),
        7,
    ],
)
def test_a_sheet_that_does_not_fit_is_an_error_at_its_place(bad):
    assert error([lancer(), bad]) == ("combatants[1]", "format")


def test_the_same_id_may_stand_in_different_lists():
    assert "error" not in result([saber(skills=[guard("x")], phantasms=[phantasm("x")], spells=[spell("x")]), lancer()])


def test_a_defence_skill_and_a_support_spell_are_shown_with_their_uses():
    sheet = saber(skills=[guard(uses=2)], spells=[aid_spell(attack=1)], phantasms=[armour()])
    assert result([sheet, lancer()])["combatants"]["saber"]["uses"] == {"skill:guard": 2, "spell:bless": None}


@pytest.mark.parametrize(
    "sheets",
    [
        [],
        [saber()],
        [saber(), emi()],
        [saber(), lancer(id="saber")],
        [saber(), lancer(line="back")],
        [saber(master="lancer"), lancer()],
        [saber(master="ren"), lancer(), ren(line="back")],
        [saber(master="saber"), lancer()],
        [saber(master="emi", command_spells=2), emi(command_spells=3), lancer()],
        [saber(master="kei", command_spells=2), archer(master="kei", command_spells=1), lancer()],
        [saber(master="emi", forced_return_used=True), emi(forced_return_used=False), lancer()],
    ],
)
def test_what_is_wrong_with_the_combatants_together(sheets):
    assert error(sheets) == ("combatants", "format")


def test_a_skill_without_effect_on_the_cards_may_carry_a_text():
    told = {"id": "flight", "effect": "other", "rank": "A", "text": "over the roofs"}
    assert "error" not in result([saber(skills=[told]), lancer()])
    assert error([saber(skills=[guard() | {"text": "no"}]), lancer()]) == ("combatants[0]", "format")


def test_a_pool_stated_by_one_sheet_holds_for_all_of_that_master():
    found = result([saber(master="kei", command_spells=1), archer(master="kei"), lancer()])["combatants"]
    assert found["archer"]["command_spells"] == 1


def test_g_21_who_enters_finds_the_command_spells_that_his_master_has_left():
    spent = gm("override", who="saber", set={"command_spells": 1}, reason="a wish")
    enter = gm("enter", combatant=archer(master="kei"), against="lancer")
    found = result([saber(master="kei"), lancer()], spent, enter)["combatants"]
    assert (found["saber"]["command_spells"], found["archer"]["command_spells"]) == (1, 1)


ENTERING = archer(side="C", line="front")


@pytest.mark.parametrize(
    "bad",
    [
        ENTERING | {"hp": 0},
        ENTERING | {"mp": -40},
        ENTERING | {"id": "saber"},
        ENTERING | {"line": "back"},
        ENTERING | {"master": "ren"},
        ENTERING | {"master": "kei", "command_spells": 2},
        ENTERING | {"skills": [guard(), guard()]},
        without(ENTERING, "ranks"),
    ],
)
def test_an_entering_combatant_that_does_not_fit_is_an_error_at_the_move(bad):
    sheets = [saber(master="kei"), lancer(), ren(line="back")]
    assert error(sheets, plan("saber"), gm("enter", combatant=bad, against="lancer")) == ("moves[1]", "format")


def test_who_enters_in_the_back_line_needs_somebody_in_front_of_his_side():
    enter = gm("enter", combatant=archer(), against="lancer")
    assert "error" not in result([saber(), lancer()], enter)


def test_things_are_checked_in_the_order_of_the_format():
    value = GOOD | {"x": 1, "settings": {"rounds": 0}, "combatants": [saber(hp=0), saber()], "moves": [None]}
    places = [at(value)[0]]
    for repair in (
        {"x": None},
        {"settings": {}},
        {"combatants": [saber(), saber()]},
        {"combatants": [saber(), lancer()]},
    ):
        value = without(value | repair, "x")
        places.append(at(value)[0])
    assert places == ["", "settings.rounds", "combatants[0]", "combatants", "moves[0]"]


def test_moves_are_checked_one_by_one_against_the_state_before_them():
    assert error([saber(), lancer()], gm("end"), None) == ("moves[1]", "format")
    assert error([saber(), lancer()], {"by": "saber", "do": "regroup"}, None) == ("moves[0]", "G-23")


@pytest.mark.parametrize("text", ["{", '{"a": 1, "a": 1}', '{"a": 1.0}', '{"a": NaN}', '{"a": 1e2}', '"\\ud800"', ""])
def test_text_that_is_not_the_json_of_a_record_is_an_error_of_the_format(text):
    found = strict_json.read(text)
    assert isinstance(found, Illegal)
    assert (found.at, found.rule) == ("", "format")


def test_a_result_is_json_of_whole_numbers():
    assert json.loads(json.dumps(judged(GOOD)), parse_float=pytest.fail) == judged(GOOD)
