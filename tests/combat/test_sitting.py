"""Who comes to sit where sealed cards can be seen, by a link or by a handover, is named in the log of the running fight."""

import pytest

from campaigns import seats
from combat.chronicle import chronicle
from combat.models import Fight
from tabletop import records
from tests.combat.test_table import text
from tests.combat.war import LANCERS_PLAN, battle, plan, reveal


@pytest.fixture
def fight(war):
    return battle(war, slots=0)


def sat(fight):
    fight.record.refresh_from_db()
    return [(line.by, line.who, line.details["how"]) for line in chronicle(fight.record).lines if line.do == "sit"]


def fetch_link(war, who="gm", whose="alice"):
    return war.client(who).post(war.address(f"people/{war.seats[whose].pk}/device/"))


def test_a_gm_who_takes_a_link_to_a_players_seat_is_named(war, fight, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        assert fetch_link(war).status_code == 200
    assert sat(fight) == [("gm", war.saber.code, "link")]
    for who in ("alice", "bob", "eve", "gm"):
        page = war.client(who).get(war.address(f"fights/{fight.code}/")).content.decode()
        assert "gm이 세이버를 맡은 자리의 링크를 받았습니다" in text(page)


def test_who_takes_a_seat_over_is_named(war, fight, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        seats.hand_over(war.seats["alice"], war.seats["hana"].user)
    assert sat(fight) == [("hana", war.saber.code, "handover")]
    page = war.client("bob").get(war.address(f"fights/{fight.code}/")).content.decode()
    assert "hana가 세이버를 맡은 자리를 넘겨받았습니다" in text(page)


def test_the_fight_itself_goes_on_as_before(war, fight, django_capture_on_commit_callbacks):
    fight.record.refresh_from_db()
    before = records.view(fight.record, ())
    with django_capture_on_commit_callbacks(execute=True):
        fetch_link(war)
    fight.record.refresh_from_db()
    assert records.view(fight.record, ()) == before
    records.forget()
    assert records.view(fight.record, ()) == before
    plan(fight, war.lancer, war.saber, LANCERS_PLAN[:3])
    reveal(war, fight, slots=1)
    war.client("gm").post(
        war.address(f"fights/{fight.code}/rewind/"), {"to": 2, "seen": fight.record.seq, "reason": "다시"}
    )
    assert len(sat(fight)) == 1
    assert not [line for line in chronicle(fight.record).lines if line.do == "sit" and line.undone]


def test_a_fight_that_is_over_and_a_rehearsal_are_left_alone(war, fight, django_capture_on_commit_callbacks):
    over, rehearsed = battle(war, "끝난 싸움"), battle(war, "연습", slots=0)
    Fight.objects.filter(pk=rehearsed.pk).update(rehearsal=True, by=war.seats["alice"].user)
    with django_capture_on_commit_callbacks(execute=True):
        fetch_link(war)
    assert [sat(one) for one in (over, rehearsed)] == [[], []]
    assert len(sat(fight)) == 1


def test_the_own_link_is_nobody_elses_business(war, fight, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        war.client("alice").post(war.address("device/"))
    assert sat(fight) == []
