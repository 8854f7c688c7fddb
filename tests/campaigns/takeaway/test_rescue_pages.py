"""Rescue files on their pages: made by the worker, kept, taken away; and wars made of them again."""

import io
import os
import time
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign, User
from campaigns.takeaway import jobs, keeping, tables
from campaigns.takeaway.tasks import read_rescue, rescue_all, rescue_one, write_rescue
from tests.campaigns.table import PASSWORD, client_of, war


@pytest.fixture
def table(db, settings, tmp_path, monkeypatch):
    settings.VAR = tmp_path
    found = war()
    found.sent = []
    for task in (write_rescue, read_rescue, rescue_one):
        monkeypatch.setattr(
            task, "apply_async", lambda args=(), kwargs=None, it=task, **_: found.sent.append((it, tuple(args)))
        )
    found.gm_page = client_of(found.gm.user)
    return found


def work(table):
    """The worker does what was handed to it."""
    while table.sent:
        task, args = table.sent.pop(0)
        task(*args)


def rescue_page(table):
    return table.gm_page.get(reverse("rescue", args=(table.code,)))


def test_the_gm_has_one_made_and_takes_it_away(table):
    assert table.gm_page.post(reverse("rescue", args=(table.code,))).status_code == 302
    waiting = rescue_page(table)
    assert "every 1s" in waiting.text and not waiting.context["files"]
    work(table)
    done = rescue_page(table)
    assert "every 1s" not in done.text and done["Cache-Control"]
    (kept,) = done.context["files"]
    answer = table.gm_page.get(reverse("rescue-file", args=(table.code, kept.name)))
    data = b"".join(answer.streaming_content)
    assert zipfile.ZipFile(io.BytesIO(data)).testzip() is None
    assert "no-store" in answer["Cache-Control"] and "attachment" in answer["Content-Disposition"]


def test_a_rescue_file_is_named_by_the_day_that_it_is_at_the_table(table):
    with time_machine.travel(datetime(2026, 11, 30, 23, 5, tzinfo=UTC), tick=False):
        kept = keeping.make(table.campaign, "hand")
        answer = table.gm_page.get(reverse("rescue-file", args=(table.code, kept.name)))
        assert kept.name[5:20] == "20261130-230500" and "2026. 12. 1. 08:05" in rescue_page(table).text
    assert "-20261201-080500.zip" in answer["Content-Disposition"]


def test_a_page_that_stands_gets_its_own_part_alone(table):
    table.gm_page.post(reverse("rescue", args=(table.code,)))
    part = table.gm_page.get(reverse("rescue-state", args=(table.code,)), headers={"HX-Request": "true"})
    assert part.text.startswith('<div id="rescue"') and "<html" not in part.text


@pytest.mark.parametrize("who", ["alice", "eve", "assistant"])
def test_nobody_else_gets_a_rescue_file(table, who):
    keeping.make(table.campaign, "hand")
    name = keeping.files(table.campaign)[0].name
    client = client_of(getattr(table, who).user)
    for page in ("rescue", "rescue-state"):
        assert client.get(reverse(page, args=(table.code,))).status_code == 403
    assert client.get(reverse("rescue-file", args=(table.code, name))).status_code == 403


def test_a_file_of_another_war_is_not_found(table):
    other = Campaign.objects.create(name="Elsewhere")
    kept = keeping.make(other, "hand")
    assert table.gm_page.get(reverse("rescue-file", args=(table.code, kept.name))).status_code == 404
    for name in ("x", "night-1", "hand-20260101-000000-0000000g"):
        assert table.gm_page.get(f"/c/{table.code}/rescue/{name}.zip").status_code == 404


def test_nights_keep_ten_and_only_what_is_new(table, monkeypatch):
    assert keeping.make(table.campaign, "night") is not None
    assert keeping.make(table.campaign, "night") is None, "nothing has changed"
    monkeypatch.setattr(keeping, "_same", lambda *_: False)
    for _ in range(11):
        keeping.make(table.campaign, "night")
    for _ in range(4):
        keeping.make(table.campaign, "hand")
    kept = keeping.files(table.campaign)
    assert [sum(file.by_night for file in kept), sum(not file.by_night for file in kept)] == [10, 3]
    assert all(path.stat().st_mode & 0o077 == 0 for path in keeping.folder(table.campaign).iterdir())


def test_the_newest_of_one_second_is_kept(table):
    with time_machine.travel(timezone.now(), tick=False):
        made = [keeping.make(table.campaign, "hand") for _ in range(6)]
    assert keeping.files(table.campaign) == made[:2:-1]


def test_every_war_has_its_night(table):
    Campaign.objects.create(name="Elsewhere")
    rescue_all()
    assert len(table.sent) == 2
    work(table)
    assert [len(keeping.files(campaign)) for campaign in Campaign.objects.all()] == [1, 1]
    rescue_one(10**6)


def test_a_file_that_could_not_be_written_leaves_nothing_behind(table, monkeypatch):
    table.gm_page.post(reverse("rescue", args=(table.code,)))
    monkeypatch.setattr("campaigns.takeaway.rescue.write", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        work(table)
    assert 'role="alert"' in rescue_page(table).text
    assert list(keeping.folder(table.campaign).iterdir()) == []


def test_whoever_takes_the_file_is_named_where_it_shows_what_was_covered(table, monkeypatch):
    said = []
    monkeypatch.setattr(tables, "TAKEN", [lambda campaign, by: said.append((campaign, by))])
    monkeypatch.setattr("campaigns.takeaway.views.rescuing.TAKEN", tables.TAKEN)
    kept = keeping.make(table.campaign, "hand")
    table.gm_page.get(reverse("rescue-file", args=(table.code, kept.name)))
    assert said == [(table.campaign, table.gm.user)]


def restored(table, data: bytes, client=None):
    client = client or table.gm_page
    shown = client.post("/restore/", {"file": upload(data)})
    if shown.status_code != 200:
        return shown
    assert client.post("/restore/", {"token": shown.context["token"]}).url == "/restore/state/"
    work(table)
    return client.get("/restore/state/")


def upload(data: bytes) -> io.BytesIO:
    file = io.BytesIO(data)
    file.name = "war.zip"
    return file


def file_of(campaign: Campaign) -> bytes:
    kept = keeping.make(campaign, "hand")
    return keeping.path_of(campaign, kept.name).read_bytes()


def test_somebody_with_a_sign_in_restores_a_war_and_becomes_its_gm(table):
    shown = table.gm_page.post("/restore/", {"file": upload(file_of(table.campaign))})
    assert shown.context["here"] and "Harbour" in shown.text and Campaign.objects.count() == 1
    done = restored(table, file_of(table.campaign), client_of(table.stranger))
    copy = Campaign.objects.exclude(pk=table.campaign.pk).get()
    assert reverse("people", args=(copy.code,)) in done.text
    assert copy.seats.get(role="gm").user == table.stranger
    assert sorted(copy.seats.values_list("user__nickname", flat=True)) == [
        "alice",
        "assistant",
        "bob",
        "eve",
        "stranger",
    ]
    assert not list((Path(keeping.root()) / "arrivals").glob(f"{table.stranger.pk}-*"))


def test_who_has_no_sign_in_opens_no_war_this_way_either(table):
    assert client_of(table.alice.user).get("/restore/").url == "/account/"
    assert client_of(None).get("/restore/").status_code == 302


@pytest.mark.parametrize("data", [b"", b"nothing", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_rescue_file_is_refused_at_once(table, data):
    answer = restored(table, data)
    assert answer.status_code == 422 and 'role="alert"' in answer.text


def test_a_file_that_does_not_fit_is_refused_with_the_place(table):
    data = io.BytesIO(file_of(table.campaign))
    out = io.BytesIO()
    with zipfile.ZipFile(data) as old, zipfile.ZipFile(out, "w") as new:
        for each in old.namelist():
            changed = b"{" if each == "tables/campaigns.Seat.jsonl" else old.read(each)
            new.writestr(each, changed)
    answer = restored(table, out.getvalue())
    assert "tables/campaigns.Seat.jsonl:1" in answer.text and Campaign.objects.count() == 1


def test_nobody_restores_what_somebody_else_brought(table):
    shown = table.gm_page.post("/restore/", {"file": upload(file_of(table.campaign))})
    answer = client_of(table.stranger).post("/restore/", {"token": shown.context["token"]})
    assert answer.status_code == 422 and not table.sent
    for token in ("../x", "\x00", "a" * 32):
        assert table.gm_page.post("/restore/", {"token": token}).status_code == 422


def test_what_was_brought_and_left_is_cleared_after_a_day(table):
    token = keeping.arrived(table.gm.user_id, io.BytesIO(b"x"))
    path = keeping.arrival(table.gm.user_id, token)
    os.utime(path, (time.time() - 90_000,) * 2)
    keeping.clear_arrivals()
    assert keeping.arrival(table.gm.user_id, token) is None


def test_two_taps_restore_one_war(table):
    shown = table.gm_page.post("/restore/", {"file": upload(file_of(table.campaign))})
    for _ in range(2):
        table.gm_page.post("/restore/", {"token": shown.context["token"]})
    work(table)
    assert Campaign.objects.count() == 2


def test_without_cache_and_worker_the_page_says_so(table, monkeypatch):
    def down(*_):
        raise jobs.jobs.Unreachable

    monkeypatch.setattr(jobs.WRITING, "begin", down)
    assert table.gm_page.post(reverse("rescue", args=(table.code,))).status_code == 503


def test_the_commands_write_and_restore(table, tmp_path, capsys):
    path = tmp_path / "war.zip"
    call_command("rescue", table.code, to=path)
    User.objects.create_user("keeper", PASSWORD, nickname="새 진행자")
    call_command("restore", path, gm="keeper")
    assert Campaign.objects.count() == 2
    assert Campaign.objects.last().seats.get(role="gm").user.nickname == "새 진행자"
    call_command("rescue")
    with pytest.raises(CommandError):
        call_command("rescue", "nowhere")
    with pytest.raises(CommandError):
        call_command("restore", path, gm="nobody")
    path.write_bytes(b"x")
    with pytest.raises(CommandError):
        call_command("restore", path, gm="keeper")


def test_the_page_asks_little(table, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        rescue_page(table)
