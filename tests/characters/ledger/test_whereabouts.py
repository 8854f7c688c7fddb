"""Pins of people on the map: set by the GM, seen by whom they belong to, and by others where the GM says so (I-6)."""

import pytest

from campaigns.models import Area, Seat
from campaigns.scenes import parts
from campaigns.scenes.live import drawing
from characters import sheets
from characters.ledger.posting import post
from characters.models import Whereabouts
from tests.combat.war import war
from tests.pages import lasting


@pytest.fixture
def table(db):
    found = war()
    for name, hidden in (("부두", False), ("염전", False), ("지하", True)):
        Area.objects.create(campaign=found.campaign, name=name, hidden=hidden)
    sheets.give(found.emi, found.seats["eve"])
    return found


def put(table, who, area="부두", **more):
    place = Area.objects.get(name=area)
    return Whereabouts.objects.update_or_create(character=who, defaults={"area": place, **more})[0]


def pins(table, who):
    seat = Seat.objects.select_related("campaign").get(pk=table.seats[who].pk)
    return [mark.label for mark in parts.marks(seat) if mark.kind == "pair"]


def fill(table, **said):
    fields = {}
    for name, area in said.items():
        code = getattr(table, name).code
        fields |= {f"area.{code}": Area.objects.get(name=area).code, f"shown.{code}": "on"}
    return table.client("gm").post(table.address("board/where/"), fields)


def test_the_gm_puts_everybody_somewhere_in_one_form(table):
    assert fill(table, saber="부두", lancer="염전").status_code == 302
    assert {one.character.name: (one.area.name, one.shown) for one in Whereabouts.objects.all()} == {
        "세이버": ("부두", True),
        "랜서": ("염전", True),
    }
    fill(table, saber="염전")
    assert [one.character.name for one in Whereabouts.objects.all()] == ["세이버"]


def test_a_pin_is_seen_by_who_plays_him_who_belongs_to_him_and_the_table(table):
    put(table, table.saber)  # alice plays Saber, eve his Master
    assert {who for who in table.seats if pins(table, who)} == {"alice", "eve", "gm", "hana"}


def test_by_everybody_where_the_gm_says_so_and_where_he_knows_the_area(table):
    put(table, table.lancer, shown=True)
    assert {who for who in table.seats if pins(table, who)} == set(table.seats)
    put(table, table.lancer, "지하", shown=True)
    assert "지하" not in drawing(table.seats["alice"])["board-chart"]
    assert 'class="pin"' not in drawing(table.seats["alice"])["board-chart"]


@pytest.mark.parametrize("where", ["board/", "scenes/", ""])
def test_where_somebody_is_hidden_changes_no_byte_for_others(table, where):
    look = lambda: lasting(table.client("bob").get(table.address(where)).text)  # noqa: E731
    before = look()
    put(table, table.saber)
    assert look() == before
    put(table, table.saber, "염전")
    assert look() == before
    put(table, table.emi, "지하", shown=True)
    assert look() == before


def test_who_is_gone_stands_nowhere_for_those_who_know(table):
    put(table, table.saber, shown=True)
    post(table.saber, {"gone": 1}, by=None, cause="judged")
    assert pins(table, "gm") == [] and pins(table, "bob") == ["세이버"]  # bob has not been told


def test_the_board_tells_the_pin_in_words_too_with_a_way_to_the_sheet(table):
    put(table, table.saber)
    page = table.client("alice").get(table.address("board/")).text
    assert (
        page.count("세이버") >= 2
        and f'<a href="/c/{table.campaign.code}/sheets/{table.saber.code}/">세이버</a>' in page
    )


@pytest.mark.parametrize("wrong", ["nowhere", "\0", "x" * 5000])
def test_an_area_that_is_none_is_refused_at_its_place(table, wrong):
    answer = table.client("gm").post(table.address("board/where/"), {f"area.{table.saber.code}": wrong})
    assert answer.status_code == 422 and not Whereabouts.objects.exists()


def test_without_areas_or_sheets_the_page_says_what_comes_first(table):
    Area.objects.all().delete()
    assert "map" in table.client("gm").get(table.address("board/where/")).text


def test_an_area_that_is_taken_off_the_map_takes_its_pins_along(table):
    put(table, table.saber)
    area = Area.objects.get(name="부두")
    table.client("gm").post(table.address(f"board/map/{area.code}/remove/"))
    assert not Whereabouts.objects.exists()
