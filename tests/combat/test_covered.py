"""Whoever is given plans that a fight ended before is named in the log, so nobody ends, reads and rewinds unseen."""

import pytest

from combat.chronicle import chronicle
from tests.combat.war import battle, gm_does


def looks(fight):
    fight.record.refresh_from_db()
    return [line.by for line in chronicle(fight.record).lines if line.do == "look"]


@pytest.fixture
def cut_short(war):
    fight = battle(war, slots=2)
    gm_does(war, fight, "end")
    return fight


def test_the_record_of_a_fight_that_was_cut_short_leaves_a_line_in_the_log(war, cut_short):
    gm = war.client("gm")
    for _ in range(2):
        assert gm.get(war.address(f"fights/{cut_short.code}/record.json")).status_code == 200
    assert looks(cut_short) == ["gm"]


def test_so_does_a_fork_of_it(war, cut_short):
    war.client("gm").post(war.address(f"fights/{cut_short.code}/fork/"), {"before": "1"})
    assert looks(cut_short) == ["gm"]


def test_the_record_of_a_fight_that_was_opened_to_its_end_tells_nothing_new(war):
    fight = battle(war)
    war.client("gm").get(war.address(f"fights/{fight.code}/record.json"))
    assert looks(fight) == []
