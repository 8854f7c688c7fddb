"""What the chronicle costs when everything goes on at once: at most 15 queries, for everybody and through every filter."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.models import Day, Deadlines, Scene, StandIn
from campaigns.posts import chronicle
from characters.knowledge import giving
from tests.boardgames.tables import dominate_table, play_dominate
from tests.campaigns.posts.writing import declare, say, thread
from tests.characters.test_in_chronicle import hurt
from tests.combat.war import battle

MOST = 15


@pytest.fixture
def busy(db):
    """A war with what is known of people, and fights and games that run beside others that are over; words are owed."""
    game = dominate_table("alice", "novice", "novice", mode="short")
    while game.asked:
        game.play_one()
    war, now = game.war, timezone.now()
    Deadlines.objects.create(campaign=war.campaign, unanswered="pass")
    gm = war.seats["gm"].user
    alice, bob = war.seats["alice"], war.seats["bob"]
    StandIn.objects.create(absent=alice, who=bob, by=gm, accepted_at=now, agreed_at=now)
    day = Day.objects.create(campaign=war.campaign, number=1)
    scene = Scene.objects.create(campaign=war.campaign, day=day, number=1, state="open", opened_at=now)
    place = thread(war, scene=scene, place="부두")
    giving.fact_about(war.lancer, "true_name")
    for who in ("alice", "bob", "eve"):
        giving.give(war.campaign, war.lancer, giving.Knower(seat=war.seats[who].pk), "battle", 3, reason="", by=gm)
    for _ in range(2):
        play_dominate(war)
        battle(war, "끝난 싸움")
        battle(war, "끝나지 않은 싸움", slots=3)
        root = declare(place, war, "alice", "선언", to_names=("bob",))
        say(place, war, "gm", "1d6 답", "answer", to=root)
        say(place, war, "alice", "말", character=war.saber.code, voice="세이버")
        hurt(war)
    say(place, war, "bob", "끝말")
    return war


def pages(war, who):
    """The chronicle as it is reached by chips, filters and bookmarks, with the choice of filters open and not."""
    scene = war.campaign.scenes.get().code
    filters = [
        f"who=c:{war.saber.code}",
        "who=s:bob",
        "place=부두",
        f"who=c:{war.saber.code}&scene={scene}",
        "kind=ledger",
    ]
    entries = chronicle.read(war.seats[who], chronicle.Wanted()).entries
    newest = {chronicle.SOURCES[one.rank].letter: f"before={one.code}" for one in reversed(entries)}
    marks = [mark.replace("=", f"={letter}-") for letter, mark in newest.items()]
    plain = ["", "filter=1", *marks, *(f"{mark}&filter=1" for mark in marks)]
    return [f"log/?{said}" for said in (*plain, f"scene={scene}", *filters, *(f"{one}&{marks[0]}" for one in filters))]


@pytest.mark.parametrize("who", ["gm", "alice", "bob", "eve"])
def test_the_chronicle_asks_little_whatever_goes_on_and_however_it_is_filtered(busy, who):
    client, asked = busy.client(who), {}
    client.get(busy.address("log/"))  # what runs has been looked at before
    for page in pages(busy, who):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(busy.address(page)).status_code == 200
        asked[page] = len(queries)
    assert {page: count for page, count in asked.items() if count > MOST} == {}
    assert max(asked.values()) > MOST - 3  # else this war has become too quiet to say anything
