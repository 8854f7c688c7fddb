"""The board while it is open: what a write changes comes to whom it concerns, and nothing to anybody else (I-8, I-6)."""

from datetime import timedelta

import pytest
import time_machine

from campaigns.models import Area, Deadlines, NoAnswer, Seat
from campaigns.scenes import days
from campaigns.scenes import live as board
from characters.ledger.posting import post
from characters.models import Alliance
from combat.deadlines import settle
from combat.models import Fight
from tabletop import live
from tabletop.fragments import changed, everything
from tests.campaigns.posts.writing import declare, say, thread
from tests.combat.war import plan, war


@pytest.fixture
def table(db):
    found = war()
    Area.objects.create(campaign=found.campaign, name="부두", x=100, y=100)
    return found


def drawn(table, who):
    seat = Seat.objects.select_related("campaign").get(pk=table.seats[who].pk)
    return live.draw(board.audience(seat, "ko"))


def differs(table, who, do):
    before = drawn(table, who)
    do()
    return set(changed(before, drawn(table, who)))


def test_the_page_and_the_first_frame_are_the_same_bytes(table):
    days.new_scene(table.campaign, state="open")
    for who in table.seats:
        page = table.client(who).get(table.address("board/")).text
        assert all(html in page for html in everything(drawn(table, who)).values())


def test_a_scene_that_opens_comes_to_everybody(table):
    assert "board-when" in differs(table, "eve", lambda: days.new_scene(table.campaign, state="open"))


def test_a_declaration_comes_as_something_that_waits(table):
    place = thread(table)
    assert differs(table, "bob", lambda: declare(place, table, "alice")) == {"board-next"}


def test_what_is_hidden_comes_only_to_whom_it_concerns(table):
    def hurt():
        post(table.saber, {"mp": -90}, by=None, cause="fight")

    before = {who: drawn(table, who) for who in table.seats}
    hurt()
    told = {who for who in table.seats if changed(before[who], drawn(table, who))}
    assert told == {"gm", "hana", "alice"}


def test_a_secret_alliance_and_a_hidden_area_move_nothing_for_others(table):
    def conspire():
        Alliance.objects.create(campaign=table.campaign, secret=True).members.set([table.saber, table.emi])
        Area.objects.create(campaign=table.campaign, name="지하", hidden=True)
        say(thread(table, among=("bob",)), table, "gm", "무엇을?", "narration", asks=("bob",))

    assert differs(table, "eve", conspire) == set()


def test_a_write_in_the_war_is_told_to_its_board_and_a_look_is_not(table, monkeypatch):
    said = []
    monkeypatch.setattr(board.live, "publish", lambda topic, seats: said.append(topic))
    gm = table.client("gm")
    gm.get(table.address("board/"))
    gm.post(table.address("scenes/"), {"day": "new", "light": "night"})
    assert board.topic(table.campaign.code) in said


@pytest.mark.parametrize(
    ("path", "is_told"),
    [
        ("scenes/abc/sign/", True),
        ("threads/abc/write/", True),
        ("fights/new/", True),
        ("fights/abc/moves/", True),
        ("fights/abc/write-back/", True),
        ("fights/abc/plans/saber/queued/", True),
        ("fights/abc/plans/saber/app/", True),
        ("fights/abc/plans/saber/", False),
        ("fights/abc/plans/saber/draft/", False),
        ("games/abc/move/", False),
        ("threads/abc/draft/", False),
        ("threads/abc/preview/", False),
    ],
)
def test_moves_of_board_games_and_drafts_are_none_of_its_business(path, is_told):
    assert bool(board.WRITTEN.match(f"/c/abc123/{path}")) is is_told


def test_who_has_handed_in_is_told_to_all_and_what_lies_in_it_to_nobody(table):
    fight = table.fight(slots_per_round=3)
    before = {who: drawn(table, who) for who in table.seats}
    plan(fight, table.saber, table.lancer, ("smash", "smash", "counter"))
    sealed = {who: drawn(table, who) for who in table.seats}
    assert all(set(changed(before[who], sealed[who])) == {"board-next"} for who in table.seats)
    assert "alice" in everything(before["eve"])["board-next"]
    assert "alice" not in everything(sealed["eve"])["board-next"]
    plan(fight, table.saber, table.lancer, ("counter", "onslaught", ""))
    assert {who: drawn(table, who) for who in table.seats} == sealed


def test_of_two_plans_the_first_is_told_to_the_open_boards(table, monkeypatch):
    fight, said = table.fight(slots_per_round=3), []
    at = table.address(f"fights/{fight.code}/plans/{table.saber.code}/")
    monkeypatch.setattr(board.live, "publish", lambda topic, seats: said.append(topic))
    for card in ("smash", "counter"):
        laid = {"round": 1, f"a-1-{table.lancer.code}": card}
        assert table.client("alice").post(at, laid).status_code == 302
    assert Fight.objects.get(pk=fight.pk).record.seq == 2
    assert said.count(board.topic(table.campaign.code)) == 1


def test_a_plan_that_was_late_is_told_to_the_open_boards(table, monkeypatch, django_capture_on_commit_callbacks):
    fight = table.fight()
    said = []
    rules = Deadlines.objects.create(campaign=table.campaign, hours=1, no_answer=NoAnswer.PASS)
    fight = Fight.objects.select_related("campaign", "record").get(pk=fight.pk)
    monkeypatch.setattr(board.live, "publish", lambda topic, seats: said.append(topic))
    with django_capture_on_commit_callbacks(execute=True), time_machine.travel(fight.at + timedelta(hours=200)):
        settle(fight, rules)
    assert board.topic(table.campaign.code) in said


def test_who_left_the_table_gets_nothing_more(table):
    from django.utils import timezone

    Seat.objects.filter(pk=table.seats["eve"].pk).update(removed_at=timezone.now())
    assert drawn(table, "eve") == {}


def test_a_bus_that_is_down_costs_no_write(table, settings, monkeypatch):
    from redis import RedisError

    class Down:
        def publish(self, *_said):
            raise RedisError("down")

    monkeypatch.setattr(live, "_publisher", Down)
    answer = table.client("gm").post(table.address("scenes/"), {"day": "new", "light": "night", "state": "open"})
    assert answer.status_code == 302
