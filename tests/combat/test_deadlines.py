"""The clock at a fight: who owes since when, and what is laid when the time is over, by whoever looks first."""

import re
from datetime import timedelta
from threading import Thread
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import connections
from django.utils import timezone

from campaigns.models import Deadlines, User
from campaigns.reminders import owing
from campaigns.reminders.tasks import remind
from combat import deadlines
from combat.models import Fight, StandingOrder
from tabletop import records
from tabletop.models import Entry
from tests.combat.war import LANCERS_PLAN, SABERS_PLAN, plan, reveal, war

HOURS = 24


@pytest.fixture
def at_table(db):
    return war()


@pytest.fixture
def fight(at_table):
    return at_table.fight(slots_per_round=7, rounds=3)


def agree(at_table, no_answer, hours=HOURS):
    Deadlines.objects.create(campaign=at_table.campaign, hours=hours, no_answer=no_answer, before=[2])
    at_table.campaign.refresh_from_db()


def look(at_table, fight, who="eve", after=timedelta(hours=HOURS, minutes=1)):
    with time_machine.travel(timezone.now() + after, tick=False):
        return at_table.client(who).get(at_table.address(f"fights/{fight.code}/"))


def planned(fight):
    """combatant → the slots of the plan that stands."""
    fight.record.refresh_from_db()
    view = records.view(fight.record, tuple(one.id for one in records.view(fight.record, ()).combatants))
    return {own.id: own.plan for own in view.own if own.plan is not None}


def test_who_has_not_handed_in_owes_a_plan(at_table, fight):
    (debt,) = owing.debts(at_table.campaign)
    assert set(debt.seats) == {at_table.seats["alice"].pk, at_table.seats["bob"].pk}
    assert (debt.kind, debt.title, debt.round, debt.public) == ("plan", fight.title, 1, True)
    plan(fight, at_table.saber, at_table.lancer, SABERS_PLAN)
    (later,) = owing.debts(at_table.campaign)
    assert later.seats == (at_table.seats["bob"].pk,) and (later.key, later.since) == (debt.key, debt.since)


def test_the_clock_of_the_next_round_begins_when_it_begins(at_table, fight):
    (first,) = owing.debts(at_table.campaign)
    for who, other, cards in (
        (at_table.saber, at_table.lancer, SABERS_PLAN),
        (at_table.lancer, at_table.saber, LANCERS_PLAN),
    ):
        plan(fight, who, other, cards)
    assert owing.debts(at_table.campaign) == []
    reveal(at_table, fight, slots=7)
    (second,) = owing.debts(at_table.campaign)
    assert second.round == 2 and second.key != first.key
    assert second.since == Entry.objects.get(record=fight.record, seq=fight.record.seq).at > first.since


def test_a_rehearsal_and_a_fight_that_is_over_wait_for_nobody(at_table, fight):
    Fight.objects.filter(pk=fight.pk).update(rehearsal=True)
    assert owing.debts(at_table.campaign) == []


def test_a_late_plan_waits_in_every_slot_where_that_is_agreed(at_table, fight):
    agree(at_table, "pass")
    plan(fight, at_table.saber, at_table.lancer, SABERS_PLAN)
    answer = look(at_table, fight)
    assert {who: [bool(slot.attack) for slot in slots] for who, slots in planned(fight).items()} == {
        at_table.saber.code: [bool(card) for card in SABERS_PLAN],
        at_table.lancer.code: [False] * 7,
    }
    text = " ".join(re.sub(r"<[^>]+>", "", answer.content.decode()).split())
    assert "기한이 지나 랜서는 모든 칸에서 대기합니다." in text


def test_nothing_happens_a_minute_before(at_table, fight):
    agree(at_table, "pass")
    look(at_table, fight, after=timedelta(hours=HOURS, minutes=-1))
    assert planned(fight) == {}


def test_nothing_happens_where_the_gm_decides_or_there_is_no_deadline(at_table, fight):
    agree(at_table, "wait")
    look(at_table, fight)
    Deadlines.objects.update(no_answer="pass", hours=None)
    look(at_table, fight)
    assert planned(fight) == {}


def test_a_standing_order_is_used_before_anybody_waits(at_table, fight):
    agree(at_table, "pass")
    order(at_table, fight, "smash")
    look(at_table, fight)
    assert planned(fight)[at_table.lancer.code][0].attack == {at_table.saber.code: "smash"}
    assert StandingOrder.objects.get().used


def order(at_table, fight, card):
    slots = [{"attack": {at_table.saber.code: card}}, *({} for _ in range(6))]
    StandingOrder.objects.create(
        fight=fight, combatant=at_table.lancer.code, round=1, slots=slots, by=at_table.seats["bob"].user
    )


def test_only_a_standing_order_is_used_where_no_more_is_agreed(at_table, fight):
    agree(at_table, "order")
    order(at_table, fight, "smash")
    look(at_table, fight)
    assert set(planned(fight)) == {at_table.lancer.code}


def test_an_order_that_the_rules_refuse_is_not_used(at_table, fight):
    agree(at_table, "pass")
    order(at_table, fight, "skill:9")
    look(at_table, fight)
    assert not any(slot.attack for slot in planned(fight)[at_table.lancer.code])
    assert StandingOrder.objects.get().used is None


def test_who_comes_late_can_still_replace_it_until_the_first_slot_opens(at_table, fight):
    agree(at_table, "pass")
    look(at_table, fight)
    plan(fight, at_table.lancer, at_table.saber, LANCERS_PLAN)
    assert planned(fight)[at_table.lancer.code][0].attack == {at_table.saber.code: "onslaught"}
    look(at_table, fight)
    assert planned(fight)[at_table.lancer.code][0].attack


def test_it_is_laid_once_however_often_it_is_looked_at(at_table, fight):
    agree(at_table, "pass")
    for _ in range(3):
        look(at_table, fight)
    assert Entry.objects.filter(record=fight.record, move__do="plan").count() == 2


def test_a_write_asks_the_clock_first(at_table, fight):
    """The GM opens the slot at once after the time is over, and no worker has run."""
    agree(at_table, "pass")
    with time_machine.travel(timezone.now() + timedelta(hours=HOURS, minutes=1), tick=False):
        address = at_table.address(f"fights/{fight.code}/moves/")
        at_table.client("gm").post(address, {"do": "reveal", "slots": "1", "seen": str(fight.record.seq)})
        fight.record.refresh_from_db()
        at_table.client("gm").post(address, {"do": "reveal", "slots": "1", "seen": str(fight.record.seq)})
    fight.record.refresh_from_db()
    assert len(records.view(fight.record, ()).slots) == 1


def test_the_worker_makes_it_prompt(at_table, fight):
    agree(at_table, "pass")
    with time_machine.travel(timezone.now() + timedelta(hours=HOURS, minutes=1), tick=False):
        remind()
    assert len(planned(fight)) == 2


def test_the_quiet_hours_move_the_end(at_table, fight):
    agree(at_table, "pass")
    now = timezone.now().astimezone(ZoneInfo("Asia/Seoul"))
    Deadlines.objects.update(quiet_from=(now - timedelta(hours=1)).time(), quiet_to=(now + timedelta(hours=2)).time())
    look(at_table, fight)
    assert planned(fight) == {}
    look(at_table, fight, after=timedelta(hours=HOURS + 2, minutes=1))
    assert len(planned(fight)) == 2


@pytest.mark.parametrize("hidden", [("smash",) * 3 + ("",) * 4, ("counter", "onslaught") + ("",) * 5])
def test_what_is_owed_does_not_depend_on_what_lies_sealed(at_table, fight, hidden):
    """I-6: only that bob has handed in, never what."""
    plan(fight, at_table.lancer, at_table.saber, hidden)
    (debt,) = owing.debts(at_table.campaign)
    assert debt.seats == (at_table.seats["alice"].pk,)
    assert (debt.title, debt.round, debt.kind, debt.public) == (fight.title, 1, "plan", True)


def test_a_standing_order_is_told_to_nobody_before_it_is_used(at_table, fight):
    before = owing.debts(at_table.campaign)
    order(at_table, fight, "smash")
    assert owing.debts(at_table.campaign) == before


def test_a_fight_without_deadlines_costs_no_query_more(at_table, fight, django_assert_num_queries):
    found = Fight.objects.select_related("record", "campaign__deadlines").get(pk=fight.pk)
    records.view(found.record, ())
    with django_assert_num_queries(0):
        assert not deadlines.settle(found)


def test_more_fights_cost_no_more_queries(at_table, fight, django_assert_num_queries):
    for number in range(3):
        at_table.fight(f"{number}째 싸움", slots_per_round=7)
    assert len(owing.debts(at_table.campaign)) == 4
    with django_assert_num_queries(3):
        assert len(list(deadlines.of_fights(at_table.campaign))) == 4


@pytest.mark.django_db(transaction=True)
def test_many_who_look_at_once_lay_one_plan_each(transactional_db):
    at_table = war()
    fight = at_table.fight(slots_per_round=7)
    agree(at_table, "pass")
    late = timezone.now() + timedelta(hours=HOURS, minutes=1)

    def settle():
        try:
            found = Fight.objects.select_related("record", "campaign__deadlines").get(pk=fight.pk)
            deadlines.settle(found)
        finally:
            connections.close_all()

    with time_machine.travel(late, tick=True):
        threads = [Thread(target=settle) for _ in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert Entry.objects.filter(record=fight.record, move__do="plan").count() == 2
    assert User.objects.exists()
