"""Standing orders: a plan for the next round that nobody sees, used when nothing else came, and said so in the log."""

import re

import pytest

from combat.models import StandingOrder
from tabletop import records
from tests.combat.melee import melee
from tests.combat.test_table import text
from tests.combat.war import gm_does, text_of

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
    page = text_of(table.war.client(who).get(table.at()))
    return page.split("<body")[1].split(">", 1)[1]


@pytest.mark.parametrize(("who", "status"), [("bob", 403), ("eve", 403), ("mallory", 404), ("gm", 200), ("alice", 200)])
def test_who_may_lay_it(table, who, status):
    assert table.war.client(who).get(table.at(f"plans/{table.code('saber')}/ahead/")).status_code == status


def test_after_the_last_round_there_is_nothing_ahead(table):
    open_next_round(table)
    assert keep(table, a1_lancer="smash").status_code == 404


def test_an_order_as_it_lies_is_checked_while_the_round_runs(table):
    """Saber has four Smash; who lays five of them is told, and keeps the order all the same."""
    smashes = {f"a{number}_lancer": "smash" for number in range(1, 6)}
    answer = keep(table, **smashes)
    assert answer.status_code == 200
    told = text(answer.content.decode())
    assert "지금대로라면" in told and "남은 강타가 없습니다" in told
    assert StandingOrder.objects.get().slots[4] == {"attack": {table.code("lancer"): "smash"}}


def draft_ahead(table, who="alice", **laid):
    fields = {f"a-{name[1]}-{table.code(name[3:])}": card for name, card in laid.items()}
    place = {"ahead": "1", "slot": 6, "target": table.code("lancer")}
    return table.war.client(who).post(table.at(f"plans/{table.code('saber')}/draft/"), {**place, **fields})


@pytest.fixture
def spending(db):
    """Round 1 runs, and three Smash of Saber's are still covered."""
    table = melee(hp=60)
    table.plan("saber", {}, *[{"lancer": "smash"}] * 3)
    for who in PEOPLE[1:]:
        table.plan(who)
    gm_does(table.war, table.fight, "reveal", slots=1)
    return table


def test_what_the_own_covered_plan_still_spends_is_not_there_any_more(spending):
    assert draft_ahead(spending).json()["cards"]["smash"]["left"] == 1
    assert re.search(r'data-card="smash"[^>]* data-left="1"', ahead_page(spending, "alice"))


def test_who_acts_for_somebody_learns_nothing_of_the_covered_plan(spending):
    """The GM is offered all four, as if nothing were sealed."""
    assert draft_ahead(spending, "gm").json()["cards"]["smash"]["left"] == 4


def ahead_page(table, who):
    return table.war.client(who).get(table.at(f"plans/{table.code('saber')}/ahead/")).content.decode()


def test_who_acts_for_somebody_does_not_see_his_order(table):
    before = _body(ahead_page(table, "gm"))
    keep(table, a1_lancer="smash")
    assert _body(ahead_page(table, "gm")) == before
    assert "맡겨 둔 목록이 있습니다" in ahead_page(table, "alice")


def _body(page):
    return re.sub(r'csrfmiddlewaretoken" value="\w+', "", page.split("<main")[1])


def test_after_the_last_round_a_draft_ahead_is_of_no_use(table):
    open_next_round(table)
    assert draft_ahead(table).status_code == 409
