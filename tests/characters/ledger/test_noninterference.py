"""I-6: change only what somebody may not know, and every byte of board, scene and ledger that he gets stays the same."""

from collections.abc import Callable

import pytest
from django.urls import reverse

from campaigns.models import Area, Scene
from campaigns.scenes import days
from characters import sheets
from characters.ledger import recoveries, terms
from characters.ledger.posting import post
from characters.models import Alliance, Base, Term
from tests.combat.war import War, war
from tests.pages import lasting

type Change = Callable[[War], object]


@pytest.fixture
def table(db) -> War:
    found = war()
    one = Area.objects.create(campaign=found.campaign, name="부두", x=100, y=100, leyline="C")
    two = Area.objects.create(campaign=found.campaign, name="염전", x=900, y=900)
    one.neighbours.add(two)
    Base.objects.create(area=one, character=found.lancer, hidden=False)
    days.new_scene(found.campaign, state="open")
    sheets.give(found.emi, found.seats["alice"])
    return found


def base(found: War, area: str = "부두", **said: object) -> Base:
    return Base.objects.create(area=Area.objects.get(name=area), character=found.saber, **said)


def hidden_area(found: War) -> Area:
    area = Area.objects.create(campaign=found.campaign, name="지하 제단", leyline="EX", hidden=True)
    area.neighbours.add(*Area.objects.exclude(pk=area.pk))
    base(found, "지하 제단", hidden=False)
    return area


def ally(found: War) -> Alliance:
    made = Alliance.objects.create(campaign=found.campaign, secret=True, note="배신")
    made.members.set([found.saber, found.emi])
    return made


def scene(found: War) -> Scene:
    return Scene.objects.get(campaign=found.campaign, state="open")


def declared(found: War) -> object:
    made = recoveries.declare(found.saber, scene(found), "man_eating", found.seats["alice"].user, gain=9)
    return recoveries.confirm(made, found.seats["gm"].user, changed={"mp": 9}, reason="시장의 밤")


def vanished(found: War) -> object:
    post(found.saber, {"mp": -90}, by=None, cause="fight")
    return terms.judge(Term.objects.get(character=found.saber, verdict=""), "lost", found.seats["gm"].user, reason="끝")


HIDDEN: dict[str, Change] = {
    "a secret base": base,
    "a ruined secret base": lambda found: base(found, ruined=True),
    "a secret area with a base and roads": hidden_area,
    "a secret leyline": lambda found: Area.objects.filter(name="염전").update(leyline="A", leyline_hidden=True),
    "a secret alliance": ally,
    "a Servant's MP below 0 and its term": lambda found: post(found.saber, {"mp": -90}, by=None, cause="fight"),
    "a Master's HP below 0 and its term": lambda found: post(found.emi, {"hp": -24}, by=None, cause="fight"),
    "an entry of the ledger": lambda found: post(found.saber, {"hp": -3}, by=None, cause="gm", reason="함정"),
    "command spells": lambda found: post(found.emi, {"command_spells": -1}, by=None, cause="gm"),
    "a use of a phantasm": lambda found: post(found.saber, {"use:reed": 1}, by=None, cause="gm"),
    "a man-eating": declared,
    "spirit form": lambda found: post(found.saber, {"spirit_form": 1}, by=None, cause="spirit"),
    "a Servant who vanished unseen": vanished,
}


def pages(found: War, who: str) -> list[tuple[str, int, str]]:
    code, client = found.campaign.code, found.client(who)
    addresses = [
        reverse("war-board", args=[code]),
        reverse("scenes", args=[code]),
        reverse("scene", args=[code, scene(found).code]),
        reverse("campaign", args=[code]),
        *(reverse("ledger", args=[code, one.code]) for one in (found.saber, found.emi, found.lancer)),
    ]
    answers = [(address, client.get(address)) for address in addresses]
    return [(address, answer.status_code, lasting(answer.content.decode())) for address, answer in answers]


@pytest.mark.parametrize("who", ["bob", "eve"])
def test_others_get_the_same_bytes_whatever_is_hidden_from_them(table: War, who: str) -> None:
    before = pages(table, who)
    for name, change in HIDDEN.items():
        change(table)
        assert pages(table, who) == before, name


def test_each_of_the_changes_is_one(table: War) -> None:
    """Who runs the table sees every one of them."""
    for name, change in HIDDEN.items():
        before = pages(table, "gm")
        change(table)
        assert pages(table, "gm") != before, name


def test_the_owner_gets_the_same_bytes_whatever_others_hide(table: War) -> None:
    before = pages(table, "alice")
    Base.objects.create(area=Area.objects.get(name="염전"), character=table.lancer)
    post(table.lancer, {"mp": -90}, by=None, cause="fight")
    Alliance.objects.create(campaign=table.campaign, secret=True).members.set([table.lancer])
    assert pages(table, "alice") == before


def test_who_was_told_of_a_secret_place_sees_it(table: War) -> None:
    area = hidden_area(table)
    assert "지하 제단" not in pages(table, "bob")[0][2]
    area.known_to.add(table.seats["bob"])
    board = pages(table, "bob")[0][2]
    assert "지하 제단" in board and "거점 · 세이버" in board and "영맥 EX" in board


def test_who_was_told_of_a_base_sees_it_only_in_an_area_that_he_knows(table: War) -> None:
    area = hidden_area(table)
    secret = Base.objects.get(area=area)
    secret.known_to.add(table.seats["bob"])
    assert "세이버" not in pages(table, "bob")[0][2].split("war-side")[0]


def test_the_members_know_of_a_secret_alliance(table: War) -> None:
    ally(table)
    assert "배신" in pages(table, "alice")[0][2] and "배신" not in pages(table, "bob")[0][2]


def test_a_term_and_numbers_are_shown_to_the_owner(table: War) -> None:
    post(table.saber, {"mp": -90}, by=None, cause="fight", reason="함정")
    told = pages(table, "alice")
    assert "R-OTHER-4d" in told[0][2] and "−90" in told[4][2]


def test_others_who_read_a_number_are_told_no_reason(table: War) -> None:
    from msgspec.structs import replace

    from characters.sheet import Who

    sheets.change(table.saber, lambda sheet: replace(sheet, who=sheet.who | {"hp": Who.ALL}), None, "written")
    post(table.saber, {"hp": -3, "mp": -5}, by=table.seats["gm"].user, cause="man_eating", reason="시장의 밤")
    ledger = pages(table, "bob")[4][2]
    assert "−3" in ledger and "−5" not in ledger and "시장의 밤" not in ledger and "식인" not in ledger


def test_the_state_at_the_end_of_a_scene_can_be_asked_for(table: War) -> None:
    post(table.saber, {"hp": -10}, by=None, cause="fight")
    over = scene(table)
    days.close_scene(over)
    post(table.saber, {"hp": -20}, by=None, cause="fight")
    address = reverse("ledger", args=[table.campaign.code, table.saber.code])
    client = table.client("alice")
    assert ">50<" in client.get(address).content.decode()
    past = client.get(f"{address}?scene={over.code}").content.decode()
    assert ">70<" in past and "−20" not in past


@pytest.mark.parametrize("odd", ["?scene=%00", "?scene=x", "?before=%00", "?before=zzz"])
def test_nonsense_in_the_address_shows_the_ledger_as_it_is(table: War, odd: str) -> None:
    address = reverse("ledger", args=[table.campaign.code, table.saber.code])
    assert table.client("alice").get(address + odd).status_code == 200


@pytest.mark.parametrize(
    "wrong", [{"amount": "0"}, {"amount": "9" * 30}, {"account": "gone_told"}, {"reason": "\u202e"}]
)
def test_an_entry_that_cannot_be_read_is_said_at_its_place(table: War, wrong: dict[str, str]) -> None:
    address = reverse("ledger-post", args=[table.campaign.code, table.saber.code])
    said = {"account": "hp", "amount": "-3", "reason": ""} | wrong
    assert table.client("gm").post(address, said).status_code == 422
    assert table.saber.entries.count() == 1


def test_the_gm_books_and_undoes_from_the_page(table: War) -> None:
    address = reverse("ledger-post", args=[table.campaign.code, table.saber.code])
    client = table.client("gm")
    assert client.post(address, {"account": "hp", "amount": "-3", "reason": "함정"}).status_code == 302
    entry = table.saber.entries.first()
    undo = reverse("ledger-undo", args=[table.campaign.code, table.saber.code, entry.code])
    assert client.post(undo).status_code == 302 and sheets.current(table.saber).hp == 80
    assert client.post(undo).status_code == 409
    assert "되돌림" in client.get(reverse("ledger", args=[table.campaign.code, table.saber.code])).content.decode()


def test_the_pages_cost_the_same_however_much_there_is(table: War, django_assert_max_num_queries) -> None:
    base(table)
    ally(table)
    for _ in range(30):
        post(table.saber, {"hp": -1}, by=None, cause="gm")
    post(table.emi, {"hp": -24}, by=None, cause="fight")
    recoveries.declare(table.emi, scene(table), "rest", table.seats["alice"].user)
    for who in ("gm", "alice", "eve"):
        client = table.client(who)
        for address, _, _ in pages(table, who)[:3] + pages(table, who)[4:5]:
            with django_assert_max_num_queries(16):
                client.get(address)
