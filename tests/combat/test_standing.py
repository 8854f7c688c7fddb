"""Standing orders: a plan for the next round that nobody sees, used when nothing else came, and said so in the log."""

import pytest

from combat.models import StandingOrder
from tabletop import records
from tests.combat.melee import melee
from tests.combat.test_table import text
from tests.combat.war import gm_does

PEOPLE = ("saber", "rider", "lancer", "archer")


@pytest.fixture
def table(db):
    """Round 1 runs: its first slot is open."""
    table = melee(hp=60)
    for who in PEOPLE:
        table.plan(who)
    gm_does(table.war, table.fight, "reveal", slots=1)
    return table


def keep(table, who="alice", mine="saber", **laid):
    fields = {f"a-{name[1]}-{table.code(name[3:])}": card for name, card in laid.items()}
    return table.war.client(who).post(table.at(f"plans/{table.code(mine)}/ahead/"), {"round": 2, **fields})


def open_next_round(table, *, planned=("rider", "lancer", "archer")):
    gm_does(table.war, table.fight, "reveal")
    for who in planned:
        table.plan(who)
    order(table)


def order(table):
    made = {"do": "reveal", "slots": 1, "seen": table.fight.record.seq}
    answer = table.war.client("gm").post(table.at("moves/"), made, HTTP_HX_REQUEST="true")
    assert answer.status_code == 200
    table.fight.record.refresh_from_db()


def shown(table):
    """The cards of slot 1 of round 2, as Saber showed them."""
    slot = records.view(table.fight.record, ()).slots[-1]
    assert (slot.round, slot.slot) == (2, 1)
    return {duel.b: duel.a_card for duel in slot.duels if duel.a == table.code("saber")}


def test_it_is_used_when_nothing_else_came_and_the_log_says_so(table):
    assert keep(table, a1_lancer="smash").status_code == 302
    open_next_round(table)
    assert shown(table)[table.code("lancer")] == "smash"
    told = text(table.war.client("eve").get(table.at()).content.decode())
    assert "alice 님이 세이버의 패를 봉인했습니다" in told
    assert told.count("미리 낸 목록을 썼습니다") == 1


def test_a_plan_that_came_in_time_stands(table):
    keep(table, a1_lancer="smash")
    gm_does(table.war, table.fight, "reveal")
    table.plan("saber", {"lancer": "counter"})
    order(table)
    assert shown(table)[table.code("lancer")] == "counter"


def test_what_the_rules_refuse_by_then_is_not_used(table):
    keep(table, a1_lancer="spell:long")
    open_next_round(table)
    assert shown(table) == {}


def test_it_is_taken_back_and_replaced(table):
    keep(table, a1_lancer="smash")
    keep(table, a1_lancer="counter")
    assert StandingOrder.objects.get().slots[0] == {"attack": {table.code("lancer"): "counter"}}
    table.war.client("alice").post(table.at(f"plans/{table.code('saber')}/ahead/"), {"withdraw": "1"})
    assert not StandingOrder.objects.exists()


def test_what_names_nothing_that_is_there_is_refused_with_a_sentence(table):
    refused = keep(table, a1_lancer="강타")
    assert refused.status_code == 422
    assert "강타" in text(refused.content.decode())
    assert not StandingOrder.objects.exists()


def test_nobody_else_sees_that_there_is_one(table):
    """I-6: not even that something was handed in ahead."""
    readers = ("bob", "carol", "eve", "gm")
    before = [_clean(table, who) for who in readers]
    keep(table, a1_lancer="smash")
    assert [_clean(table, who) for who in readers] == before


def _clean(table, who):
    page = table.war.client(who).get(table.at()).content.decode()
    return page.split("<body")[1].split(">", 1)[1]


@pytest.mark.parametrize(("who", "status"), [("bob", 403), ("eve", 403), ("mallory", 404), ("gm", 200), ("alice", 200)])
def test_who_may_lay_it(table, who, status):
    assert table.war.client(who).get(table.at(f"plans/{table.code('saber')}/ahead/")).status_code == status


def test_after_the_last_round_there_is_nothing_ahead(table):
    open_next_round(table)
    assert keep(table, a1_lancer="smash").status_code == 404
