"""Who takes a seat over reads what was read from it, and nothing more."""

import msgspec
import pytest
from django.urls import reverse

from campaigns import seats
from campaigns.models import Area, User
from characters import sheets
from characters.knowledge import giving
from characters.knowledge.giving import Knower
from characters.models import Alliance, Base
from tests.combat.war import War, war
from tests.pages import lasting


@pytest.fixture
def table(db) -> War:
    """Alice has been told of a place, a base in it, and of Lancer's wish; she is in a secret alliance."""
    found = war()
    sheets.change(found.lancer, lambda sheet: msgspec.structs.replace(sheet, wish="고향의 항구"), None, "written")
    cellar = Area.objects.create(campaign=found.campaign, name="지하 제단", hidden=True)
    cellar.known_to.add(found.seats["alice"])
    Base.objects.create(area=cellar, character=found.lancer).known_to.add(found.seats["alice"])
    giving.fact_about(found.lancer, "wish")
    knower, gm = Knower(seat=found.seats["alice"].pk), found.seats["gm"].user
    giving.give(found.campaign, found.lancer, knower, "battle", 9, reason="", by=gm)
    Alliance.objects.create(campaign=found.campaign, secret=True, note="배신").members.set([found.saber, found.emi])
    return found


def pages(table: War, who: str) -> dict[str, str]:
    code, client = table.campaign.code, table.client(who)
    addresses = [
        *(reverse(name, args=[code]) for name in ("war-board", "sheets", "log")),
        *(reverse("sheet", args=[code, one.code]) for one in (table.saber, table.lancer)),
        reverse("ledger", args=[code, table.saber.code]),
    ]
    answers = {address: client.get(address) for address in addresses}
    return {address: lasting(answer.text) for address, answer in answers.items() if answer.status_code == 200}


def test_who_takes_a_seat_over_gets_the_pages_of_who_had_it(table: War) -> None:
    before = pages(table, "alice")
    board, told = before[reverse("war-board", args=[table.campaign.code])], "".join(before.values())
    assert len(before) == 6 and "거점 · 랜서" in board and "배신" in board and "고향의 항구" in told
    anna = User.objects.create_user(None, nickname="anna")
    seats.hand_over(table.seats["alice"], anna)
    after = pages(table, "anna")
    assert {at: page.replace("anna", "alice") for at, page in after.items()} == before


def test_who_has_handed_a_seat_over_reads_nothing_of_the_war(table: War) -> None:
    seats.hand_over(table.seats["alice"], User.objects.create_user(None, nickname="anna"))
    assert pages(table, "alice") == {}


def test_somebody_who_sits_elsewhere_learns_nothing_by_it(table: War) -> None:
    before = pages(table, "eve")
    seats.hand_over(table.seats["alice"], User.objects.create_user(None, nickname="anna"))
    assert {at: page.replace("anna", "alice") for at, page in pages(table, "eve").items()} == before
