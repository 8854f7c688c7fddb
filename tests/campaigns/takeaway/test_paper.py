"""A session log on paper: made by the worker for who asked, readable as Korean, and nothing in it that the reader may not see."""

import re
import zlib
from html import unescape
from urllib.parse import quote

import pytest
from django.urls import reverse

from campaigns.models import Audience, Post
from campaigns.takeaway import formats, jobs, paper, session
from campaigns.takeaway.tasks import print_session
from tests.campaigns.table import client_of
from tests.campaigns.takeaway.test_session_log import post
from tests.pages import lasting


@pytest.fixture(autouse=True)
def worker(settings, tmp_path, monkeypatch):
    """What is handed to the worker; PDF is there, whatever is installed."""
    settings.VAR, sent = tmp_path, []
    monkeypatch.setattr(print_session, "apply_async", lambda args=(), *_, **__: sent.append(args))
    monkeypatch.setattr(paper, "find_spec", lambda name: object())
    return sent


@pytest.fixture
def as_html(monkeypatch):
    """What would be printed, instead of the PDF of it."""
    monkeypatch.setattr(formats, "as_pdf", lambda log, reader: formats.as_html(log, reader).encode())


def ask(told, who="gm", reader="all", title="첫 밤"):
    at_table, thread, closed, fight = told
    picks = [f"thread:{thread.code}", f"thread:{closed.code}", f"fight:{fight.code}"]
    client = client_of(at_table.seats[who].user)
    asked = {"pick": picks, "reader": reader, "title": title}
    return client, client.post(reverse("session-paper", args=(at_table.campaign.code,)), asked)


def taken(client, told):
    answer = client.get(reverse("session-paper-file", args=(told[0].campaign.code,)))
    return b"".join(answer.streaming_content).decode() if answer.status_code == 200 else answer.status_code


def test_it_is_made_by_the_worker_and_taken_by_who_asked(told, worker, as_html):
    client, answer = ask(told)
    address = reverse("session-paper", args=(told[0].campaign.code,))
    assert answer.url == address and "every 1s" in client.get(address).text and taken(client, told) == 404
    print_session(*worker.pop())
    done = client.get(address, headers={"HX-Request": "true"}).text
    assert done.startswith('<div id="on-paper"') and "every 1s" not in done and "첫 밤" in done
    assert "강을" in taken(client, told)
    assert taken(client_of(told[0].seats["alice"].user), told) == 404


@pytest.mark.parametrize("title", ["첫 밤", ""])
def test_the_file_is_called_as_the_log_or_as_the_war(told, worker, as_html, title):
    client, _ = ask(told, title=title)
    print_session(*worker.pop())
    answer = client.get(reverse("session-paper-file", args=(told[0].campaign.code,)))
    assert quote(f"{title or told[0].campaign.name}.pdf") in answer["Content-Disposition"]


def test_it_holds_what_its_reader_may_see_when_it_is_made(told, worker, as_html):
    client, _ = ask(told)
    Post.objects.filter(text="비가 온다.").update(audience=Audience.NAMED)
    print_session(*worker.pop())
    text = taken(client, told)
    for secret in ("비가", "너만 알아라", "봉인한 말", "밀담"):
        assert secret not in text, secret


def test_what_is_hidden_changes_no_byte(told, worker, as_html):
    def everything():
        client, _ = ask(told, "eve")
        print_session(*worker.pop())
        return re.sub(r'"made_at":"[^"]+"', "", lasting(taken(client, told)))

    before = everything()
    Post.objects.filter(sealed=True).update(text="anders", html="<p>anders</p>")
    post(told[1], told[0].seats["gm"], "noch etwas", audience=Audience.NAMED)
    assert everything() == before


def test_nobody_prints_with_the_eyes_of_somebody_else(told, worker):
    _, answer = ask(told, "bob", str(told[0].seats["alice"].pk))
    assert answer.status_code == 404 and not worker


def test_nothing_picked_is_refused(told, worker):
    client = client_of(told[0].seats["gm"].user)
    assert client.post(reverse("session-paper", args=(told[0].campaign.code,))).status_code == 422 and not worker


def test_what_fails_says_so(told, worker, monkeypatch):
    def broken(*_):
        raise OSError("no Pango")

    client, _ = ask(told)
    monkeypatch.setattr(formats, "as_pdf", broken)
    with pytest.raises(OSError):
        print_session(*worker.pop())
    assert 'role="alert"' in client.get(reverse("session-paper", args=(told[0].campaign.code,))).text


def test_a_pdf_that_finds_no_room_on_the_disk_says_so_as_well(told, worker, as_html, settings):
    client, _ = ask(told)
    (settings.VAR / "papers").touch()
    with pytest.raises(OSError):
        print_session(*worker.pop())
    page = client.get(reverse("session-paper", args=(told[0].campaign.code,))).text
    assert 'role="alert"' in page
    back = client.get(unescape(re.search(r'href="([^"]*\?reader=[^"]*)"', page)[1]))
    assert back.context["session"].title == "첫 밤" and "as=html" in back.text


def test_a_worker_that_sets_a_long_log_is_not_taken_for_dead(told, worker, as_html, monkeypatch):
    ask(told)
    (code,) = worker.pop()
    meter = paper.PRINTING.meter(paper.PRINTING.found(code))
    heard = []
    monkeypatch.setattr(paper, "HEARTBEAT", 0.001)
    monkeypatch.setattr(jobs.jobs.Meter, "tell", lambda self, more: heard.append(more))
    with paper._alive(meter):
        while not heard:
            pass
    assert set(heard) == {0}


def test_korean_in_the_pdf_can_be_read_and_searched(told):
    """Its fonts come along, and say which letter each drawing is."""
    try:
        import weasyprint  # noqa: F401
    except (ImportError, OSError):
        pytest.skip("the extra pdf is not installed")
    reader = session.everybody(told[0].campaign)
    made = formats.as_pdf(session.compose(reader, "첫 밤", [f"thread:{told[1].code}"]), reader)
    parts = (zlib.decompress(part) for part in re.findall(rb"stream\r?\n(x.*?)\r?\nendstream", made, re.S))
    maps = b"".join(part.lower() for part in parts if b"beginbfchar" in part or b"beginbfrange" in part)
    for letter in "첫밤강건넌다몰래":
        assert f"<{ord(letter):04x}>".encode() in maps, letter
    assert made.startswith(b"%PDF-") and b"http" not in made.replace(b"http://www.w3.org", b"")
