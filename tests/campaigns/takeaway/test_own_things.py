"""Everything of one's own in one ZIP, and nothing of anybody else's."""

import io
import json
import zipfile
from datetime import UTC, datetime

import pytest
from django.urls import reverse
from msgspec.structs import replace

from campaigns.models import Audience, Post, PostReader, Thread
from characters import sheets
from characters.sheet import Skill, Who
from tests.campaigns.table import client_of
from tests.campaigns.takeaway.test_session_log import post
from tests.combat.war import battle, plan, war


@pytest.fixture
def at_table(db):
    found = war()
    gm, bob = found.seats["gm"], found.seats["bob"]
    curse = Skill(id="curse", name="진행자의 저주", who=Who.GM)
    sheets.change(
        found.saber, lambda s: replace(s, true_name="로엔", notes="배신", skills=(curse,)), gm.user, "written"
    )
    sheets.change(found.lancer, lambda s: replace(s, true_name="남의 진명"), bob.user, "written")
    return found


@pytest.fixture
def told(at_table):
    gm, alice, bob = (at_table.seats[name] for name in ("gm", "alice", "bob"))
    thread = Thread.objects.create(campaign=at_table.campaign, title="부두", seat=gm)
    post(thread, alice, "내 말")
    post(thread, alice, "내 봉인한 말", sealed=True)
    whisper = post(thread, bob, "남의 귓속말", audience=Audience.NAMED)
    PostReader.objects.create(post=whisper, seat=alice)
    post(thread, bob, "남의 말")
    battle(at_table)
    running = at_table.fight("물가의 결투", slots_per_round=7)
    plan(running, at_table.saber, at_table.lancer, ("counter", "", "", "", "", "", ""))
    return at_table


def own(war, who) -> dict[str, bytes]:
    answer = client_of(war.seats[who].user).get(reverse("own-things", args=(war.campaign.code,)))
    assert answer.status_code == 200 and "no-store" in answer["Cache-Control"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_days_in_what_is_taken_along_are_those_of_the_table(told):
    Post.objects.filter(text="내 말").update(at=datetime(2026, 11, 30, 23, 5, tzinfo=UTC))
    assert "[부두] 2026. 12. 1. 08:05\n내 말" in own(told, "alice")["posts.txt"].decode()


def test_a_player_takes_along_what_is_his(told):
    mine = own(told, "alice")
    assert [row["text"] for row in json.loads(mine["posts.json"])] == ["내 말", "내 봉인한 말"]
    assert "로엔" in mine["sheets/1.txt"].decode() and "로엔" in mine["sheets/1.ccfolia.json"].decode()
    plans = json.loads(mine["plans.json"])
    assert [(row["fight"], row["combatant"]) for row in plans] == [("부두의 결투", told.saber.code)]
    assert plans[0]["seal"]["salt"] and len(plans[0]["slots"]) == 7


def test_nothing_of_others_is_in_it(told):
    text = "".join(data.decode(errors="replace") for data in own(told, "alice").values())
    for word in ("남의 귓속말", "남의 말", "남의 진명", "배신", "진행자의 저주", "물가의 결투"):
        assert word not in text, word


def test_who_only_watches_has_nothing(told):
    client = client_of(told.seats["eve"].user)
    answer = client.get(reverse("own-things", args=(told.campaign.code,)), follow=True)
    assert answer.redirect_chain and "내 것이 아직 없습니다" in answer.text, "a ZIP of nothing looks broken"


def test_what_others_hide_changes_no_byte(told):
    before = own(told, "alice")
    sheets.change(told.lancer, lambda s: replace(s, secret="다른 비밀", hp=1), None, "written")
    sheets.change(told.saber, lambda s: replace(s, notes="다른 말"), None, "written")
    told.campaign.posts.filter(seat=told.seats["bob"]).update(text="anders", html="<p>anders</p>")
    assert own(told, "alice") == before
