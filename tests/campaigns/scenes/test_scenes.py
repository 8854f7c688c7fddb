"""Days and scenes: the GM opens them, everybody sees what is on and what to do next."""

import re
from types import SimpleNamespace

import pytest
from django.urls import reverse

from campaigns.models import Scene
from campaigns.scenes import days, eye, signing
from campaigns.scenes.naming import when
from campaigns.scenes.now import current, newest
from tabletop.game import Illegal
from tests.campaigns.table import client_of, sit, war
from tests.pages import lasting


@pytest.fixture
def table(db: None) -> SimpleNamespace:
    return war()


def address(table: SimpleNamespace, name: str, *more: str) -> str:
    return reverse(name, args=(table.code, *more))


def shown(table: SimpleNamespace, who: str, name: str, *more: str) -> str:
    return client_of(getattr(table, who).user).get(address(table, name, *more)).content.decode()


def fill(**said: object) -> dict[str, object]:
    return {"address": "0123456789", "day": "new", "light": "night", "state": "open", **said}


# ---- the GM's time


def test_the_first_scene_makes_the_first_day(table):
    scene = days.new_scene(table.campaign, light="night")
    assert (scene.day.number, scene.number, scene.state) == (1, 1, "announced")
    assert [step.kind for step in scene.steps.all()] == ["start", "declare", "result", "end"]


def test_a_scene_begins_with_the_steps_of_the_one_before(table):
    first = days.new_scene(table.campaign)
    first.steps.filter(kind="result").delete()
    first.steps.create(number=9, name="소집")
    second = days.new_scene(table.campaign)
    assert [(step.kind, step.name) for step in second.steps.all()] == [
        ("start", ""), ("declare", ""), ("end", ""), ("own", "소집"),
    ]  # fmt: skip


def test_the_newest_open_scene_is_on(table):
    one, two = days.new_scene(table.campaign, state="open"), days.new_scene(table.campaign, state="open")
    assert current(table.campaign.pk) == two
    days.close_scene(two)
    assert current(table.campaign.pk) == one and newest(table.campaign) == two
    days.close_scene(one)
    assert current(table.campaign.pk) is None


def test_a_scene_is_closed_once_and_may_be_opened_again(table):
    scene = days.new_scene(table.campaign, state="open")
    assert days.close_scene(scene).state == "closed"
    assert days.close_scene(scene) == Illegal("not_open", "format")
    again = days.open_scene(scene)
    assert again.is_open and again.closed_at is None


def test_others_follow_the_first_opening_only(table, monkeypatch):
    followed = []
    monkeypatch.setattr(days, "OPENED", [followed.append])
    scene = days.new_scene(table.campaign, state="open")
    days.close_scene(scene)
    days.open_scene(scene)
    assert followed == [scene]


def test_what_is_planned_is_the_tables(table):
    scene = days.new_scene(table.campaign, state="planned", title="배신의 밤")
    assert scene in eye.scenes(table.gm) and scene not in eye.scenes(table.alice)
    assert days.announce(scene).state == "announced"
    assert days.announce(scene) == Illegal("not_planned", "format")
    assert scene in eye.scenes(table.eve)


# ---- the pages


def test_the_gm_opens_a_scene_in_one_form(table):
    client = client_of(table.gm.user)
    answer = client.post(address(table, "scenes"), fill(day_name="사흘째", part="삼경", title="안개"))
    scene = Scene.objects.get()
    assert answer["location"] == address(table, "scene", scene.code)
    assert (when(scene), scene.title, scene.is_open) == ("사흘째 삼경", "안개", True)


def test_a_double_tap_is_one_scene_and_one_day(table):
    client = client_of(table.gm.user)
    for _ in range(2):
        assert client.post(address(table, "scenes"), fill()).status_code == 302
    assert table.campaign.scenes.count() == table.campaign.days.count() == 1


@pytest.mark.parametrize(
    "wrong", [{"title": "밤\u202e"}, {"cap": "-1"}, {"cap": "9" * 30}, {"light": "x"}, {"part": "a\x00"}]
)
def test_what_cannot_be_read_is_said_at_its_place(table, wrong):
    answer = client_of(table.gm.user).post(address(table, "scenes"), fill(**wrong))
    assert answer.status_code == 422 and not Scene.objects.exists()


def test_players_read_the_scene_and_make_none(table):
    scene = days.new_scene(table.campaign, state="open", title="부두의 안개")
    page = shown(table, "alice", "scene", scene.code)
    assert "부두의 안개" in page and "장면 닫기" not in page and "선언" in page
    assert client_of(table.alice.user).post(address(table, "scenes"), fill()).status_code == 403


def test_the_whole_line_of_what_is_to_be_done_leads_there_and_no_markup_is_read_aloud(table):
    scene = days.new_scene(table.campaign, state="open", signs_up=True)
    for page in (shown(table, "alice", "war-board"), shown(table, "alice", "scene", scene.code)):
        (line,) = re.findall(r'<ol class="todo"><li>(.*?)</li>', page, re.S)
        assert line.startswith('<a class="todo-way" href=') and line.rstrip().endswith("</a>") and "<b>" in line
        assert "aria-label" not in line and "&lt;b&gt;" not in page


def test_the_gm_ticks_the_checklist(table):
    scene = days.new_scene(table.campaign, state="open")
    step = scene.steps.first()
    client = client_of(table.gm.user)
    for _ in range(2):
        client.post(address(table, "scene-tick", scene.code, step.code), {"done": "1"})
    step.refresh_from_db()
    assert step.done_at is not None and step.done_by == table.gm.user
    client.post(address(table, "scene-tick", scene.code, step.code), {"done": "0"})
    step.refresh_from_db()
    assert step.done_at is None and step.done_by is None


def test_the_checklist_is_the_gms_own(table):
    scene = days.new_scene(table.campaign, state="open")
    start, declare, result, end = scene.steps.all()
    client_of(table.gm.user).post(
        address(table, "scene-steps", scene.code),
        {
            f"place.{start.code}": "3", f"name.{start.code}": "소집",
            f"place.{declare.code}": "1", f"name.{declare.code}": "",
            f"remove.{result.code}": "on",
            f"place.{end.code}": "9",
            "name.new": "정찰",
        },
    )  # fmt: skip
    assert [(step.kind, step.name) for step in scene.steps.all()] == [
        ("declare", ""), ("start", "소집"), ("end", ""), ("own", "정찰"),
    ]  # fmt: skip


def test_a_step_nobody_can_read_changes_nothing(table):
    scene = days.new_scene(table.campaign, state="open")
    answer = client_of(table.gm.user).post(address(table, "scene-steps", scene.code), {"name.new": "\u202e"})
    assert answer.status_code == 422 and scene.steps.count() == 4


def test_a_stale_screen_is_told_how_the_scene_stands(table):
    scene = days.new_scene(table.campaign, state="open")
    client = client_of(table.gm.user)
    act = address(table, "scene-act", scene.code)
    assert client.post(act, {"do": "close"}).status_code == 302
    again = client.post(act, {"do": "close"})
    assert again.status_code == 409 and "이미" in again.content.decode()


# ---- signing up


def test_who_comes_first_takes_part(table):
    scene = days.new_scene(table.campaign, signs_up=True, cap=1, state="open")
    client = client_of(table.bob.user)
    for _ in range(2):
        assert client.post(address(table, "scene-sign", scene.code)).status_code == 302
    client_of(table.alice.user).post(address(table, "scene-sign", scene.code))
    lists = signing.signed_up(scene)
    assert lists.inside == (table.bob,) and lists.waiting == (table.alice,)
    client.post(address(table, "scene-sign", scene.code), {"off": "1"})
    scene = Scene.objects.get()
    assert signing.signed_up(scene).inside == (table.alice,)


def test_nobody_signs_up_where_nobody_has_to_or_when_it_is_over(table):
    scene = days.new_scene(table.campaign)
    assert signing.sign_up(scene, table.alice) == Illegal("no_sign_up", "format")
    over = days.new_scene(table.campaign, signs_up=True, state="open")
    days.close_scene(over)
    assert signing.sign_up(over, table.alice) == Illegal("scene_closed", "format")
    on = days.new_scene(table.campaign, signs_up=True, state="open")
    assert signing.sign_up(on, table.eve) == Illegal("only_players", "format")
    assert client_of(table.eve.user).post(address(table, "scene-sign", on.code)).status_code == 409


def test_a_seat_that_is_handed_over_keeps_its_place(table):
    from campaigns import seats

    scene = days.new_scene(table.campaign, signs_up=True, state="open")
    signing.sign_up(scene, table.alice)
    carol = sit(table.campaign, "carol", "spectator")
    seats.hand_over(table.alice, carol.user)
    assert [seat.user for seat in signing.signed_up(scene).inside] == [carol.user]


# ---- secrets and costs


@pytest.mark.parametrize("who", ["alice", "eve"])
def test_a_planned_scene_leaves_no_trace(table, who):
    """I-6."""
    on = days.new_scene(table.campaign, state="open")
    pages = [("scenes",), ("scene", on.code), ("war-board",)]
    before = [lasting(shown(table, who, *page)) for page in pages]
    hidden = days.new_scene(
        table.campaign, state="planned", title="배신의 밤", day=days.new_day(table.campaign, "끝날")
    )
    assert [lasting(shown(table, who, *page)) for page in pages] == before
    client = client_of(getattr(table, who).user)
    assert client.get(address(table, "scene", hidden.code)).status_code == 404
    assert client.post(address(table, "scene-sign", hidden.code)).status_code == 404


def test_the_pages_cost_the_same_however_long_the_war_is(table, django_assert_max_num_queries):
    for _ in range(12):
        scene = days.new_scene(table.campaign, state="open", signs_up=True)
        signing.sign_up(scene, table.alice)
    for who in ("gm", "alice"):
        client = client_of(getattr(table, who).user)
        for page in (address(table, "scenes"), address(table, "scene", scene.code), address(table, "war-board")):
            with django_assert_max_num_queries(15):
                assert client.get(page).status_code == 200
