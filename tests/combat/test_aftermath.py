"""What a fight leaves goes to the sheets once, as new versions, if who runs the table wants it."""

import msgspec
import pytest

from characters import sheets
from characters.sheet import Master
from combat import aftermath, learning
from combat.aftermath import Change, Number
from tabletop import referee
from tabletop.game import Illegal
from tests.combat.war import battle, gm_does, plan, reveal, text_of


def change(character, **fields):
    sheets.change(character, lambda sheet: msgspec.structs.replace(sheet, **fields), None, "written")


def test_the_worked_battle_leaves_its_numbers_as_new_versions(war):
    fight = battle(war)
    done = aftermath.write_back(fight, war.seats["gm"])
    assert done.written_back is True
    for character, hp in ((war.saber, 69), (war.lancer, 49)):
        version = character.versions.first()
        assert (version.cause, version.source, version.by) == ("fight", fight.code, war.seats["gm"].user)
        assert sheets.current(character).hp == hp and sheets.current(character).mp == 70


def test_it_is_shown_before_it_is_done(war):
    assert aftermath.changes(battle(war)) == [
        Change(war.saber.code, "세이버", (Number("hp", 80, 69),)),
        Change(war.lancer.code, "랜서", (Number("hp", 60, 49),)),
    ]


def test_only_what_the_fight_changed_is_written(war):
    fight = battle(war)
    change(war.saber, mp=12, name="기사왕")
    aftermath.write_back(fight, war.seats["gm"])
    sheet = sheets.current(war.saber)
    assert (sheet.hp, sheet.mp, sheet.name) == (69, 12, "기사왕")


def test_a_sheet_that_was_changed_meanwhile_is_pointed_out(war):
    fight = battle(war)
    change(war.saber, hp=78)
    assert aftermath.changes(fight)[0].numbers == (Number("hp", 80, 69, now=78),)


def test_who_left_as_he_came_gets_no_version(war):
    fight = battle(war, slots=1)  # Lancer alone is hurt in slot 1
    gm_does(war, fight, "end")
    aftermath.write_back(fight, war.seats["gm"])
    assert war.saber.versions.count() == 1 and war.lancer.versions.count() == 2


@pytest.mark.parametrize("first", ["write", "decline"])
def test_it_is_decided_once(war, first):
    fight = battle(war)
    decide = {
        "write": lambda: aftermath.write_back(fight, war.seats["gm"]),
        "decline": lambda: aftermath.decline(fight),
    }
    decide[first]()
    versions = war.saber.versions.count()
    for again in decide.values():
        assert again() == Illegal("already_decided", "format")
    assert war.saber.versions.count() == versions


def test_declined_the_sheets_stay(war):
    fight = battle(war)
    assert aftermath.decline(fight).written_back is False
    assert sheets.current(war.saber).hp == 80


def test_before_the_end_there_is_nothing_to_decide(war):
    fight = battle(war, slots=3)
    assert not aftermath.is_open(fight)
    assert aftermath.write_back(fight, war.seats["gm"]) == Illegal("fight_runs", "format")
    assert aftermath.decline(fight) == Illegal("fight_runs", "format")


def test_conviction_is_gone_from_the_pool_and_its_points_from_the_body(war):
    """R-MASTER-5: the ten points are for that battle only."""
    fight = war.fight(master=True)
    gm_does(war, fight, "spend_conviction", who=war.emi.code)
    gm_does(war, fight, "end")
    aftermath.write_back(fight, war.seats["gm"])
    emi = sheets.current(war.emi)
    assert (emi.hp, emi.mp, emi.conviction_left, emi.fortune_left) == (20, 30, 3, None)


def test_fortune_paid_for_a_retreat_is_gone(war):
    """R-RET-4, R-RET-5."""
    fight = war.fight(master=True)
    gm_does(war, fight, "retreat", who=war.saber.code, fortune=True)
    aftermath.write_back(fight, war.seats["gm"])
    assert sheets.current(war.emi).fortune_left == 1 and sheets.current(war.saber).hp == 80


def test_a_forced_return_is_written_to_the_master_who_was_away(war):
    """R-OTHER-5a, -5b, -5c."""
    fight = war.fight()
    gm_does(war, fight, "special_damage", to=war.saber.code, amount=80, reason="시험")
    answer = {"by": war.emi.code, "do": "forced_return", "servant": war.saber.code, "accept": True}
    referee.play(fight.record_id, seat=war.emi.code, move=answer, by=war.seats["gm"].user)
    fight.record.refresh_from_db()
    aftermath.write_back(fight, war.seats["gm"])
    emi = sheets.current(war.emi)
    assert isinstance(emi, Master) and (emi.command_spells, emi.forced_return_used, emi.hp) == (2, True, 20)
    assert sheets.current(war.saber).hp == 1


# ---- the page


def test_the_table_sees_what_would_change_and_writes_it(war):
    fight = battle(war)
    address = war.address(f"fights/{fight.code}/write-back/")
    page = text_of(war.client("hana").get(address))
    assert "세이버의 승리" in page and "80 → 69" in page and "60 → 49" in page
    answer = war.client("hana").post(address, {"decision": "write"})
    assert answer["location"] == war.address(f"fights/{fight.code}/")
    assert sheets.current(war.saber).hp == 69


def test_a_double_tap_writes_once_and_says_so(war):
    fight = battle(war)
    address = war.address(f"fights/{fight.code}/write-back/")
    war.client("gm").post(address, {"decision": "write"})
    again = war.client("gm").post(address, {"decision": "write"})
    assert again.status_code == 409 and "두 번 하지 않았습니다." in text_of(again)
    assert war.saber.versions.count() == 2


def test_a_running_fight_is_told_to_be_one(war):
    fight = battle(war, slots=2)
    page = war.client("gm").post(war.address(f"fights/{fight.code}/write-back/"), {"decision": "write"})
    assert page.status_code == 409 and "아직 싸우는 중입니다" in text_of(page)
    assert "→" not in text_of(page)


def test_no_decision_is_no_decision(war):
    fight = battle(war)
    answer = war.client("gm").post(war.address(f"fights/{fight.code}/write-back/"), {"decision": "perhaps"})
    fight.refresh_from_db()
    assert answer.status_code == 409 and fight.written_back is None


def test_where_nothing_changed_there_is_nothing_to_write(war):
    fight = war.fight()
    gm_does(war, fight, "end")
    page = text_of(war.client("gm").get(war.address(f"fights/{fight.code}/write-back/")))
    assert "적을 것이 없습니다." in page and 'value="write"' not in page


def test_the_page_costs_the_same_for_a_long_fight(war, django_assert_max_num_queries):
    fight = war.fight(rounds=6, slots_per_round=1, cards_return="end_of_round")
    for _ in range(6):
        plan(fight, war.saber, war.lancer, ("smash",))
        plan(fight, war.lancer, war.saber, ("smash",))
        reveal(war, fight)
    gm = war.client("gm")
    learning.settle(fight)  # what follows the end of a fight once
    with django_assert_max_num_queries(12):
        gm.get(war.address(f"fights/{fight.code}/write-back/"))
