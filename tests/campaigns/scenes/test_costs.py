"""The two pages that ask every room what waits: they stay cheap with everything there at once."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from boardgames import deadlines as game_deadlines
from campaigns.models import Absence, Area, Deadlines, MapPicture, StandIn, Unanswered, WordLaidBy
from campaigns.scenes import days
from characters.ledger.posting import post
from characters.models import Alliance, Base, Whereabouts
from tests.boardgames.tables import dominate_table, play_dominate
from tests.campaigns.posts.writing import declare, say, thread
from tests.combat.war import plan


@pytest.fixture
def busy(db):
    """A war in which every room has something that waits."""
    at = dominate_table("alice", "bob", "novice")
    at.until("seat-1")
    at.game.term = game_deadlines.DAY
    at.game.save()
    found = at.war
    campaign, seats = found.campaign, found.seats
    Deadlines.objects.create(campaign=campaign, hours=24, unanswered=Unanswered.WORD)
    quay = Area.objects.create(campaign=campaign, name="부두", x=100, y=100, leyline="B", leyline_hidden=True)
    hill = Area.objects.create(campaign=campaign, name="언덕", x=300, y=200, hidden=True)
    hill.neighbours.add(quay)
    hill.known_to.add(seats["alice"])
    MapPicture.objects.create(campaign=campaign, kind="image/png", data=b"x")
    Base.objects.create(area=quay, character=found.emi)
    for who, where in ((found.saber, quay), (found.lancer, hill), (found.emi, quay)):
        Whereabouts.objects.create(character=who, area=where, shown=who != found.emi)
    Alliance.objects.create(campaign=campaign, secret=True).members.set([found.saber, found.lancer])
    Alliance.objects.create(campaign=campaign).members.set([found.saber, found.emi])
    for _ in range(3):
        days.new_scene(campaign, state="open", signs_up=True)
    days.new_scene(campaign, state="announced", signs_up=True)
    post(found.saber, {"mp": -90}, by=None, cause="fight")
    found.fight("둘째 결투")
    plan(found.fight("첫 결투"), found.saber, found.lancer, ("smash",))
    place, aside = thread(found), thread(found, "뒷골목", among=("bob",))
    for who in ("alice", "bob"):
        declare(place, found, who)
    say(place, found, "gm", "무엇을 합니까?", "narration", asks=("alice", "bob"))
    say(aside, found, "gm", "혼자서?", "narration", asks=("bob",))
    WordLaidBy.objects.create(seat=seats["alice"], text="지킨다.", character=found.saber.code)
    now = timezone.localdate()
    Absence.objects.create(seat=seats["bob"], start=now, end=now + timedelta(days=3), note="시험")
    StandIn.objects.create(absent=seats["bob"], who=seats["alice"], by=seats["gm"].user)
    return found


@pytest.mark.parametrize("who", ["gm", "alice", "bob", "eve"])
@pytest.mark.parametrize("page", ["board/", "deadlines/"])
@pytest.mark.parametrize("later", [0, 30], ids=["in time", "all of it late"])
def test_a_page_that_asks_every_room_takes_few_queries(busy, django_assert_max_num_queries, who, page, later):
    client = busy.client(who)
    with time_machine.travel(timezone.now() + timedelta(days=later)):
        client.get(busy.address(page))  # what is late lapses, and logs are folded
        with django_assert_max_num_queries(15):
            answer = client.get(busy.address(page))
    assert answer.status_code == 200


def test_games_do_not_add_up(busy, django_assert_max_num_queries):
    for _ in range(3):
        game = play_dominate(busy, "bob", "alice", "novice")
        game.term = game_deadlines.DAY
        game.save()
        busy.fight("또 하나")
    client = busy.client("alice")
    client.get(busy.address("deadlines/"))
    with django_assert_max_num_queries(15):
        assert client.get(busy.address("deadlines/")).status_code == 200
