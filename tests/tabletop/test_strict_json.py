import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.game import Illegal
from tabletop.strict_json import LARGEST, Spoiled, is_unprintable, precisely, read, read_marked


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_json"),
        ("{", "not_json"),
        ("nul", "not_json"),
        (b"\xff\xfe", "not_json"),
        ("[" * 200_000, "not_json"),
        ('{"hp": 1, "hp": 2}', "key_twice"),
        ('[{"a": {"b": 1, "b": 1}}]', "key_twice"),
        ("[1.0]", "not_whole"),
        ("[1e2]", "not_whole"),
        ("[NaN]", "not_whole"),
        ("[-Infinity]", "not_whole"),
        (f"[{LARGEST + 1}]", "number_too_large"),
        ("[" + "9" * 10_000 + "]", "number_too_large"),
        ('["\\ud83d"]', "not_json"),
        ('["\\uD83D"]', "not_json"),
    ],
)
def test_what_no_record_may_hold_is_named(text, code):
    refused = read(text)
    assert isinstance(refused, Illegal)
    assert (refused.code, refused.rule, refused.at) == (code, "format", "")


def test_whole_numbers_words_and_nesting_are_read():
    assert read('{"a": [1, -2, null, true, "강타"]}') == {"a": [1, -2, None, True, "강타"]}


def test_a_file_may_begin_with_a_mark_of_its_byte_order_and_spell_signs_in_halves():
    assert read(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}
    assert read('["\\ud83d\\ude00", "\\uD83D\\uDE00"]') == ["😀", "😀"]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ('{"hp": 1, "mp": 2, "mp": 3}', {"key": "mp"}),
        ('{"' + "k" * 99 + '": 1, "' + "k" * 99 + '": 1}', {"key": "k" * 80}),
        (f"[{'1' * 99}]", {"number": "1" * 40}),
        (f"[1.{'5' * 99}]", {"number": "1." + "5" * 38}),
    ],
)
def test_what_is_refused_is_told_by_its_beginning(text, numbers):
    assert read(text).numbers == numbers


@given(st.binary(max_size=60) | st.text(max_size=60))
def test_no_text_raises(text):
    read(text)


def test_what_json_allows_but_no_record_is_marked_where_it_stands():
    value = read_marked('{"a": [1, 1.5], "b": {"c": 1, "c": 2}, "d": 3}')
    assert isinstance(value["a"][1], Spoiled)
    assert isinstance(value["b"]["c"], Spoiled)
    assert (value["a"][0], value["d"]) == (1, 3)


@pytest.mark.parametrize(
    ("at", "code"),
    [
        ("", "malformed"),
        ("a[0]", "malformed"),
        ("a", "not_whole"),
        ("a[1]", "not_whole"),
        ("b", "key_twice"),
        ("x.y[9].z", "malformed"),
    ],
)
def test_a_mistake_is_told_by_what_is_spoiled_at_its_place(at, code):
    value = read_marked('{"a": [1, [1.5]], "b": {"c": 1, "c": 2}}')
    told = precisely(value, Illegal("malformed", "format", at))
    assert (told.code, told.rule, told.at) == (code, "format", at)
    assert precisely(value, Illegal("none_left", "G-2", at)).code == "none_left"


def test_a_mistake_in_the_records_own_keys_is_told_by_what_is_spoiled_there():
    assert precisely(read_marked('{"version": 1.5}'), Illegal("malformed", "format")).code == "not_whole"


@pytest.mark.parametrize("value", ["a\0", {"a\0": 1}, {"a": "\0"}, [1, ["b\0"]], {"a": [None, {"b": ["\0"]}]}])
def test_a_nul_is_found_wherever_it_stands(value):
    assert is_unprintable(value)
    assert not is_unprintable({"a": ["b", 1, None, {"c": True}], "\n": "\t"})


@given(st.binary(max_size=60) | st.text(max_size=60))
def test_no_text_raises_when_it_is_marked(text):
    precisely(read_marked(text), Illegal("malformed", "format", "a[0]"))
