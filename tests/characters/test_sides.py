"""The sides that posts and threads are for: pairs of two players, and alliances, as far as a seat is told of them."""

import pytest
from django.utils import timezone

from campaigns.models import Post, Seat, Thread
from campaigns.posts.readable import readable, readable_threads
from campaigns.posts.voices import sides_of
from characters import sheets
from characters.models import Alliance
from tests.campaigns.posts.writing import filled, thread
from tests.combat.war import war


@pytest.fixture
def table(db):
    """alice (Saber) and bob (Lancer) are allied."""
    at_table = war()
    ally(at_table, at_table.saber, at_table.lancer)
    return at_table


def ally(table, *members, **more):
    made = Alliance.objects.create(campaign=table.campaign, **more)
    made.members.set(members)
    return made


def names(table, who):
    seat = Seat.objects.select_related("campaign").get(pk=table.seats[who].pk)
    return [side.name for side in sides_of(seat)]


def test_allies_and_the_table_can_write_to_an_alliance(table):
    for who in ("alice", "bob", "gm"):
        assert names(table, who) == ["세이버 + 랜서"]
    assert names(table, "eve") == []


def test_a_secret_alliance_is_offered_to_nobody_else(table):
    sheets.give(table.emi, table.seats["eve"])
    Alliance.objects.update(secret=True)
    ally(table, table.emi, table.saber, secret=True)
    assert "세이버 + 랜서" not in names(table, "eve") and len(names(table, "alice")) >= 2


def test_an_alliance_that_is_over_is_no_side(table):
    Alliance.objects.update(ended_at=timezone.now())
    assert names(table, "alice") == []


def test_a_post_to_the_alliance_is_read_by_allies_and_table_only(table):
    place = thread(table)
    side = f"side:{Alliance.objects.get().code}"
    fields = filled("자정에 부두에서.", audience=side)
    table.client("alice").post(table.address(f"threads/{place.code}/write/"), fields)
    post = Post.objects.get()
    assert [who for who, seat in table.seats.items() if post in readable(seat)] == ["gm", "hana", "alice", "bob"]


def test_nobody_writes_to_a_side_that_is_not_his(table):
    place = thread(table)
    sheets.give(table.emi, table.seats["hana"])
    fields = filled("엿듣는다.", audience=f"side:{Alliance.objects.get().code}")
    sheets.give(table.lancer, None)
    assert table.client("bob").post(table.address(f"threads/{place.code}/write/"), fields).status_code == 422


def test_a_thread_for_an_alliance_stays_with_those_who_were_in_it(table):
    said = {"title": "동맹의 방", "audience": f"side:{Alliance.objects.get().code}"}
    assert table.client("alice").post(table.address("threads/new/"), said).status_code == 302
    made = Thread.objects.get()
    assert [who for who, seat in table.seats.items() if made in readable_threads(seat)] == [
        "gm",
        "hana",
        "alice",
        "bob",
    ]
    Alliance.objects.get().members.add(table.emi)
    sheets.give(table.emi, table.seats["eve"])
    assert made not in readable_threads(table.seats["eve"])
    kept = {"title": "동맹의 방, 밤", "audience": "kept"}
    assert table.client("alice").post(table.address(f"threads/{made.code}/edit/"), kept).status_code == 302
    made.refresh_from_db()
    assert (made.title, made.audience, made.side) == ("동맹의 방, 밤", "side", "세이버 + 랜서")
    assert made in readable_threads(table.seats["bob"]) and made not in readable_threads(table.seats["eve"])
