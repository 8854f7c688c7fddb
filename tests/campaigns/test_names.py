"""A name is what an eye can tell apart: nothing else gets in, and nothing that only looks different counts as different."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.names import Fault, fault, fold, tidy


@pytest.mark.parametrize(
    "name",
    [
        "서리",
        "들불 2호",
        "Alice",
        "élan",
        "🌙",
        "👩‍🚀 우주인",
        "❤️",
        "👍🏽",
        "1️⃣",
        "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
        "(^_^)",
        "ㅋㅋ",
        "ティア",
        "霧港",
    ],
)
def test_names_that_people_choose_are_taken(name: str) -> None:
    assert fault(tidy(name)) is None


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", Fault.EMPTY),
        (" \u3000\t\n", Fault.EMPTY),
        ("\ufe0f", Fault.EMPTY),
        ("서\x00리", Fault.UNSEEN),
        ("\u202e리서", Fault.UNSEEN),
        ("서\u200b리", Fault.UNSEEN),
        ("서\u200d리", Fault.UNSEEN),
        ("🌙\u200d", Fault.UNSEEN),
        ("\u3164", Fault.UNSEEN),
        ("\ud800", Fault.UNSEEN),
        ("\u2800", Fault.UNSEEN),
        ("s\u0300\u0301\u0302", Fault.PILED),
    ],
)
def test_what_cannot_be_seen_or_hides_others_is_no_name(name: str, why: Fault) -> None:
    assert fault(tidy(name)) is why


def test_spaces_and_the_way_of_typing_make_no_second_name() -> None:
    assert tidy("  들불\u3000 2호 ") == "들불 2호"
    assert tidy(unicodedata.normalize("NFD", "들불")) == "들불"


@pytest.mark.parametrize(
    ("one", "other"), [("Alice", "ALICE"), ("ＡＢ", "ab"), ("ﾃｨｱ", "ティア"), ("Straße", "STRASSE")]
)
def test_names_that_look_the_same_are_the_same(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@given(st.text(max_size=60))
def test_tidying_and_folding_twice_changes_nothing_more(text: str) -> None:
    assert tidy(tidy(text)) == tidy(text)
    assert fold(fold(text)) == fold(text)
