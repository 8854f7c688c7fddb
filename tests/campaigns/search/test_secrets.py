"""I-6 in the search: what somebody may not read changes no byte of any answer to him, and no step of finding it."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.search import readers
from campaigns.search.documents import Document, Part, put
from campaigns.search.index import index
from characters.models import Character
from tests.combat.war import war
from tests.pages import lasting

WORDS = ("등대", "등대지기", "나루터", "나루", "터", "세이버", "랜서", "비밀")
QUESTIONS = (
    "등대",
    "ㄷㄷ",
    "등대지지",
    "세이버 등대",
    "나루타",
    "나루 터",
    "나루터",
    "아는등대",
    "ㄷㄷㄴㄹ",
    "비",
    "ㅂㅁ",
    "없는말",
)
OTHERS = ("alice", "eve")


@pytest.fixture
def free_db(db):
    """One database for all examples: each makes a war of its own in it."""


def answers(secret_words, title):
    """Everything that alice and eve can get from the search while Bob and the table keep `secret_words` to themselves."""
    at_table = war()
    secret = (readers.TABLE, readers.of_seat(at_table.seats["bob"].pk))
    open_part = Part("모두가 아는 등대", (readers.ALL,))
    put(
        at_table.campaign,
        Document("sheet", "open", "소문", "/open/", (open_part, Part(" ".join(secret_words), secret))),
    )
    if secret_words:
        put(at_table.campaign, Document("fight", "hid", title, "/hid/", (Part(" ".join(secret_words), secret),)))
    put(at_table.campaign, Document("sheet", "late", "소문", "/late/", (open_part,)))
    return {(who, typed): page(at_table, who, typed) for who in OTHERS for typed in QUESTIONS}


def page(at_table, who, typed):
    """The page and the number of look-ups it took."""
    client = Client()
    client.force_login(at_table.seats[who].user)
    with CaptureQueriesContext(
        connection,
    ) as taken:
        answer = client.get(at_table.address("search/"), {"q": typed})
    return clean(answer.content.decode(), at_table), len(taken)


def clean(text, at_table):
    for word in (at_table.campaign.code, *Character.objects.values_list("code", flat=True)):
        text = text.replace(word, "·")
    return lasting(text)


@settings(max_examples=10, suppress_health_check=list(HealthCheck), deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=4), st.sampled_from(WORDS))
def test_what_others_keep_to_themselves_changes_no_byte(free_db, words, title):
    assert answers(words, title) == answers([], "")


def test_only_the_own_places_of_the_index_are_looked_at(free_db, monkeypatch):
    """What takes time is what is looked up, and a stranger's secret stands nowhere that is."""
    at_table, asked = war(), []
    for name in ("answer", "gather"):
        kept = getattr(type(index()), name)
        monkeypatch.setattr(
            type(index()),
            name,
            lambda self, questions, *more, kept=kept: asked.extend(questions) or kept(self, questions, *more),
        )
    for typed in ("등대지지", "등대 지", "ㄷㄷㅈㅈ"):
        at_table.client("alice").get(at_table.address("search/"), {"q": typed})
    words = {term.split("·")[2] for question in asked for any_of in question for term in any_of}
    assert words == set(readers.words_of(at_table.seats["alice"]))
    assert readers.of_seat(at_table.seats["bob"].pk) not in words
