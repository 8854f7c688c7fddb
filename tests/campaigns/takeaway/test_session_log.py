"""A session as a log for others: chosen, looked at, and the same in every format."""

import json
import re
from base64 import b64encode
from datetime import timedelta

import pytest
from django.urls import reverse
from msgspec.structs import replace

from campaigns.models import Audience, Post, PostKind, PostReader, Thread
from campaigns.posts.markup import ready
from campaigns.takeaway import formats, paper, session
from characters import sheets
from characters.models import Portrait
from characters.sheet import Who
from tests.campaigns.table import client_of
from tests.combat.war import battle, war
from tests.pages import lasting

PNG = b"\x89PNG\r\n\x1a\n" + bytes(30)


def post(thread, seat, text, **more):
    place = thread.posts.count() + 1
    said = {"kind": PostKind.IN_CHARACTER, "voice": "세이버"} | more
    return Post.objects.create(
        campaign=thread.campaign,
        thread=thread,
        sequence=place,
        seat=seat,
        owner=seat,
        text=text,
        html=ready(text),
        at=thread.at,
        **said,
    )


@pytest.fixture
def at_table(db):
    found = war()
    gm = found.seats["gm"]
    picture = Portrait.objects.create(character=found.saber, kind="image/png", data=PNG)
    sheets.change(
        found.saber,
        lambda sheet: replace(sheet, portrait=picture.code),
        gm.user,
        "written",
    )
    return found


@pytest.fixture
def told(at_table):
    """A thread and a fight, with something in them that not everybody reads."""
    gm, alice, bob = (at_table.seats[name] for name in ("gm", "alice", "bob"))
    thread = Thread.objects.create(campaign=at_table.campaign, title="부두", seat=gm)
    post(thread, alice, "강을 **건넌다** ||몰래|| [밖](https://elsewhere.example/)", character=at_table.saber.code)
    post(thread, gm, "비가 온다.", kind=PostKind.NARRATION, voice="")
    whisper = post(thread, gm, "너만 알아라", audience=Audience.NAMED)
    PostReader.objects.create(post=whisper, seat=alice)
    post(thread, bob, "봉인한 말", sealed=True)
    closed = Thread.objects.create(campaign=at_table.campaign, title="밀담", seat=gm, audience=Audience.NAMED)
    post(closed, gm, "밀담의 말")
    fight = battle(at_table)
    return at_table, thread, closed, fight


def page(war, who, where="session-log", **query):
    return client_of(war.seats[who].user).get(reverse(where, args=(war.campaign.code,)), query)


def log(told, who="gm", reader="all", kind="html"):
    at_table, thread, closed, fight = told
    picks = [f"thread:{thread.code}", f"thread:{closed.code}", f"fight:{fight.code}"]
    return page(at_table, who, pick=picks, reader=reader, title="첫 밤", **({"as": kind} if kind else {}))


def test_what_not_everybody_may_see_is_in_no_log_for_everybody(told):
    for kind in ("html", "md", "txt", ""):
        text = log(told, kind=kind).content.decode()
        assert "강을" in text and "세이버" in text, kind
        for secret in ("너만 알아라", "봉인한 말", "밀담"):
            assert secret not in text, (kind, secret)


def test_a_chosen_reader_gets_what_he_may_see(told):
    at_table = told[0]
    alice = str(at_table.seats["alice"].pk)
    text = log(told, "alice", alice).content.decode()
    assert "너만 알아라" in text and "봉인한 말" not in text and "밀담의 말" not in text
    assert log(told, "gm", alice, "txt").content == log(told, "alice", alice, "txt").content
    assert "봉인한 말" in log(told, "bob", str(at_table.seats["bob"].pk), "txt").content.decode()


def test_nobody_reads_with_the_eyes_of_somebody_else(told):
    at_table = told[0]
    for who in ("bob", "eve"):
        assert log(told, who, str(at_table.seats["alice"].pk)).status_code == 404
    for word in ("0", "x", "999999", "\x00"):
        assert log(told, "gm", word).status_code == 404


def test_the_preview_shows_exactly_what_the_file_holds(told):
    def lines(text):
        body = text.partition("<main")[2].partition("</main>")[0]
        return [
            re.sub(r"<[^>]*>|\s+", " ", part).split()
            for part in re.findall(r'<div class="text">(.*?)</div>', body, re.S)
        ]

    preview, made = log(told, kind="").content.decode(), log(told).content.decode()
    assert lines(preview) == lines(made) and len(lines(made)) > 8


def test_one_file_needs_nothing_else(told):
    made = log(told)
    text = made.content.decode()
    assert not re.search(
        r'(?:src|href|url)\s*[=(]\s*["\']?(?!data:)[^\s"\']', text.partition("<body>")[2].partition("<script")[0]
    )
    assert "elsewhere.example" not in text and "/static/" not in text and "/c/" not in text
    assert f"data:image/png;base64,{b64encode(PNG).decode()}" in text
    assert "attachment" in made["Content-Disposition"] and "no-store" in made["Cache-Control"]
    assert 'id="tab2"' in text and "span" in text and 'class="spoiler"' in text
    assert "1라운드" in text


def test_a_portrait_that_is_not_for_all_is_in_no_log_for_all(told):
    at_table = told[0]
    sheet = sheets.current(at_table.saber)
    hidden = replace(sheet, who=sheet.who | {"portrait": Who.OWNER})
    sheets.write(at_table.saber, hidden, None, "written")
    assert b"base64" not in log(told).content
    assert at_table.saber.portraits.get().code not in log(told, "alice", kind="").content.decode()
    assert b"base64" in log(told, "alice", str(at_table.seats["alice"].pk)).content


def test_what_is_hidden_changes_no_byte(told):
    at_table, thread, *_ = told

    def everything():
        made = [log(told, "eve", kind=kind).content.decode() for kind in ("html", "md", "txt", "")]
        made += [page(at_table, who).content.decode() for who in ("eve", "bob")]
        return [re.sub(r'"made_at":"[^"]+"', "", lasting(text)) for text in made]

    before = everything()
    Post.objects.filter(audience=Audience.NAMED).update(text="anders", html="<p>anders</p>")
    Post.objects.filter(sealed=True).update(text="anders", html="<p>anders</p>")
    post(thread, at_table.seats["gm"], "noch etwas", audience=Audience.NAMED)
    Thread.objects.create(campaign=at_table.campaign, title="noch eine", seat=None, audience=Audience.NAMED)
    sheets.change(
        at_table.lancer,
        lambda sheet: replace(sheet, true_name="아무개"),
        None,
        "written",
    )
    assert everything() == before


def test_the_json_in_it_cannot_break_out(told):
    at_table, thread, *_ = told
    post(thread, at_table.seats["gm"], "a", voice="</script><script>alert(1)</script>")
    text = log(told).content.decode()
    data = json.loads(re.search(r'id="session">(.*?)</script>', text, re.S)[1])
    assert data["format"] == formats.FORMAT and "<script>alert" not in text
    assert [section["title"] for section in data["sections"]] == ["부두", "부두의 결투"]


def test_markdown_and_text_fold_spoilers_away(told):
    assert "||몰래||" in log(told, kind="md").content.decode()
    text = log(told, kind="txt").content.decode()
    assert "**" not in text and "몰래)" in text and "> 비가 온다." in log(told, kind="md").content.decode()


def test_a_fight_is_won_by_people_and_not_by_a_letter(told):
    at_table, *_, fight = told
    review = client_of(at_table.seats["eve"].user).get(
        reverse("fight-review", args=(at_table.campaign.code, fight.code))
    )
    exported = client_of(at_table.seats["eve"].user).get(
        reverse("fight-text", args=(at_table.campaign.code, fight.code))
    )
    for said in (
        *(log(told, kind=kind).content.decode() for kind in ("html", "md", "txt")),
        review.text,
        exported.text,
    ):
        assert "세이버의 승리." in said and "A 편의 승리" not in said


def test_a_fight_stands_between_the_threads_that_it_was_fought_between(told):
    at_table, thread, _, fight = told
    later = Thread.objects.create(
        campaign=at_table.campaign, title="아침", seat=at_table.seats["gm"], at=fight.at + timedelta(hours=1)
    )
    post(later, at_table.seats["gm"], "해가 뜬다.")
    picks = [f"thread:{later.code}", f"fight:{fight.code}", f"thread:{thread.code}", "thread:none"]
    text = page(at_table, "gm", pick=picks, reader="all", **{"as": "md"}).content.decode()
    assert re.findall(r"^## (.*)$", text, re.M) == ["부두", "부두의 결투", "아침"]


def test_markdown_keeps_what_was_emphasised(told):
    assert "**건넌다**" in log(told, kind="md").content.decode()


def test_paper_is_offered_only_where_it_can_be_made_and_is_not_too_long(told, monkeypatch):
    def offered():
        return 'form="paper"' in log(told, kind="").content.decode()

    monkeypatch.setattr(paper, "find_spec", lambda name: None)
    assert not offered() and page(told[0], "gm", where="session-paper").status_code == 404
    monkeypatch.setattr(paper, "find_spec", lambda name: object())
    assert offered()
    monkeypatch.setattr(paper, "MOST", 3)
    assert not offered()


@pytest.mark.parametrize("query", [{"as": "exe"}, {"pick": ["x", "thread:", "boat:1", "thread:\x00"]}])
def test_nonsense_is_answered_calmly(told, query):
    at_table, thread, *_ = told
    answer = page(at_table, "gm", **({"pick": [f"thread:{thread.code}"]} | query))
    assert answer.status_code in {200, 404}


def test_pages_ask_little(told, django_assert_max_num_queries):
    at_table, thread, _, fight = told
    eve, address = client_of(at_table.seats["eve"].user), reverse("session-log", args=(at_table.campaign.code,))
    for query in ({}, {"pick": [f"thread:{thread.code}", f"fight:{fight.code}"]}):
        with django_assert_max_num_queries(15):
            assert eve.get(address, query).status_code == 200


def test_a_long_log_is_cut_and_says_so(told, monkeypatch):
    monkeypatch.setattr(session, "MOST", 2)
    assert "10,000" in log(told, kind="").content.decode()
