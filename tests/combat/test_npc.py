"""The desk lets the app hand in for an NPC: at once, sealed, by the rules, and seen by nobody."""

import pytest
from django.test import Client

from campaigns.models import User
from characters import sheets
from combat import npc
from combat.odds.luck import Luck
from tabletop import records
from tests.combat.test_table import text
from tests.combat.war import LANCER, LANCERS_PLAN, plan, reveal, war


@pytest.fixture
def table(db):
    """Lancer is nobody's, so the GM answers for him."""
    at_table = war()
    at_table.lancer.owner = None
    at_table.lancer.save(update_fields=["owner"])
    return at_table


@pytest.fixture
def fight(table):
    return table.fight(slots_per_round=5)


def let_app(table, fight, who="gm", combatant=None, **headers):
    combatant = combatant or table.lancer
    address = table.address(f"fights/{fight.code}/plans/{combatant.code}/app/")
    client = Client()
    if user := User.objects.filter(nickname=who).last():
        client.force_login(user)
    answer = client.post(address, headers=headers)
    fight.record.refresh_from_db()
    return answer


def planned(fight):
    return [one.id for one in records.view(fight.record, ()).combatants if one.planned]


@pytest.mark.parametrize("who", ["gm", "hana"])
def test_who_runs_the_table_lets_the_app_seal_a_plan(table, fight, who):
    assert let_app(table, fight, who).status_code == 302
    entry = fight.record.entries.get()
    assert (entry.seat, entry.by, entry.move["do"]) == (table.lancer.code, None, "plan")
    assert entry.seal and any(slot for slot in entry.move["slots"])
    assert planned(fight) == [table.lancer.code]


def test_the_log_says_that_the_app_did_and_nobody_what(table, fight):
    let_app(table, fight)
    for who in ("gm", "alice", "eve"):
        page = table.client(who).get(table.address(f"fights/{fight.code}/")).content.decode()
        assert "앱이 랜서의 패를 봉인했습니다" in text(page)


def test_it_spends_nothing_but_cards(table):
    sheets.change(table.lancer, lambda sheet: type(sheet)(**{**_fields(LANCER), "strength": "B++"}), None, "written")
    fight = table.fight(slots_per_round=5)
    let_app(table, fight)
    assert [entry.move["do"] for entry in fight.record.entries.all()] == ["plan"]


def _fields(sheet):
    return {name: getattr(sheet, name) for name in sheet.__struct_fields__}


def test_a_players_hand_is_not_the_tables_to_give_away(table, fight):
    assert let_app(table, fight, combatant=table.saber).status_code == 403
    assert not fight.record.entries.exists()


@pytest.mark.parametrize(("who", "status"), [("alice", 403), ("bob", 403), ("eve", 403), ("mallory", 404)])
def test_nobody_else_may(table, fight, who, status):
    assert let_app(table, fight, who).status_code == status


def test_a_plan_that_is_in_is_not_replaced(table, fight):
    let_app(table, fight)
    again = let_app(table, fight, **{"HX-Request": "true"})
    assert again.status_code == 409
    assert fight.record.entries.count() == 1


def test_once_a_slot_is_open_it_comes_too_late(table, fight):
    plan(fight, table.saber, table.lancer, ("smash",))
    reveal(table, fight, slots=1)
    assert let_app(table, fight, **{"HX-Request": "true"}).status_code == 409


def test_the_desk_offers_it_for_npcs_alone_and_in_few_queries(table, fight, django_assert_max_num_queries):
    gm = table.client("gm")
    gm.get(table.address(f"fights/{fight.code}/"))
    with django_assert_max_num_queries(12):
        page = gm.get(table.address(f"fights/{fight.code}/")).content.decode()
    assert f"plans/{table.lancer.code}/app/" in page
    assert f"plans/{table.saber.code}/app/" not in page


def test_what_others_have_sealed_does_not_change_what_the_app_lays(table, fight, monkeypatch):
    """It sees one seat's view: with the same luck its plan is the same whatever Saber has sealed."""
    laid = []
    for cards in (("smash",) * 4, LANCERS_PLAN[:5]):
        records.forget()
        at_table = war()
        at_table.lancer.owner = None
        at_table.lancer.save(update_fields=["owner"])
        other = at_table.fight(slots_per_round=5)
        plan(other, at_table.saber, at_table.lancer, cards[:5])
        monkeypatch.setattr(npc, "CHANCE", Luck("1"))
        let_app(at_table, other)
        slots = other.record.entries.get(seat=at_table.lancer.code).move["slots"]
        laid.append([list(slot.get("attack", {}).values()) for slot in slots])
    assert laid[0] == laid[1]
