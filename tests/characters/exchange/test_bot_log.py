"""The text log of a dice bot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from characters.exchange import bot_log, logs
from characters.exchange.talk import MOST, Talk
from characters.wording import Fault

LOG = """2024/03/01 21:05:12<KP(10001)>:비가 그친다.
둘째 줄
21:06<세이버>:"기다렸다."

<랜서（2233）>： 2D6＝7
"""


def test_messages_have_speakers_and_all_their_lines():
    found = logs.read(LOG.encode())
    assert isinstance(found, Talk) and found.source == "bot"
    assert [(m.speaker, m.text) for m in found.messages] == [
        ("KP", "비가 그친다.\n둘째 줄"),
        ("세이버", '"기다렸다."'),
        ("랜서", "2D6＝7"),
    ]


def test_nobodys_account_number_comes_along():
    assert "10001" not in str(logs.read(LOG.encode()))


@pytest.mark.parametrize("written", ["", "그냥 글", "<p>hi</p>", "세이버: 안녕", "<!DOCTYPE html><title>a:b</title>"])
def test_other_text_is_none(written):
    assert not bot_log.is_one(written)
    assert isinstance(logs.read(written.encode()), Fault)


def test_too_many_are_refused_at_their_line():
    found = bot_log.read("<a>:b\n" * (MOST + 1))
    assert isinstance(found, Fault) and (found.code, found.at) == ("too_many_messages", f"{MOST + 1}")


@given(st.text("<>()（）:： \n0123456789/-a가", max_size=120))
def test_no_text_breaks_the_reader(noise):
    assert isinstance(bot_log.read(f"<a>:b\n{noise}"), Talk)
