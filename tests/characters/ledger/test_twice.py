"""A form that is sent twice, by a double tap or by a page that was gone back to, does what it says once."""

import re

import pytest
from django.urls import reverse

from campaigns.models import Area
from characters import sheets
from characters.models import Alliance, Base, Fact, Knowledge, LedgerEntry
from tests.combat.war import war


@pytest.fixture
def table(db):
    found = war()
    Area.objects.create(campaign=found.campaign, name="부두", code="pier")
    return found


def forms(table):
    """Where the form stands, where it goes, what is filled in, and what it makes."""
    saber, lancer = table.saber.code, table.lancer.code
    given = {"knower": "all", "about": saber, "kind": "battle", "amount": "2", "reason": "칼을 보았다"}
    return {
        "ledger": (("ledger", saber), ("ledger-post", saber), {"account": "hp", "amount": "-3", "reason": "함정"}),
        "alliance": (("alliances",), ("alliances",), {"members": [saber, lancer]}),
        "base": (("bases",), ("bases",), {"area": "pier", "character": table.emi.code}),
        "points": (("knowledge",), ("knowledge-give",), given),
        "fact": (("fact-new", saber), ("fact-new", saber), {"grade": "2", "title": "상처", "text": "오래되었다"}),
    }


MADE = {"ledger": LedgerEntry, "alliance": Alliance, "base": Base, "points": Knowledge, "fact": Fact}


@pytest.mark.parametrize("what", MADE)
def test_a_form_of_the_gm_that_is_sent_twice_makes_one_thing(table, what):
    client, (stands, goes, filled) = table.client("gm"), forms(table)[what]
    there, to = (reverse(name, args=[table.campaign.code, *more]) for name, *more in (stands, goes))
    before = MADE[what].objects.count()
    for times in (1, 2):
        address = re.search(r'name="address" value="(\w+)"', client.get(there).text)[1]
        for _ in range(2):
            answer = client.post(to, {**filled, "address": address})
            assert answer.status_code == 302, answer.text
        assert MADE[what].objects.count() == before + times


@pytest.mark.parametrize(
    ("what", "other"),
    [
        ("ledger", {"amount": "-5"}),
        ("alliance", {"note": "새벽까지"}),
        ("base", {"ruined": "on"}),
        ("points", {"amount": "7"}),
        ("fact", {"text": "다른 상처"}),
    ],
)
def test_a_form_that_is_gone_back_to_and_says_something_else_makes_another_thing(table, what, other):
    client, (_, goes, filled) = table.client("gm"), forms(table)[what]
    to = reverse(goes[0], args=[table.campaign.code, *goes[1:]])
    before = MADE[what].objects.count()
    for said in (filled, filled | other):
        assert client.post(to, {**said, "address": "abcdefghij"}).status_code == 302
    assert MADE[what].objects.count() == before + 2


def test_what_another_character_s_entry_is_called_takes_nothing_from_a_new_one(table):
    theirs = table.lancer.entries.first().code
    form = {"account": "hp", "amount": "-3", "reason": "함정", "address": theirs}
    table.client("gm").post(reverse("ledger-post", args=[table.campaign.code, table.saber.code]), form)
    assert sheets.current(table.saber).hp == 77
