import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.game import Illegal
from tabletop.strict_json import LARGEST, read


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
    ],
)
def test_what_no_record_may_hold_is_named(text, code):
    refused = read(text)
    assert isinstance(refused, Illegal)
    assert (refused.code, refused.rule, refused.at) == (code, "format", "")


def test_whole_numbers_words_and_nesting_are_read():
    assert read('{"a": [1, -2, null, true, "강타"]}') == {"a": [1, -2, None, True, "강타"]}


@given(st.binary(max_size=60) | st.text(max_size=60))
def test_no_text_raises(text):
    read(text)
