"""Old sessions from CCFOLIA's log export."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from characters.exchange.ccfolia_log import SNIFF, read
from characters.exchange.talk import Talk, curves, statuses
from characters.wording import Fault
from tests.characters.sheets import calmly

HEAD = """<!DOCTYPE html>
<html lang="ja">
  <head>
    <meta charset="UTF-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1.0" />
    <meta http-equiv="X-UA-Compatible" content="ie=edge" />
    <title>ccfolia - logs</title>
  </head>
  <body>
"""


def message(tab: str, speaker: str, body: str, colour: str = "#888888") -> str:
    return f"""
<p style="color:{colour};">
  <span> [{tab}]</span>
  <span>{speaker}</span> :
  <span>
    {body}
  </span>
</p>
"""


LOG = HEAD + "".join(
    (
        message("main", "세이버", "강을 건넌다.<br>젖지 않고. ", "#aa3322"),
        message("other", "", "이름 없는 말"),
        message("main", "system", "[ 세이버 ] HP : 80 → 75"),
        message("main", "세이버", "x2 1d6 공격\n#1\n(1D6) ＞ 4\n\n#2\n(1D6) ＞ 2"),
        message("잡담", "밥", "1 &lt; 2 &amp; 3"),
        message("main", "system", "[ 세이버 ] MP : 70 → 30"),
        message("main", "system", "[ 세이버 ] HP : 75 → 61"),
        message("main", "세이버", "[ 세이버 ] HP : 61 → 0"),
        "</body></html>",
    )
)


def talk(log: str = LOG) -> Talk:
    found = read(log)
    assert isinstance(found, Talk), found
    return found


def test_tabs_speakers_and_texts_come_in_their_order() -> None:
    said = [(m.tab, m.speaker, m.text) for m in talk().messages]
    assert said[0] == ("main", "세이버", "강을 건넌다.\n젖지 않고.")
    assert said[1] == ("other", "", "이름 없는 말")
    assert said[3][2] == "x2 1d6 공격\n#1\n(1D6) ＞ 4\n\n#2\n(1D6) ＞ 2"
    assert said[4] == ("잡담", "밥", "1 < 2 & 3")
    assert talk().messages[0].colour == "#aa3322"
    assert talk().tabs == {"main": 6, "other": 1, "잡담": 1}
    assert talk().speakers == {"세이버": 3, "": 1, "system": 3, "밥": 1}


def test_what_was_changed_unseen_is_a_step_of_its_own_in_the_curve() -> None:
    said = [message("main", "system", f"[ 세이버 ] HP : {change}") for change in ("80 → 70", "70 → 65", "50 → 40")]
    (hp,) = curves(talk(HEAD + "".join(said) + "</body></html>"))
    assert hp.points == ((0, 80), (0, 70), (1, 65), (2, 50), (2, 40))


def test_status_lines_become_curves() -> None:
    hp, mp = curves(talk())
    assert (hp.name, hp.label, hp.points) == ("세이버", "HP", ((0, 80), (2, 75), (6, 61)))
    assert (mp.label, mp.points) == ("MP", ((0, 70), (5, 30)))
    assert len(statuses(talk())) == 3, "what a person types himself is no status"


def test_an_edited_copy_is_read_too() -> None:
    wrapped = LOG.replace("<body>", '<body><div class="x"><div data-tab-id="main">').replace(
        "</body>", "</div></div><script>{}</script></body>"
    )
    wrapped = wrapped.replace("<p style", '<div data-char-id="7" style').replace("</p>", "</div>")
    wrapped = wrapped.replace("<title>ccfolia - logs</title>", "<title>우리 세션</title><style>p span{}</style>")
    assert talk(wrapped).messages == talk().messages


def test_the_title_tells_the_program() -> None:
    assert SNIFF.search(LOG) and not SNIFF.search("<title>else</title>")


def test_emphasis_inside_a_message_is_part_of_its_text() -> None:
    (only,) = talk(HEAD + message("main", "a", "<b>굵게</b> <span>안</span> 밖")).messages
    assert only.text == "굵게 안 밖"


def test_what_looks_like_a_section_of_markup_is_text() -> None:
    (only,) = talk(HEAD + message("main", "a", "<![CDATA[가]]> <![x y]>")).messages
    assert only.text == "<![CDATA[가]]> <![x y]>"


@pytest.mark.parametrize(
    ("log", "code"),
    [("", "not_a_log"), ("<p>하나</p>", "not_a_log"), ("<p><span>a</span></p>", "no_messages"), (b"\xff", "not_text")],
)
def test_what_is_no_log_is_refused(log: str | bytes, code: str) -> None:
    found = read(log)
    assert isinstance(found, Fault) and found.code == code


@pytest.mark.parametrize("kept", ["[mai", "[main]</span>\n  <span>랜", "랜서</span> :\n", "<span>\n    나"])
def test_a_log_that_breaks_off_in_a_message_is_refused_at_its_line(kept: str) -> None:
    begun = HEAD + message("main", "세이버", "하나")
    whole = begun + message("main", "랜서", "나 둘")
    found = read(whole[: whole.rindex(kept) + len(kept)])
    assert isinstance(found, Fault) and found.code == "breaks_off"
    assert found.numbers["line"] == begun.count("\n") + 2


@pytest.mark.parametrize("kept", ["</p>", "</body>"])
def test_a_log_that_is_cut_between_two_messages_says_so(kept: str) -> None:
    whole = HEAD + message("main", "세이버", "하나") + message("main", "랜서", "둘") + "  </body>\n</html>\n"
    assert talk(whole[: whole.rindex(kept) + len(kept)]).cut == (kept == "</p>")
    assert len(talk(whole[: whole.index("</p>") + 5]).messages) == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp949"])
def test_what_other_programs_save_as_text_is_read(encoding: str) -> None:
    found = read(LOG.encode(encoding))
    assert isinstance(found, Talk) and found.messages == talk().messages


@pytest.mark.parametrize(
    "data", [LOG.encode()[:-40] + b"\xea\xb0", "セイバーは川を渡る".encode("shift-jis"), b"\xff\xfe\x00"]
)
def test_text_that_is_damaged_or_of_elsewhere_is_not_guessed_at(data: bytes) -> None:
    found = read(data)
    assert isinstance(found, Fault) and found.code == "not_text"


def test_a_byte_that_is_no_text_is_refused_at_its_line() -> None:
    found = read(LOG.encode() + b"\n<p>\xff</p>")
    assert isinstance(found, Fault) and (found.code, found.at) == ("not_text", str(LOG.count("\n") + 2))


def test_too_many_messages_are_refused_at_their_line() -> None:
    found = read(HEAD + message("main", "a", "b") * 20_001)
    assert isinstance(found, Fault) and found.code == "too_many_messages" and int(found.at) > 100_000


def test_three_thousand_messages_are_read() -> None:
    log = HEAD + (message("main", "세이버", "한 줄 " * 20) + message("main", "system", "[ a ] HP : 1 → 2")) * 1500
    assert len(talk(log).messages) == 3000 and len(curves(talk(log))) == 1


def test_how_deep_a_log_lies_changes_nothing_of_its_messages() -> None:
    assert talk("<div>" * 100_000 + LOG).messages == talk(LOG).messages


@calmly
@given(st.text("<>/span p[]:→&;\n\"='aHP1!", max_size=200))
def test_no_text_breaks_the_reader(noise: str) -> None:
    read(HEAD + noise + message("main", "a", "b") + noise)
