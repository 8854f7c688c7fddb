"""What messages say: who must act until when, the same bytes whatever is hidden, and without power in a channel."""

import pytest
from django.utils import translation

from campaigns.reminders import wording
from campaigns.reminders.clock import ASKED as AT_FIRST
from campaigns.reminders.clock import OVER
from campaigns.reminders.preview import preview
from tests.campaigns.reminders.debts import debt, owe, rules

LANGUAGES = ["ko", "en", "zh-hant", "ja"]


def in_channel(table, made, moment=AT_FIRST, names=("서리", "들불"), **how):
    return wording.channel(table.campaign, rules(table, **how), made, moment, list(names))


def test_the_channel_reads_who_and_until_when(table):
    text = in_channel(table, debt(table, "alice"))
    assert text.splitlines() == [
        "**Harbour** 부두의 결투, 1라운드에 낼 판정패",
        "서리, 들불 님을 11월 11일 12:00까지 기다립니다 (Seoul).",
        f"https://war.test/c/{table.code}/fights/abc/",
    ]


def test_the_channel_reads_who_is_missing_when_the_time_is_over(table):
    assert "기한이 지났습니다. 아직 내지 않은 사람: 서리, 들불" in in_channel(table, debt(table, "alice"), OVER)


def test_without_a_deadline_no_time_is_named(table):
    text = in_channel(table, debt(table, "alice"), hours=None)
    assert "까지" not in text and "서리, 들불 님을 기다립니다." in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_channel_has_a_language_of_its_own(table, language):
    with translation.override("en" if language == "ko" else "ko"):
        text = in_channel(table, debt(table, "alice"), language=language)
    assert ("기다립니다" in text) == (language == "ko")
    assert ("Waiting for" in text) == (language == "en")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("@everyone", "\\@everyone"),
        ("<@123>", "\\<\\@123\\>"),
        ("**a**", "\\*\\*a\\*\\*"),
        ("[x](https://evil.test)", "\\[x\\]\\(https\\://evil.test\\)"),
        ("a\n# b", "a \\# b"),
    ],
)
def test_no_name_has_power_in_the_channel(table, name, shown):
    assert shown in in_channel(table, debt(table, "alice", title=name))
    assert shown in in_channel(table, debt(table, "alice"), names=[name])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("moment", [AT_FIRST, "12", OVER])
def test_of_what_is_hidden_a_message_says_only_that_it_waits(table, language, moment):
    kept = rules(table)

    def said(**hidden):
        made = debt(table, "alice", public=False, **hidden)
        return wording.personal(table.campaign, kept, made, moment, [], language)

    one = said(kind="post", title="비밀 동맹", path="/c/x/threads/abc/", round=3)
    other = said(kind="plan", title="밤의 기습", path="/c/x/threads/def/", round=4)
    assert one == other
    assert "비밀" not in one.body and one.path == f"/c/{table.code}/"


def test_a_message_counts_the_hours_that_are_left(table):
    made = wording.personal(table.campaign, rules(table), debt(table, "alice"), "2", [], "ko")
    assert "2시간" in made.body and "11월 11일 12:00" in made.body


def test_a_very_long_name_does_not_make_a_message_too_long(table):
    text = in_channel(table, debt(table, "alice", title="*" * 80), names=["#" * 40] * 60)
    assert len(text) <= 1900


def test_the_preview_is_what_is_sent(table, monkeypatch):
    kept = rules(table)
    owed = debt(table, "alice", "bob")
    owe(monkeypatch, owed, debt(table, "bob", key="hidden", public=False, title="비밀"))
    shown = preview(table.campaign, kept)
    assert len(shown) == 1 and "비밀" not in shown[0] and "alice, bob" in shown[0]


def test_while_nothing_is_owed_the_preview_shows_an_example(table, monkeypatch):
    owe(monkeypatch)
    assert len(preview(table.campaign, rules(table))) == 2
    assert len(preview(table.campaign, rules(table, hours=None))) == 1
