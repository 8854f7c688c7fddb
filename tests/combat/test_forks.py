"""A fight tried differently from some place: the same up to there, nothing of it on sheets, both ends side by side."""

import pytest

from combat import aftermath, fights, forks
from combat.models import Fight
from tabletop import records
from tests.combat.test_table import text
from tests.combat.war import battle, gm_does, reveal


@pytest.fixture
def ended(war):
    fight = battle(war)
    fight.record.refresh_from_db()
    return fight


def page(war, who, fight, rest=""):
    return war.client(who).get(war.address(f"fights/{fight.code}/{rest}"))


def begin(war, fight, before):
    answer = war.client("gm").post(war.address(f"fights/{fight.code}/fork/"), {"before": before})
    return answer, Fight.objects.filter(rehearsal=True).first()


def test_up_to_the_place_it_is_the_same_fight(war, ended):
    _, fork = begin(war, ended, 3)
    assert records.view(fork.record, ()) == records.view(ended.record, (), 2)
    reveal(war, fork)
    assert records.view(fork.record, ()) == records.view(ended.record, ())


def test_what_was_rewound_is_no_part_of_it(war):
    fight = battle(war, slots=2)
    war.client("gm").post(war.address(f"fights/{fight.code}/rewind/"), {"to": 2, "seen": 3, "reason": "다시"})
    fight.record.refresh_from_db()
    reveal(war, fight)
    fight.record.refresh_from_db()
    assert [entry.seq for entry in forks.steps(fight)] == [1, 2, 5]


def test_no_sheet_and_no_list_hears_of_it(war, ended):
    _, fork = begin(war, ended, 3)
    reveal(war, fork)
    fork.record.refresh_from_db()
    assert not aftermath.is_open(fork)
    assert list(fights.newest(war.campaign)) == [ended]


def test_whoever_began_it_holds_every_hand_and_it_is_there_for_nobody_else(war, ended):
    _, fork = begin(war, ended, 1)
    assert page(war, "gm", fork, f"?as={war.lancer.code}").status_code == 200
    assert [page(war, who, fork).status_code for who in ("alice", "bob", "eve", "hana")] == [404] * 4


def test_both_ends_stand_side_by_side(war, ended):
    _, fork = begin(war, ended, 1)
    gm_does(war, fork, "override", who=war.saber.code, set={"hp": 1}, reason="다르게")
    gm_does(war, fork, "end")
    told = text(page(war, "gm", fork, "compare/").content.decode())
    assert "세이버 69/80" in told
    assert "세이버 1/80" in told
    assert "세이버의 승리" in told
    assert "랜서의 승리" in told
    assert page(war, "gm", ended, "compare/").status_code == 404


def test_while_it_runs_no_fight_is_forked_since_its_plans_are_sealed(war):
    running = battle(war, slots=2)
    answer, fork = begin(war, running, 3)
    assert answer.status_code == 422
    assert "아직 이어집니다" in text(answer.content.decode())
    assert fork is None
    assert "<option" not in page(war, "gm", running, "fork/").content.decode()


@pytest.mark.parametrize("before", ["", "x", "0", "99"])
def test_a_place_that_is_none_is_refused(war, ended, before):
    answer, fork = begin(war, ended, before)
    assert answer.status_code == 422
    assert fork is None


@pytest.mark.parametrize("who", ["alice", "eve"])
def test_players_do_not_fork(war, ended, who):
    assert page(war, who, ended, "fork/").status_code == 403
