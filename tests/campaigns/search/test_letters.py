"""How typed text is brought into one spelling, cut into grams, and read as a question."""

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.search import letters, typos
from campaigns.search.grams import grams
from campaigns.search.wanted import LONGEST_WORD, MOST_WORDS, read

KOREAN = st.text("가나다라세이버랜서ㄱㅅ aB1", max_size=30)


def test_decomposed_hangul_is_the_same_text():
    assert letters.clean(unicodedata.normalize("NFD", "세이버")) == "세이버"


def test_width_and_case_make_no_difference():
    assert letters.folded("ＳＡＢＥＲ Saber") == "saber saber"


@given(st.text(max_size=40))
def test_folding_keeps_every_sign_in_its_place(text):
    clean = letters.clean(text)
    assert len(letters.folded(clean)) == len(clean)


def test_an_initial_is_the_same_however_it_was_typed():
    assert letters.folded("ᄉᄋᄇ") == "ㅅㅇㅂ"  # conjoining ones, as some keyboards send them


@pytest.mark.parametrize(("syllable", "initial"), [("가", "ㄱ"), ("깋", "ㄱ"), ("까", "ㄲ"), ("힣", "ㅎ"), ("a", "a")])
def test_every_syllable_has_its_initial(syllable, initial):
    assert letters.initial(syllable) == initial


def test_a_row_holds_the_syllables_of_one_initial_and_no_other():
    row = re.compile(letters.row("ㅅ"))
    assert [bool(row.fullmatch(sign)) for sign in "사싷ㅅ빟싸"] == [True, True, True, False, False]


def test_a_word_is_kept_in_twos_and_threes_with_its_initials():
    assert grams("세이버") == {"‹세", "세이", "이버", "세이버", "ㅅㅇ", "ㅅㅇㅂ"}


def test_no_gram_spans_two_words():
    assert "이랜" not in grams("세이 랜서")


@settings(max_examples=50)
@given(KOREAN)
def test_every_word_of_a_text_is_found_in_it(text):
    for word in letters.words(letters.folded(letters.clean(text))):
        asked = read(word)
        assert {gram for part in asked for gram in part.grams} <= grams(text) or len(asked) > 1, word


def test_initials_that_the_keyboard_pulled_together_are_typed_out():
    assert [word.word for word in read("ㄳ")] == ["ㄱㅅ"]


def test_initials_behind_a_word_are_a_word_of_their_own():
    assert [word.word for word in read("세이버ㅂㄱ")] == ["세이버", "ㅂㄱ"]


def test_what_nobody_types_by_hand_is_cut():
    asked = read("가나다라" * 300 + " ㄱ" * 50)
    assert len(asked) <= MOST_WORDS
    assert all(len(word.word) <= LONGEST_WORD for word in asked)


@pytest.mark.parametrize("nothing", ["", "   ", "…!?", "\0", "_ _"])
def test_what_holds_no_word_asks_for_nothing(nothing):
    assert read(nothing) == ()


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("세이바", "세이버"),
        ("새이버", "세이버"),
        ("린슬롯", "랜슬롯"),
        ("아쳐", "아처"),
        ("엑스칼버", "엑스칼리버"),
        ("세이이버", "세이버"),
    ],
)
def test_one_wrong_syllable_is_still_near(typed, written):
    found = re.search(typos.pattern(typed), written)
    assert found and found[0] == written[: len(typed)], "as much of the word is marked as was typed"
    assert any(set(asked) <= grams(written) for asked in typos.candidates(typed))


@pytest.mark.parametrize(("typed", "written"), [("세이버", "랜서"), ("아처", "이브"), ("라이더", "라면집")])
def test_two_wrong_syllables_are_another_word(typed, written):
    assert not re.search(typos.pattern(typed), written)


def test_a_slip_of_one_letter_is_nearer_than_another_syllable():
    assert typos.nearness("세이버", "세이버") == typos.nearness("아처", "아처") == 0
    assert typos.nearness("세이버", "새이버") > typos.nearness("세이버", "세이렌") > typos.nearness("세이버", "세버")


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        ("각", "각", 3),
        ("각", "간", 2),
        ("각", "난", 1),
        ("각", "논", 0),
        ("a", "a", 3),
        ("a", "b", 0),
        ("각", "a", 0),
        ("a", "각", 0),
    ],
)
def test_two_syllables_share_initial_vowel_and_final_and_other_signs_all_or_nothing(one, other, shared):
    assert letters.near(one, other) == shared
