"""Who supported, as everybody is told it beside the points: only where it changed a damage, the largest support first."""

import msgspec

from combat.rules import adjudicate, view
from combat.rules.reports import Helped
from tests.combat.rules.table import REVEAL, aid_spell, archer, folded, help_for, lancer, plan, record, saber, slot


def told(*moves, helpers=("one", "two", "three"), **settings):
    sheets = [saber(), *(archer(id=id, spells=[aid_spell(attack=4)]) for id in helpers), lancer()]
    return view(folded(sheets, *moves, REVEAL, slots_per_round=1, **settings), ()).helped


def test_r_melee_9_the_largest_support_is_named_first_and_the_others_as_they_are_listed():
    plans = [plan("one", help_for("saber")), plan("three", help_for("saber", "spell:bless", None))]
    plans += [plan("two", help_for("saber"))]
    assert told(*plans, plan("saber", slot(lancer="smash"))) == (Helped(1, 1, "saber", True, ("three", "one", "two")),)


def test_r_back_15_defence_support_is_told_of_whom_it_protected():
    plans = [plan("two", help_for("saber", for_="defence")), plan("lancer", slot(saber="smash"))]
    assert told(*plans) == (Helped(1, 1, "saber", False, ("two",)),)


def test_support_of_who_did_not_win_is_nobodys_to_know():
    plans = [plan("one", help_for("saber")), plan("lancer", slot(saber="smash"))]
    assert told(*plans) == ()


def test_support_that_left_no_damage_is_not_told_as_no_damage_is():
    plans = [plan("one", help_for("saber", for_="defence")), plan("lancer", slot(saber="smash"))]
    weak = lancer(cards={"smash": {"damage": 1}})
    fight = folded([saber(), archer(id="one"), weak], *plans, REVEAL, slots_per_round=1)
    assert fight.slots[0].damage == ()
    assert view(fight, ()).helped == ()


def test_g_14_whom_the_limit_cut_off_is_not_named():
    plans = [plan(id, help_for("saber")) for id in ("one", "two", "three")]
    attack = plan("saber", slot(lancer="smash"))
    assert told(*plans, attack, support_cap={"max": 1}) == (Helped(1, 1, "saber", True, ("one", "two")),)


def test_the_result_of_a_record_holds_points_only():
    sheets = [saber(), archer(id="one"), lancer()]
    moves = (plan("one", help_for("saber")), plan("saber", slot(lancer="smash")), REVEAL)
    assert b"helped" not in msgspec.json.encode(adjudicate(record(sheets, *moves)))
