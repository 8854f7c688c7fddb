"""A rehearsal (연습): fought on the ordinary page, by its owner alone, and no trace of it in the war."""

import pytest

from combat import aftermath
from combat.models import Fight
from tabletop import referee
from tabletop.game import Illegal
from tests.combat.war import battle, text_of


@pytest.fixture
def rehearsed(war):
    """A rehearsal of the GM's that has been fought to its end."""
    fight = battle(war, "둘만의 연습")
    Fight.objects.filter(pk=fight.pk).update(rehearsal=True, by=war.seats["gm"].user)
    fight.refresh_from_db()
    return fight


@pytest.mark.parametrize("page", ["", "log/", "fights/"])
def test_it_stands_in_no_list_on_no_cover_and_in_no_log(war, rehearsed, page):
    battle(war, "부두의 결투")
    for who in ("gm", "alice", "eve"):
        told = text_of(war.client(who).get(war.address(page)))
        assert "부두의 결투" in told and rehearsed.title not in told and rehearsed.code not in told


@pytest.mark.parametrize("place", ["", "stage/", "text/", "told/1/1/", "seals/1/", "record.json", "write-back/"])
def test_nobody_but_its_owner_finds_it(war, rehearsed, place):
    address = war.address(f"fights/{rehearsed.code}/{place}")
    assert war.client("gm").get(address).status_code == 200
    assert {who: war.client(who).get(address).status_code for who in ("hana", "alice", "bob", "eve", "mallory")} == (
        dict.fromkeys(("hana", "alice", "bob", "eve", "mallory"), 404)
    )


def test_its_end_goes_to_no_sheet_also_when_it_was_rewound(war, rehearsed):
    gm = war.seats["gm"]
    assert not aftermath.is_open(rehearsed)
    address = war.address(f"fights/{rehearsed.code}/")
    war.client("gm").post(address + "rewind/", {"to": 2, "seen": rehearsed.record.seq, "reason": "다시"})
    referee.rewind(rehearsed.record_id, to=3, reason="또", by=gm.user, seen=rehearsed.record.seq + 1)
    assert isinstance(aftermath.write_back(rehearsed, gm), Illegal)
    war.client("gm").post(address + "write-back/", {"decision": "write"})
    assert war.saber.versions.count() == war.lancer.versions.count() == 1
