"""Foreign bytes become text, or it is told where they are none."""

import pytest

from characters.exchange.opened import LARGEST, Refused, json_object, text
from characters.exchange.session_log import read as read_session
from characters.wording import Fault

SAID = "갈대가 눕는다.\n세이버"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp949"])
def test_text_is_read_however_korean_programs_write_it(encoding: str) -> None:
    assert text(SAID.encode(encoding)) == text(SAID) == SAID


@pytest.mark.parametrize(
    ("data", "at"),
    [
        (b"\xff\x00", ""),
        (b"first\n\xe9\xe8 caf\xe9\n", "2"),
        (b"a\nb\n\x81", "3"),
        ("a\ud800", ""),
        ("a\0b", ""),
        (b"\0", ""),
    ],
)
def test_what_is_no_text_is_refused_with_its_line(data: str | bytes, at: str) -> None:
    with pytest.raises(Refused) as caught:
        text(data)
    assert (caught.value.fault.code, caught.value.fault.at) == ("not_text", at)


def test_a_file_of_ten_megabytes_is_read_and_a_larger_one_is_not() -> None:
    assert len(text("x" * LARGEST)) == LARGEST
    with pytest.raises(Refused) as caught:
        text("x" * (LARGEST + 1))
    assert (caught.value.fault.code, caught.value.fault.numbers) == ("file_too_large", {"limit": 10})


def test_json_that_is_none_is_refused_with_its_line() -> None:
    with pytest.raises(Refused) as caught:
        json_object('{"a": 1,\n"b": }')
    assert (caught.value.fault.code, caught.value.fault.numbers) == ("not_json", {"line": 2})


@pytest.mark.parametrize(
    ("head", "code"),
    [
        ('"format":"grailkeeper/session","version":2', "another_version"),
        ('"format":"grailkeeper/session","version":0', "not_a_log"),
        ('"format":"grailkeeper/fight","version":1', "not_a_log"),
        ('"format":"grailkeeper/fight","version":2', "not_a_log"),
        ('"format":"grailkeeper/session","version":1', "no_messages"),
    ],
)
def test_a_session_log_is_one_by_its_format_and_version(head: str, code: str) -> None:
    found = read_session(f'<script type="application/json" id="session">{{{head},"sections":[]}}</script>')
    assert isinstance(found, Fault) and found.code == code
