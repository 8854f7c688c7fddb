"""A browser without scripts: the forms on the page alone, with their tokens, are enough to play."""

import re
from html import unescape

import pytest
from django.test import Client

from tabletop import records
from tests.boardgames.tables import Table, dominate_table

FORM = re.compile(r'<form[^>]*method="post"[^>]*action="([^"]+/moves/)"[^>]*>(.*?)</form>', re.S)
FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
OFFERED = re.compile(r'<(?:button|option)[^>]*?value="(\{[^"]+)"')


@pytest.fixture
def at(db):
    return dominate_table()


def browser(at: Table, who: str) -> Client:
    """One that sends nothing but what stands in the forms; a form without its token is refused."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(at.user(who))
    return client


def send(client: Client, html: str, wanted: str):
    """Press the first button, or choose the first line, whose move holds `wanted`."""
    for action, inside in FORM.findall(html):
        fields = {name: unescape(value) for name, value in FIELD.findall(inside)}
        for move in map(unescape, OFFERED.findall(inside)):
            if wanted in move:
                return client.post(action, fields | {"move": move})
    raise AssertionError(f"no form offers {wanted}")


def test_a_whole_turn_is_played_by_forms_alone(at):
    at.until("seat-1", what="place")
    client = browser(at, "alice")
    answer = send(client, client.get(at.at()).content.decode(), "field_a")
    assert (answer.status_code, answer["Location"]) == (302, at.at())
    at.until("seat-1", what="turn")
    for wanted in ('"commit"', '"done"'):
        answer = send(client, client.get(at.at() + "?plain=1").content.decode(), wanted)
        assert (answer.status_code, answer["Location"]) == (302, at.at() + "?plain=1")
    assert at.asked != "seat-1"


def test_the_page_leads_who_has_no_scripts_to_plain_lists_of_cards(at):
    at.until("seat-1", what="turn")
    html = at.page("alice")
    found = re.search(r"<noscript>.*?</noscript>", html, re.S)
    assert found
    assert "plain=1" in found[0]
    assert "data-picker" not in at.page("alice", "?plain=1")


def test_a_refused_move_answers_with_the_whole_page_that_says_why(at):
    at.until("seat-1", what="place")
    client = browser(at, "alice")
    html = client.get(at.at()).content.decode().replace("field_a", "lookout")
    answer = send(client, html, "lookout")
    told = answer.content.decode()
    assert answer.status_code == 422
    assert "<!doctype html>" in told.lower()
    assert "D-17" in told.partition('id="said"')[2].partition("</p>")[0]
    assert 'id="hand"' in told


def test_a_move_on_an_old_page_answers_with_the_page_as_it_is_now(at):
    at.until("seat-1", what="place")
    client = browser(at, "alice")
    old = client.get(at.at()).content.decode()
    send(client, old, "field_a")
    answer = send(client, old, "field_a")
    assert answer.status_code == 409
    assert "아무 일도 하지 않았습니다" in answer.content.decode()


def test_an_opened_hand_on_a_shared_device_stays_open_while_it_is_asked(db):
    at = dominate_table("alice", "alice", "novice")
    at.until("seat-2", what="turn")
    client = browser(at, "alice")
    answer = send(client, client.get(at.at() + "?as=seat-2&plain=1").content.decode(), '"commit"')
    assert answer["Location"] == at.at() + "?as=seat-2&plain=1"
    assert records.view(at.game.record, ()).waiting_for.who == "seat-2"
