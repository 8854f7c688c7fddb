"""A session log of this app, taken in again: the JSON that stands in its HTML file. Pure."""

import re
from html import unescape
from typing import Any, Final

import msgspec

from campaigns.takeaway.marking import markdown
from characters.exchange.opened import Refused, json_object, text
from characters.exchange.talk import MOST, Message, Talk
from characters.wording import Fault

FORMAT: Final = "grailkeeper/session"
_DATA = re.compile(r'<script type="application/json" id="session">(.*?)</script>', re.S)
_BREAK = re.compile(r"<br\s*/?>\n?|</p>\s*")
_UNMARKED = re.compile(r"(?:[^<]|</?p>|<br\s*/?>)*")
_MADE_HERE: Final = '<meta name="generator" content="Grailkeeper">'
HEAD: Final = 1000
LONGEST: Final = 40_000
"""Characters of one post: twice what may be written, since signs that mean nothing are marked so."""
_TOLD: Final = frozenset({"narration", "round", "fight", "result", "game"})


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
    close: bool = False


def is_one(data: str) -> bool:
    return _MADE_HERE in data[:HEAD] or _DATA.search(data) is not None


def read(data: str | bytes) -> Talk | Fault:
    """The log as what was said at tabs: every section is one. What was marked, as spoilers are, comes as Markdown."""
    try:
        written = text(data)
        match = _DATA.search(written)
        if match is None:  # what is taken in stands at its end
            raise Refused("end_missing" if _MADE_HERE in written[:HEAD] else "not_a_log")
        log = _log(json_object(match[1]))
        messages = tuple(_message(section, line, log.close) for section in log.sections for line in section.lines)
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
    if log.format == FORMAT and log.version > 1:
        raise Refused("another_version")
    if log.format != FORMAT or log.version != 1:
        raise Refused("not_a_log", "format")
    return log


def _message(section: _Section, line: _Line, close: bool) -> Message:
    marked = _UNMARKED.fullmatch(line.html) is None
    return Message(
        tab=" ".join(section.title.split())[:80] or "?",
        speaker=" ".join(line.name.split())[:80],
        text=_folded(markdown(line.html)) if marked else _words(line.html)[:LONGEST],
        when=(line.at or "")[:40],
        private=close,
        marked=marked,
        narrated=line.kind in _TOLD,
    )


def _words(html: str) -> str:
    words = unescape(re.sub(r"<[^>]*>", "", _BREAK.sub("\n", html)))
    return "\n".join(each.strip() for each in words.splitlines()).strip()


def _folded(said: str) -> str:
    """Cut where it is too long, without opening the fold that it is cut in."""
    cut = said[:LONGEST]
    return f"{cut}||" if len(said) > LONGEST and cut.count("||") % 2 else cut
