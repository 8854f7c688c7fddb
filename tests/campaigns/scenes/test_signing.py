"""Signing up: who comes first, who sits it out, and when it is too late."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from campaigns.models import Deadlines, SignUp
from campaigns.reminders.owing import debts
from campaigns.scenes import days, signing
from campaigns.scenes.asks import mine
from tabletop.game import Illegal
from tests.campaigns.table import client_of, war

HOURS = 12


@pytest.fixture
def table(db):
    return war()


@pytest.fixture
def scene(table):
    return days.new_scene(table.campaign, signs_up=True, cap=1)


def agree(table, unanswered="pass", hours=HOURS):
    Deadlines.objects.create(campaign=table.campaign, hours=hours, unanswered=unanswered)
    for name in ("alice", "bob", "gm"):
        seat = getattr(table, name)
        seat.campaign.refresh_from_db()
    table.campaign.refresh_from_db()


def later(hours=HOURS + 1):
    return time_machine.travel(timezone.now() + timedelta(hours=hours))


def sign(table, sender, scene, /, **said):
    return client_of(getattr(table, sender).user).post(f"/c/{table.code}/scenes/{scene.code}/sign/", said)


def page(table, who, scene):
    return client_of(getattr(table, who).user).get(f"/c/{table.code}/scenes/{scene.code}/").text


def test_who_sits_it_out_is_waited_for_no_more(table, scene):
    agree(table)
    assert [set(debt.seats) for debt in debts(table.campaign)] == [{table.alice.pk, table.bob.pk}]
    sign(table, "alice", scene, out="1")
    assert [debt.seats for debt in debts(table.campaign)] == [(table.bob.pk,)]
    assert "alice" in page(table, "eve", scene).partition("이번에는 쉽니다")[2]


def test_who_sat_it_out_and_comes_after_all_comes_last(table, scene):
    sign(table, "alice", scene, out="1")
    sign(table, "bob", scene)
    sign(table, "alice", scene)
    lists = signing.signed_up(scene)
    assert ([one.pk for one in lists.inside], [one.pk for one in lists.waiting]) == ([table.bob.pk], [table.alice.pk])


def test_who_has_a_place_and_sits_out_gives_it_to_the_next(table, scene):
    sign(table, "alice", scene)
    sign(table, "bob", scene)
    sign(table, "alice", scene, out="1")
    assert [one.pk for one in signing.signed_up(scene).inside] == [table.bob.pk]


def test_from_a_page_that_was_open_longer_nobody_leaves_a_scene_that_is_over(table):
    scene = days.new_scene(table.campaign, signs_up=True, cap=1, state="open")
    sign(table, "alice", scene)
    sign(table, "bob", scene)
    days.close_scene(scene)
    answer = sign(table, "alice", scene, off="1")
    assert answer.status_code == 409 and "끝난 장면" in answer.text
    assert [one.pk for one in signing.signed_up(scene).inside] == [table.alice.pk]


def test_sign_up_ends_with_the_term_of_the_war(table, scene):
    agree(table)
    with later():
        assert sign(table, "alice", scene).status_code == 409
        assert "참가 신청이 끝났습니다" in page(table, "alice", scene)
        assert not debts(table.campaign) and not mine(table.alice)
        assert signing.sign_up(scene, table.alice) == Illegal("sign_up_over", "format")


def test_who_has_a_place_keeps_it_and_double_taps_are_one(table, scene):
    agree(table)
    sign(table, "alice", scene)
    with later():
        assert sign(table, "alice", scene).status_code == 302
    assert SignUp.objects.count() == 1


def test_the_gm_takes_in_whoever_comes_too_late(table, scene):
    agree(table)
    with later():
        assert sign(table, "gm", scene, who="alice").status_code == 302
    assert [one.pk for one in signing.signed_up(scene).inside] == [table.alice.pk]


@pytest.mark.parametrize("who", ["eve", "nobody", "", "\0", "x" * 3000])
def test_the_gm_takes_in_players_only(table, scene, who):
    assert sign(table, "gm", scene, who=who).status_code == 404


def test_where_late_is_only_marked_it_stays_open(table, scene):
    agree(table, "mark")
    with later():
        assert sign(table, "alice", scene).status_code == 302


def test_a_planned_scene_counts_from_when_it_is_announced(table):
    agree(table)
    scene = days.new_scene(table.campaign, signs_up=True, state="planned")
    with later(100):
        assert not debts(table.campaign)
        days.announce(scene)
        assert sign(table, "alice", scene).status_code == 302
        assert [debt.kind for debt in debts(table.campaign)] == ["scene"]


def test_without_hours_it_never_ends(table, scene):
    agree(table, hours=None)
    with later(10_000):
        assert sign(table, "alice", scene).status_code == 302
