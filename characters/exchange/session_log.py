"""A session log of this app, taken in again: the JSON that stands in its HTML file. Pure."""

import re
from html import unescape
from typing import Any, Final

import msgspec

from characters.exchange.opened import Refused, json_object, text
from characters.exchange.talk import LONGEST, MOST, Message, Talk
from characters.wording import Fault

FORMAT: Final = "grailkeeper/session"
_DATA = re.compile(r'<script type="application/json" id="session">(.*?)</script>', re.S)
_BREAK = re.compile(r"<br\s*/?>\n?|</p>\s*|</li>\s*|</h\d>\s*|</tr>\s*|(?<=</span>)\s*(?=<span class=\"throw\">)")


class _Line(msgspec.Struct):
    name: str = ""
    kind: str = ""
    html: str = ""
    at: str | None = None


class _Section(msgspec.Struct):
    title: str
    lines: list[_Line]
    kind: str = ""


class _Log(msgspec.Struct):
    format: str
    version: int
    sections: list[_Section]


def is_one(data: str) -> bool:
    return _DATA.search(data) is not None


def read(data: str | bytes) -> Talk | Fault:
    """The log as what was said at tabs: every section is one. Markup does not come along."""
    try:
        match = _DATA.search(text(data))
        if match is None:
            raise Refused("not_a_log")
        log = _log(json_object(match[1]))
        messages = tuple(_message(section, line) for section in log.sections for line in section.lines)
    except Refused as refused:
        return refused.fault
    if not messages or len(messages) > MOST:
        return Fault("too_many_messages", "", {"limit": MOST}) if messages else Fault("no_messages", "")
    return Talk(messages, "session")


def _log(value: dict[str, Any]) -> _Log:
    try:
        log = msgspec.convert(value, _Log)
    except msgspec.ValidationError as wrong:
        raise Refused("malformed", str(wrong).rpartition("`")[0].rpartition("`")[2]) from None
    if log.format != FORMAT or log.version != 1:
        raise Refused("not_a_log", "format")
    return log


def _message(section: _Section, line: _Line) -> Message:
    words = unescape(re.sub(r"<[^>]*>", "", _BREAK.sub("\n", line.html)))
    said = "\n".join(each.strip() for each in words.splitlines()).strip()
    return Message(" ".join(section.title.split())[:80] or "?", " ".join(line.name.split())[:80], said[:LONGEST])
