"""The pages about time: what everybody reads, what the GM settles, how somebody wants to be reminded."""

import json
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from campaigns.arrivals import digest
from campaigns.models import Absence, Deadlines, MailAddress, Mute, PushDevice, Reminder, StandIn
from campaigns.reminders import owing, tasks
from campaigns.reminders.absences import AHEAD, today
from tests.campaigns.reminders.debts import debt, owe, rules
from tests.campaigns.reminders.test_outside import WEBHOOK
from tests.campaigns.reminders.test_ways import Browser
from tests.campaigns.table import client_of
from tests.combat.war import text_of


@pytest.fixture(autouse=True)
def _nothing_owed(monkeypatch):
    monkeypatch.setattr(owing, "SOURCES", [])


def get(table, who, rest="deadlines/"):
    answer = client_of(getattr(table, who).user).get(f"/c/{table.code}/{rest}")
    assert answer.status_code == 200
    return text_of(answer)


def post(table, sender, rest, /, **fields):
    return client_of(getattr(table, sender).user).post(f"/c/{table.code}/deadlines/{rest}", fields)


# ---- who is waited for


def test_everybody_reads_who_is_waited_for_and_until_when(table, monkeypatch):
    rules(table)
    owe(monkeypatch, debt(table, "alice", "bob", since=timezone.now()))
    page = get(table, "eve")
    assert "부두의 결투, 1라운드에 낼 판정패" in page and "alice, bob" in page


def test_a_deadline_that_is_over_says_so(table, monkeypatch):
    rules(table)
    owe(monkeypatch, debt(table, "alice"))
    assert "지남" in get(table, "eve")


@pytest.mark.parametrize("who", ["eve", "bob", "assistant", "gm"])
@pytest.mark.parametrize("rest", ["deadlines/", ""])
def test_what_is_hidden_changes_no_byte_for_anybody_else(table, monkeypatch, who, rest):
    rules(table)
    public = debt(table, "bob")
    owe(monkeypatch, public)
    before = get(table, who, rest)
    owe(monkeypatch, public, debt(table, "alice", key="post:x", kind="post", title="비밀 동맹", public=False))
    assert get(table, who, rest) == before
    assert "비밀" not in get(table, "alice", rest)  # and its title is told to nobody


def test_who_owes_it_reads_that_something_waits_but_not_for_whom_else(table, monkeypatch):
    rules(table)
    owe(monkeypatch, debt(table, "alice", "bob", key="post:x", kind="post", public=False))
    page = get(table, "alice").partition("차례인 사람")[2].partition("부재")[0]
    assert "기다리는 일이 있습니다" in page and "alice" in page and "bob" not in page


def test_a_page_takes_few_queries_however_much_is_owed(table, monkeypatch, django_assert_max_num_queries):
    rules(table)
    owe(monkeypatch, *(debt(table, "alice", "bob", key=str(number)) for number in range(40)))
    client = client_of(table.gm.user)
    for rest in ("deadlines/", "deadlines/rules/", ""):
        with django_assert_max_num_queries(25 if not rest else 15):
            client.get(f"/c/{table.code}/{rest}")


# ---- absences


def dates(start=0, end=3):
    day = timezone.localdate()
    return {"start": (day + timedelta(start)).isoformat(), "end": (day + timedelta(end)).isoformat()}


def test_a_note_is_read_by_all_on_the_cover_beside_the_name(table):
    assert post(table, "alice", "absence/", note="시험 기간", **dates(-1)).status_code == 302
    for who in ("gm", "bob", "eve"):
        assert "시험 기간" in get(table, who, "")
        assert "시험 기간" in get(table, who)
    assert "시험 기간" in get(table, "gm", "people/")


def test_a_note_that_has_not_begun_is_not_beside_the_name_yet(table):
    post(table, "alice", "absence/", note="나중에", **dates(2, 4))
    assert "나중에" not in get(table, "bob", "") and "나중에" in get(table, "bob")


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"start": "x", "end": "y"},
        dates(3, 1),
        dates(-5, -3),
        dates(0, 900),
        {"start": "9999-12-31", "end": "9999-12-31"},
        {**dates(), "note": "a\0b"},
        {**dates(), "note": "x" * 121},
        {**dates(), "note": "\u200b\u200b"},
    ],
)
def test_days_that_are_none_are_refused_at_their_place(table, fields):
    answer = post(table, "alice", "absence/", **fields)
    assert answer.status_code == 422 and not Absence.objects.exists()


def test_a_double_tap_keeps_one_note_and_there_are_not_ever_more(table):
    for _ in range(2):
        post(table, "alice", "absence/", **dates())
    assert Absence.objects.count() == 1
    for number in range(1, AHEAD + 3):
        post(table, "alice", "absence/", **dates(number, number + 1))
    assert Absence.objects.count() == AHEAD


def test_only_the_owner_and_the_gm_take_a_note_away(table):
    post(table, "alice", "absence/", **dates())
    note = Absence.objects.get()
    assert [post(table, who, f"absence/{note.pk}/").status_code for who in ("bob", "eve", "assistant")] == [404] * 3
    assert post(table, "alice", f"absence/{note.pk}/").status_code == 302
    assert not Absence.objects.exists()


def test_the_day_is_that_of_the_campaign(table):
    rules(table, zone="Pacific/Auckland")
    with time_machine.travel("2026-11-30T12:00:00Z", tick=False):
        assert today(table.campaign).isoformat() == "2026-12-01"


# ---- stand-ins


def test_a_player_asks_the_other_accepts_and_the_gm_agrees(table):
    assert post(table, "alice", "stand-in/", who=table.bob.pk).status_code == 302
    row = StandIn.objects.get()
    assert (row.absent, row.who, row.agreed_at) == (table.alice, table.bob, None)
    assert "승낙하기" in get(table, "bob") and "승낙하기" not in get(table, "gm")
    post(table, "bob", f"stand-in/{row.pk}/", do="accept")
    assert "동의하기" in get(table, "gm") and "동의하기" not in get(table, "alice")
    post(table, "gm", f"stand-in/{row.pk}/", do="agree")
    row.refresh_from_db()
    assert row.acts
    assert "alice 대신 bob" in get(table, "eve") and "alice 대신 bob" in get(table, "eve", "log/")


def test_what_is_only_asked_is_read_by_the_three_it_concerns(table):
    before = get(table, "eve"), get(table, "assistant"), get(table, "eve", "log/")
    post(table, "alice", "stand-in/", who=table.bob.pk)
    assert (get(table, "eve"), get(table, "assistant"), get(table, "eve", "log/")) == before
    for who in ("alice", "bob", "gm"):
        assert "alice 대신 bob" in get(table, who)


def test_a_player_asks_for_himself_alone(table):
    assert post(table, "alice", "stand-in/", who=table.assistant.pk, absent=table.bob.pk).status_code == 422
    assert not StandIn.objects.exists()


@pytest.mark.parametrize("who", ["", "x", "999999", "alice", "eve", "gm"])
def test_somebody_who_cannot_stand_in_is_refused(table, who):
    wanted = getattr(table, who).pk if hasattr(table, who) else who
    assert post(table, "alice", "stand-in/", who=wanted).status_code == 422
    assert not StandIn.objects.exists()


def test_a_stranger_to_a_request_can_answer_nothing(table):
    post(table, "alice", "stand-in/", who=table.bob.pk)
    row = StandIn.objects.get()
    for who in ("eve", "assistant"):
        for do in ("accept", "agree", "end", "x"):
            assert post(table, who, f"stand-in/{row.pk}/", do=do).status_code == 404
    post(table, "alice", f"stand-in/{row.pk}/", do="accept")
    post(table, "bob", f"stand-in/{row.pk}/", do="agree")
    row.refresh_from_db()
    assert (row.accepted_at, row.agreed_at) == (None, None)


# ---- what the GM settles

SETTLED = {
    "hours": "24",
    "before": "12, 2",
    "quiet_from": "23:00",
    "quiet_to": "08:00",
    "zone": "Asia/Seoul",
    "no_answer": "pass",
    "unanswered": "word",
    "language": "ko",
}


def test_the_gm_settles_the_deadlines_and_everybody_reads_them(table):
    assert post(table, "gm", "rules/", **SETTLED).status_code == 302
    kept = Deadlines.objects.get()
    assert (kept.hours, kept.before, kept.no_answer, kept.origin) == (24, [12, 2], "pass", "http://testserver")
    assert "24시간" in get(table, "eve") and "23:00" in get(table, "eve")


@pytest.mark.parametrize(
    ("field", "given"),
    [
        ("hours", "0"),
        ("hours", "9999999999999"),
        ("hours", "soon"),
        ("before", "12; DROP"),
        ("before", "99999"),
        ("before", "1,2,3,4,5"),
        ("before", "0"),
        ("quiet_from", ""),
        ("quiet_to", "25:00"),
        ("zone", "Mars/Olympus"),
        ("zone", "../../etc/passwd"),
        ("no_answer", "lose"),
        ("language", "xx"),
        ("discord", "https://evil.test/api/webhooks/1/x"),
        ("discord", "http://127.0.0.1:6379/"),
        ("discord", "a\0b"),
    ],
)
def test_what_makes_no_sense_is_refused_at_its_place(table, field, given):
    answer = post(table, "gm", "rules/", **{**SETTLED, field: given})
    assert answer.status_code == 422 and not Deadlines.objects.exists()


def test_the_webhook_is_never_shown_again_and_stays_until_it_is_taken_away(table):
    post(table, "gm", "rules/", **SETTLED, discord=WEBHOOK)
    token = WEBHOOK.rpartition("/")[2]
    assert token not in get(table, "gm", "deadlines/rules/") and token not in get(table, "eve")
    post(table, "gm", "rules/", **SETTLED)
    assert Deadlines.objects.get().discord == WEBHOOK
    post(table, "gm", "rules/", **SETTLED, discord_off="on")
    assert Deadlines.objects.get().discord == ""


def test_the_channel_is_tried_out_once_a_minute(table, monkeypatch):
    handed = []
    monkeypatch.setattr("campaigns.reminders.views.rules.hand_out", lambda task, pk: handed.append(pk))
    post(table, "gm", "rules/", **SETTLED, discord=WEBHOOK)
    for _ in range(3):
        assert post(table, "gm", "discord/").status_code == 302
    assert handed == [Reminder.objects.get().pk]


def test_the_gm_reads_what_did_not_get_through_and_no_address(table):
    rules(table)
    MailAddress.objects.create(
        user=table.bob.user, address="bob@war.test", language="ko", origin="", token_hash="x", asked_at=timezone.now()
    )
    Reminder.objects.create(
        campaign=table.campaign,
        once="x",
        debt="fight:a:1",
        moment="asked",
        channel="mail",
        user=table.bob.user,
        state="failed",
        fault="refused",
        next_at=timezone.now(),
    )
    page = get(table, "gm", "deadlines/rules/")
    assert "bob · 전자우편" in page and "거절함" in page and "bob@war.test" not in page
    assert "받을 길을 정하지 않아 알릴 수 없는 사람" in page


# ---- how somebody wants to be reminded


def account(client):
    return text_of(client.get("/account/reminders/"))


def test_without_a_mail_server_the_page_says_so_and_takes_no_address(table):
    client = client_of(table.alice.user)
    assert "이 서버는 편지를 보내지 않습니다." in account(client)
    assert client.post("/account/reminders/", {"address": "a@war.test"}).status_code == 404


@pytest.fixture
def mailing(settings, monkeypatch):
    """The tokens that were mailed."""
    settings.MAILERS = {"default": {}}
    tokens = []
    monkeypatch.setattr(
        "campaigns.reminders.views.account.hand_out", lambda task, pk, token: tokens.append(token) or True
    )
    return tokens


def test_an_address_is_used_after_its_owner_has_said_yes(table, mailing):
    client = client_of(table.alice.user)
    client.post("/account/reminders/", {"address": "a@war.test"})
    link = f"/account/reminders/mail/{mailing[0]}/"
    assert Client().get(link).status_code == 200
    assert MailAddress.objects.get().confirmed_at is None  # a program that reads mail has looked
    assert Client().post(link).status_code == 200
    assert MailAddress.objects.get().confirmed_at
    assert "a@war.test(으)로 알림을 보냅니다." in account(client)


def test_another_address_must_say_yes_anew_and_the_old_link_is_dead(table, mailing):
    client = client_of(table.alice.user)
    for address in ("a@war.test", "b@war.test"):
        client.post("/account/reminders/", {"address": address})
    assert Client().post(f"/account/reminders/mail/{mailing[0]}/").status_code == 404
    kept = MailAddress.objects.get()
    assert (kept.address, kept.confirmed_at) == ("b@war.test", None)
    client.post("/account/reminders/", {"forget": "1"})
    assert not MailAddress.objects.exists()


def test_a_link_is_good_for_two_days(table, mailing):
    client_of(table.alice.user).post("/account/reminders/", {"address": "a@war.test"})
    MailAddress.objects.update(asked_at=timezone.now() - timedelta(days=2, minutes=1))
    assert Client().get(f"/account/reminders/mail/{mailing[0]}/").status_code == 404


@pytest.mark.parametrize(
    "address", ["", "x", "a@b", "a\0@war.test", "a@war.test\nBcc: b@war.test", "x" * 300 + "@a.test"]
)
def test_what_is_no_address_is_refused(table, mailing, address):
    assert client_of(table.alice.user).post("/account/reminders/", {"address": address}).status_code == 422
    assert mailing == []


def test_nobody_is_flooded_with_questions(table, mailing):
    cache.clear()
    client = client_of(table.alice.user)
    statuses = [client.post("/account/reminders/", {"address": f"{n}@war.test"}).status_code for n in range(8)]
    assert 429 in statuses and len(mailing) <= 5


def test_a_war_is_muted_and_heard_again(table):
    client = client_of(table.alice.user)
    for _ in range(2):
        client.post(f"/account/reminders/mute/{table.code}/")
    assert Mute.objects.get().user == table.alice.user
    client.post(f"/account/reminders/mute/{table.code}/", {"on": "1"})
    assert not Mute.objects.exists()


# ---- notifications


def subscription(**more):
    device = Browser().device()
    return {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}, **more}


def subscribe(client, told):
    return client.post("/account/reminders/push/", json.dumps(told), content_type="application/json").status_code


def test_a_browser_says_yes_and_no(table):
    client = client_of(table.alice.user)
    told = subscription()
    assert [subscribe(client, told) for _ in range(2)] == [204, 204]
    kept = PushDevice.objects.get()
    assert kept.user == table.alice.user
    assert client.post("/account/reminders/push/off/", {"endpoint": told["endpoint"]}).status_code == 204
    assert not PushDevice.objects.exists()


def test_a_browser_that_changes_hands_reminds_its_new_owner_only(table):
    told = subscription()
    subscribe(client_of(table.alice.user), told)
    subscribe(client_of(table.bob.user), told)
    assert PushDevice.objects.get().user == table.bob.user


def test_nobody_turns_off_the_browser_of_somebody_else(table):
    told = subscription()
    subscribe(client_of(table.alice.user), told)
    bob = client_of(table.bob.user)
    bob.post("/account/reminders/push/off/", {"endpoint": told["endpoint"]})
    bob.post("/account/reminders/push/off/", {"device": PushDevice.objects.get().pk})
    assert PushDevice.objects.exists()


def test_who_signs_out_is_not_notified_there_any_more(table):
    client = client_of(table.alice.user)
    subscribe(client, subscription())
    other = client_of(table.alice.user)
    subscribe(other, {**subscription(), "endpoint": "https://fcm.googleapis.com/other"})
    client.post("/logout/")
    assert PushDevice.objects.get().endpoint.endswith("other")


@pytest.mark.parametrize(
    "told",
    [
        None,
        [],
        {},
        "x",
        subscription(endpoint="https://evil.test/x"),
        subscription(endpoint="http://169.254.169.254/"),
        subscription(endpoint=7),
        subscription(endpoint="https://fcm.googleapis.com/" + "x" * 600),
        subscription(keys={}),
        subscription(keys={"p256dh": "x", "auth": "y"}),
        subscription(keys={"p256dh": None, "auth": None}),
        subscription(keys="x"),
    ],
)
def test_what_is_no_subscription_is_refused(table, told):
    assert subscribe(client_of(table.alice.user), told) == 422
    assert not PushDevice.objects.exists()


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"endpoint":' + b"9" * 5000 + b"}"])
def test_a_body_that_is_no_json_is_no_fault_of_the_server(table, body):
    client = client_of(table.alice.user)
    assert client.post("/account/reminders/push/", body, content_type="application/json").status_code == 422


def test_only_the_newest_browsers_are_kept(table):
    client = client_of(table.alice.user)
    for number in range(10):
        subscribe(client, {**subscription(), "endpoint": f"https://fcm.googleapis.com/{number}"})
    assert PushDevice.objects.count() == 8
    assert not PushDevice.objects.filter(endpoint__endswith="/0").exists()


# ---- the worker


def test_one_broken_war_does_not_silence_the_others(table, monkeypatch):
    rules(table)
    looked = []

    def look(kept):
        looked.append(kept)
        raise RuntimeError

    monkeypatch.setattr(tasks, "_look_at", look)
    assert tasks.remind() == 0 and looked


def test_the_question_to_an_address_is_asked_once_it_is_not_answered_yet(table, monkeypatch):
    asked = []
    monkeypatch.setattr(tasks.ways, "ask_mail", lambda to, token: asked.append((to.address, token)))
    made = MailAddress.objects.create(
        user=table.bob.user,
        address="b@war.test",
        language="ko",
        origin="",
        token_hash=digest("t"),
        asked_at=timezone.now(),
    )
    tasks.ask_mail(made.pk, "t")
    MailAddress.objects.update(confirmed_at=timezone.now())
    tasks.ask_mail(made.pk, "t")
    assert asked == [("b@war.test", "t")]


@pytest.mark.parametrize("page", ["deadlines/", ""])
def test_a_title_is_words_on_every_page_and_never_a_part_of_it(table, monkeypatch, page):
    rules(table)
    title = "<b hx-post=/c/x/ hx-trigger=load>x"
    owe(monkeypatch, debt(table, "alice", title=title))
    html = client_of(table.alice.user).get(f"/c/{table.code}/{page}").text
    assert "<b hx-post" not in html and "&lt;b hx-post=/c/x/ hx-trigger=load&gt;x" in html


def test_who_changes_the_language_is_reminded_in_it_on_this_browser_and_by_mail(table):
    client = client_of(table.alice.user)
    here = digest(client.session.session_key)
    for session, endpoint in ((here, "https://push.test/1"), (digest("elsewhere"), "https://push.test/2")):
        values = {"p256dh": "x", "auth": "y", "origin": "", "language": "ko", "session": session}
        PushDevice.objects.create(user=table.alice.user, endpoint=endpoint, **values)
    mail = {"address": "a@war.test", "language": "ko", "origin": "", "token_hash": "t", "asked_at": timezone.now()}
    MailAddress.objects.create(user=table.alice.user, **mail)
    client.post("/language/", {"language": "xx"})
    client.post("/language/", {"language": "ja"})
    assert list(PushDevice.objects.order_by("endpoint").values_list("language", flat=True)) == ["ja", "ko"]
    assert MailAddress.objects.get().language == "ja"


def test_the_settings_of_the_war_lead_to_its_deadlines(table):
    page = client_of(table.gm.user).get(f"/c/{table.code}/settings/").text
    assert f'href="/c/{table.code}/deadlines/rules/"' in page


def test_what_is_said_under_one_field_is_not_said_under_the_next(table):
    page = get(table, "alice")
    assert page.count("주사위는 올라갈 때 굴립니다.") == 1
