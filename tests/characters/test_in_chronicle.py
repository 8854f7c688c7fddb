"""The ledger in the chronicle: a change is told to whoever may read its number, and nobody else's page feels it (I-6)."""

from collections.abc import Callable

import msgspec
import pytest

from campaigns.models import Seat
from campaigns.posts import chronicle
from campaigns.posts.chronicle import Wanted
from campaigns.scenes import days
from characters import sheets
from characters.knowledge.giving import Knower, open_fact, write_fact
from characters.ledger.posting import post, undo
from characters.models import LedgerEntry
from characters.sheet import Who
from tests.combat.war import SABER, War, war
from tests.pages import lasting

LOOKS = ("log/", "log/?kind=ledger", "log/?filter=1", "log/?kind=ledger&filter=1")


@pytest.fixture
def table(db) -> War:
    found = war()
    days.new_scene(found.campaign, state="open")
    return found


def entries(table: War, who: str, **wanted: object) -> list[str]:
    """What the ledger tells this reader, the latest first."""
    seat = Seat.objects.select_related("campaign").get(pk=table.seats[who].pk)
    page = chronicle.read(seat, Wanted(kind="ledger", **wanted))
    assert page is not None
    return [entry.code for entry in page.entries]


def pages(table: War, who: str) -> list[str]:
    return [lasting(table.client(who).get(table.address(look)).text) for look in LOOKS]


def hurt(table: War, **more: object) -> LedgerEntry:
    made = post(table.saber, {"hp": -3}, by=table.seats["gm"].user, cause="gm", reason="함정", **more)
    assert isinstance(made, LedgerEntry)
    return made


def test_owner_and_table_read_a_change_with_its_reason(table):
    code = hurt(table).code
    for who in ("alice", "gm", "hana"):
        assert entries(table, who) == [code]
        assert "함정" in pages(table, who)[1]


def undone(table: War) -> None:
    undo(hurt(table), by=table.seats["gm"].user)


HIDDEN: dict[str, Callable[[War], object]] = {
    "a loss": hurt,
    "a loss and its counter-entry": undone,
    "a use": lambda found: post(found.saber, {"use:reed": 1}, by=None, cause="gm"),
    "a vanishing that was not told": lambda found: post(found.saber, {"gone": 1}, by=None, cause="judged"),
    "a page full of changes": lambda found: [hurt(found) for _ in range(chronicle.PAGE + 5)],
}


@pytest.mark.parametrize("who", ["bob", "eve"])
@pytest.mark.parametrize("change", HIDDEN)
def test_what_is_hidden_changes_no_byte_for_anybody_else(table, who, change):
    """Among it changes that fill more than a page: they push nothing out of sight, and no bookmark points to them."""
    post(table.lancer, {"hp": -5}, by=None, cause="gm", reason="돌풍")
    before = pages(table, who)
    HIDDEN[change](table)
    assert pages(table, who) == before


def test_the_code_of_a_hidden_entry_is_no_bookmark(table):
    code = hurt(table).code
    assert table.client("bob").get(table.address(f"log/?before=l-{code}")).status_code == 404
    assert table.client("alice").get(table.address(f"log/?before=l-{code}")).status_code == 200


def test_a_number_that_is_open_on_the_sheet_is_told_without_its_reason(table):
    shown = msgspec.structs.replace(SABER, master=table.emi.code, who={"hp": Who.ALL})
    sheets.write(table.saber, shown, None, "written")
    code = hurt(table).code
    assert code in entries(table, "bob")
    assert "함정" not in pages(table, "bob")[1]


def test_who_has_learnt_of_a_number_reads_its_changes(table):
    """Everything is drawn through the reader's knowledge."""
    code = hurt(table).code
    fact = write_fact(table.saber, None, opens="hp", grade=1)
    assert entries(table, "bob") == []
    open_fact(fact, Knower(seat=table.seats["bob"].pk), reason="", by=table.seats["gm"].user)
    assert entries(table, "bob") == [code] and entries(table, "eve") == []


def test_a_vanishing_that_was_told_is_told_to_all(table):
    made = post(table.saber, {"gone": 1, "gone_told": 1}, by=None, cause="judged")
    assert entries(table, "eve") == [made.code]


def test_in_which_scene_somebody_else_lost_something_is_not_told(table):
    shown = msgspec.structs.replace(SABER, master=table.emi.code, who={"hp": Who.ALL})
    sheets.write(table.saber, shown, None, "written")
    hurt(table)
    scene = table.campaign.scenes.get()
    assert entries(table, "bob", scene=scene) == [] and len(entries(table, "alice", scene=scene)) == 1


def test_the_chronicle_takes_few_queries_however_many_changes_are_hidden(table, django_assert_max_num_queries):
    for _ in range(120):
        hurt(table)
    client = table.client("bob")
    with django_assert_max_num_queries(15):
        client.get(table.address("log/?kind=ledger"))
