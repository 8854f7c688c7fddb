"""Old sessions that come into the chronicle."""

import io
import json
import re
from datetime import timedelta

import pytest
from django.urls import reverse

from campaigns.models import Audience, Post, Thread
from campaigns.posts.markup import ready
from campaigns.takeaway import formats, session
from characters.exchange import archive, logs, session_log
from characters.exchange.talk import Talk
from characters.old_logs import charts, guessed
from characters.wording import Fault
from tests.campaigns.table import client_of
from tests.characters.exchange.test_ccfolia_log import HEAD, LOG, message, talk
from tests.characters.exchange.test_udonarium import CHAT
from tests.pages import lasting


@pytest.fixture(autouse=True)
def _own_var(settings, tmp_path):
    settings.VAR = tmp_path


def upload(text: str | bytes, name: str = "첫 밤.html") -> io.BytesIO:
    file = io.BytesIO(text.encode() if isinstance(text, str) else text)
    file.name = name
    return file


def look(table, text: str | bytes = LOG):
    return client_of(table.gm.user).post(reverse("log-bring", args=(table.code,)), {"file": upload(text)})


def take(table, text: str | bytes = LOG, **said: str):
    shown = look(table, text)
    assert shown.status_code == 200, shown.text
    filled = {"token": shown.context["token"], "title": shown.context["plan"].title, "act": "take"}
    for place, (_, _, tab, _) in enumerate(shown.context["tabs"]):
        filled |= {f"tab-{place}": tab.kind} | ({f"gm-{place}": "on"} if tab.gm_only else {})
    for place, (_, _, code) in enumerate(shown.context["speakers"]):
        filled[f"speaker-{place}"] = code
    address = reverse("log-bring", args=(table.code,))
    return client_of(table.gm.user).post(address, {key: value for key, value in (filled | said).items() if value != ""})


def test_a_look_shows_who_speaks_where_and_stores_nothing(table):
    shown = look(table)
    assert [(name, count) for name, count, _ in shown.context["speakers"]] == [
        ("세이버", 3),
        ("", 1),
        ("system", 3),
        ("밥", 1),
    ]
    assert {name: code for name, _, code in shown.context["speakers"]}["세이버"] == table.saber.code
    assert {name: tab.kind for name, _, tab, _ in shown.context["tabs"]} == {
        "main": "ic",
        "other": "ooc",
        "잡담": "ooc",
    }
    assert shown.context["plan"].title == "첫 밤" and shown.context["statuses"] == 3
    assert not Thread.objects.exists()


def test_it_becomes_a_closed_thread_in_its_own_order(table):
    answer = take(table, day="2025-03-01")
    thread = Thread.objects.get()
    assert answer.url == reverse("log-curves", args=(table.code, thread.code))
    assert (thread.source, thread.title, thread.seat, bool(thread.closed_at)) == ("ccfolia", "첫 밤", table.gm, True)
    posts = list(thread.posts.order_by("sequence"))
    assert [post.sequence for post in posts] == list(range(1, 9))
    assert posts == sorted(posts, key=lambda post: post.at)
    first = posts[0]
    assert (first.voice, first.character, first.kind, first.text) == (
        "세이버",
        table.saber.code,
        "ic",
        "강을 건넌다.\n젖지 않고.",
    )
    assert (first.seat, first.owner, first.plain, first.dated) == (None, None, True, False)
    assert first.extra == {"tab": "main", "colour": "#aa3322"} and first.at.year == 2025
    assert client_of(table.eve.user).get(reverse("thread", args=(table.code, thread.code))).status_code == 200


def test_tabs_are_left_out_or_kept_for_the_gm(table):
    take(table, **{"tab-1": "out", "gm-2": "on"})
    assert set(Post.objects.values_list("extra__tab", flat=True)) == {"main", "잡담"}
    eve = client_of(table.eve.user)
    secret = Post.objects.get(extra__tab="잡담")
    assert secret.audience == Audience.NAMED
    assert eve.get(reverse("post", args=(table.code, secret.code))).status_code == 404
    assert "1 &lt; 2" not in eve.get(reverse("thread", args=(table.code, secret.thread.code))).text


def test_secret_tabs_are_the_gms_unless_he_says_otherwise(table):
    take(table, HEAD + message("비밀", "a", "쉿") + message("main", "a", "들어라"))
    assert {p.text: p.audience for p in Post.objects.all()} == {"쉿": Audience.NAMED, "들어라": Audience.ALL}
    assert guessed("秘密").gm_only and not guessed("main").gm_only


def test_whispers_of_a_room_are_never_read_by_more_people(table):
    room = archive.packed([("data.xml", b"<room/>"), ("chat.xml", CHAT.encode())])
    shown = look(table, room)
    assert shown.context["private"] == 2
    take(table, room)
    audiences = [(post.text, post.audience, post.dated) for post in Post.objects.order_by("sequence")]
    assert audiences == [
        ("안녕", Audience.ALL, True),
        ("몰래", Audience.NAMED, True),
        ("(2D6) → 7", Audience.NAMED, False),
    ]


def test_a_thread_of_secret_tabs_alone_is_not_even_named_to_others(table):
    take(table, HEAD + message("비밀", "system", "[ a ] HP : 3 → 2"), title="밀담")
    thread = Thread.objects.get()
    for page in ("thread", "log-curves"):
        assert client_of(table.alice.user).get(reverse(page, args=(table.code, thread.code))).status_code == 404
    assert client_of(table.gm.user).get(reverse("log-curves", args=(table.code, thread.code))).status_code == 200


def test_two_taps_make_one_thread(table):
    shown = look(table)
    sent = {"token": shown.context["token"], "title": "x", "act": "take"}
    client, address = client_of(table.gm.user), reverse("log-bring", args=(table.code,))
    answers = [client.post(address, sent).status_code for _ in range(2)]
    assert answers == [302, 422] and Thread.objects.count() == 1


def test_curves_are_a_picture_and_a_table_of_what_the_reader_reads(table):
    take(table)
    thread = Thread.objects.get()
    address = reverse("log-curves", args=(table.code, thread.code))
    text = client_of(table.eve.user).get(address).text
    assert text.count("<polyline") == 2 and "<td>75</td><td>61</td>" in text and "세이버" in text
    before = lasting(text)
    hidden = Post.objects.get(voice="system", text__contains="75 →")
    hidden.audience = Audience.NAMED
    hidden.text = "[ 세이버 ] HP : 75 → 1"
    hidden.save()
    after = lasting(client_of(table.eve.user).get(address).text)
    assert after != before and "<td>1</td>" not in after
    hidden.text = "[ 세이버 ] HP : 75 → 9999"
    hidden.save()
    assert lasting(client_of(table.eve.user).get(address).text) == after


def test_a_curve_goes_in_steps_and_below_zero():
    from characters.exchange.talk import curves

    deep = talk(
        HEAD + message("main", "system", "[ a ] MP : 10 → -10") + message("main", "system", "[ a ] MP : -10 → 0")
    )
    (chart,) = charts(curves(deep))
    assert (chart.top, chart.bottom) == (10, -10)
    assert chart.lines[0][1].split()[:4] == ["0.0,0.0", "0.0,0.0", "0.0,0.0", "0.0,160.0"]
    assert charts(()) == []


def test_a_log_whose_page_has_no_end_is_taken_in_with_a_word_about_it(table):
    begun = HEAD + message("main", "세이버", "하나") + message("main", "랜서", "여기&lt;까지")
    assert "들어 있는 마지막 말: 랜서 “여기&lt;까지”" in look(table, begun).text
    assert "페이지의 끝이 없습니다" not in look(table, begun + "</body></html>").text
    take(table, begun)
    assert Post.objects.count() == 2


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"", "not_a_log"), (b"\xff", "not_text"), (b"PK nothing", "not_a_zip"), (b"<p>hi</p>", "not_a_log")],
)
def test_what_is_no_log_is_refused_with_a_sentence(table, data, code):
    answer = look(table, data)
    assert answer.status_code == 422 and answer.context["fault"].code == code and 'role="alert"' in answer.text


def test_three_thousand_messages_come_into_the_chronicle(table):
    """How long that takes is measured by `python -m bench bringing`."""
    log = HEAD + (message("main", "세이버", "한 줄 " * 20) + message("main", "system", "[ a ] HP : 1 → 2")) * 1500
    take(table, log)
    assert Post.objects.count() == 3000


def test_a_session_log_of_ours_comes_back(table):
    take(table)
    reader = session.everybody(table.campaign)
    made = session.compose(reader, "첫 밤", [f"thread:{Thread.objects.get().code}"])
    again = logs.read(formats.as_html(made, reader).encode())
    assert isinstance(again, Talk), again
    assert [(m.speaker, m.text) for m in again.messages] == [(m.speaker, m.text) for m in talk().messages]
    assert again.source == "session" and set(again.tabs) == {"첫 밤"}
    take(table, formats.as_html(made, reader))
    assert Thread.objects.filter(source="session").get().posts.count() == 8


MARKED = "말한다 ||**범인**은 | 그|| 끝"


@pytest.fixture
def published(table):
    """A log of a thread with a fold, a list and a narration; for whose eyes."""

    def made(reader=None, **more):
        thread = Thread.objects.create(campaign=table.campaign, title="추리", seat=table.gm, source="ccfolia")
        for place, (voice, kind, text) in enumerate(
            [("세이버", "ic", MARKED), ("세이버", "ic", "- 하나\n- 둘"), ("", "narration", "비가 온다.")], 1
        ):
            told = {"sequence": place, "voice": voice, "kind": kind, "text": text, "html": ready(text), "at": thread.at}
            Post.objects.create(campaign=table.campaign, thread=thread, **(told | more))
        reader = reader or session.everybody(table.campaign)
        return formats.as_html(session.compose(reader, "추리", [f"thread:{thread.code}"]), reader)

    return made


def test_what_was_folded_in_a_session_log_is_folded_again_and_so_is_it_once_more(table, published):
    log = published()
    looked = look(table, log)
    assert [name for name, _, _ in looked.context["speakers"]] == ["세이버"], "nobody says a narration"
    shown = looked.text
    assert '<span class="spoiler" tabindex="0"><strong>범인</strong>은 | 그</span>' in shown and "||" not in shown
    take(table, log)
    thread = Thread.objects.get(source="session")
    first, second, third = thread.posts.order_by("sequence")
    assert (first.html, first.plain, first.text) == (ready(MARKED), False, MARKED)
    assert (second.html, third.kind, third.plain) == (ready("- 하나\n- 둘"), "narration", True)
    reader = session.everybody(table.campaign)
    again = session.compose(reader, "추리", [f"thread:{thread.code}"])
    assert [line.html for line in again.sections[0].lines][:2] == [
        session.clean(ready(MARKED)),
        session.clean(ready("- 하나\n- 둘")),
    ]
    assert formats.as_markdown(again).count("||") == 2


def test_the_times_of_a_session_log_come_back_and_what_has_none_stands_between(table, published):
    log = published()
    take(table, log)
    thread, first = Thread.objects.get(source="session"), Thread.objects.get(source="ccfolia")
    assert [(post.at, post.dated) for post in thread.posts.order_by("sequence")] == [(first.at, True)] * 3
    data = re.search(r'id="session">(.*?)</script>', log)[1]
    for number, wrong in enumerate(
        ("null", '"9999-99-99T00:00:00Z"', '"0001-01-01T00:00:00+14:00"', '"2026-01-01"', '"x"')
    ):
        told = re.sub(r'"at":"[^"]*"', f'"at":{wrong}', data)
        told = re.sub(r'"at":[^,}]*', '"at":"2026-03-01T09:00:00Z"', told, count=1)
        take(table, log.replace(data, told), title=f"{number}")
        posts = list(Thread.objects.get(title=f"{number}").posts.order_by("sequence"))
        assert [post.dated for post in posts] == [True, False, False]
        assert posts == sorted(posts, key=lambda post: post.at) and posts[2].at.year == 2026 == posts[0].at.year
        assert posts[2].at - posts[0].at < timedelta(seconds=1)


def test_a_fold_that_is_too_long_is_cut_within_itself(monkeypatch):
    monkeypatch.setattr(session_log, "LONGEST", 12)
    line = {"name": "a", "html": f"<p>앞 {ready('||' + '비' * 30 + '||')[3:-5]} 뒤</p>"}
    log = {"format": "grailkeeper/session", "version": 1, "sections": [{"title": "t", "lines": [line]}]}
    found = session_log.read(f'<script type="application/json" id="session">{json.dumps(log)}</script>')
    assert isinstance(found, Talk) and ready(found.messages[0].text).count('class="spoiler"') == 1
    assert found.messages[0].text.endswith("||")


def test_a_session_log_made_for_one_reader_is_the_gms_alone_when_it_comes_back(table, published):
    log = published(table.gm, audience=Audience.NAMED)
    shown = look(table, log)
    assert shown.context["private"] == 3 and "한 사람을 위해 만든 기록" in shown.text
    take(table, log)
    thread = Thread.objects.get(source="session")
    assert thread.audience == Audience.NAMED
    assert set(thread.posts.values_list("audience", flat=True)) == {Audience.NAMED}
    assert client_of(table.alice.user).get(reverse("thread", args=(table.code, thread.code))).status_code == 404


@pytest.mark.parametrize(
    "html",
    [
        "<p>a<script>alert(1)</script><img src=x onerror=alert(1)></p>",
        "<p><a href='javascript:alert(1)'>a</a> &lt;script&gt;</p>",
        "<blockquote>" * 5000,
        "<p><span class='spoiler' onclick='x'>a",
    ],
)
def test_nothing_that_runs_comes_in_with_a_session_log(table, html):
    log = {
        "format": "grailkeeper/session",
        "version": 1,
        "sections": [{"title": "t", "lines": [{"name": "a", "html": html}, {"name": "b", "html": "<p>b</p>"}]}],
    }
    told = json.dumps(log).replace("<", "\\u003c")
    take(table, f'<script type="application/json" id="session">{told}</script>')
    made = "".join(Post.objects.values_list("html", flat=True))
    assert "<script" not in made and "<img" not in made and "href" not in made and "<span onclick" not in made


def test_a_session_log_that_breaks_off_or_is_too_new_says_so(table, published):
    log = published()
    for cut in (log[: len(log) // 2], log[:-20]):
        assert look(table, cut).context["fault"].code == "end_missing"
    newer = look(table, log.replace('"version":1', '"version":2'))
    assert newer.context["fault"].code == "another_version" and "새 판으로" in newer.text


def test_a_room_in_which_nothing_was_said_is_refused_as_a_log(table):
    answer = look(table, archive.packed([("data.xml", b"<room/>")]))
    assert (answer.context["fault"].code, answer.context["fault"].at) == ("no_messages", "chat.xml")


def test_no_name_of_a_log_turns_the_line_around_it(table):
    take(table, LOG.replace("세이버", "\u202e세이버\u200b").replace("[main]", "[\u202emain]"))
    assert set(Post.objects.values_list("voice", "extra__tab")) == {
        *[("세이버", "main"), ("", "other"), ("system", "main"), ("밥", "잡담")]
    }


@pytest.mark.parametrize(
    "data", ["{", "[]", '{"format":"x","version":1,"sections":[]}', '{"format":"grailkeeper/session"}']
)
def test_a_broken_session_log_is_refused(data):
    found = session_log.read(f'<script type="application/json" id="session">{data}</script>')
    assert isinstance(found, Fault)


def test_the_pages_ask_little(table, django_assert_max_num_queries):
    take(table)
    thread, eve = Thread.objects.get(), client_of(table.eve.user)
    with django_assert_max_num_queries(12):
        eve.get(reverse("log-curves", args=(table.code, thread.code)))
