"""The log that CCFOLIA exports as HTML: tabs, speakers and texts, in the order of the file. Pure.

There is no clock in it and no id. Edited copies wrap the messages in other elements, so a message is told by its direct
children: the first three `<span>` of one element, the first of them a tab in brackets.
"""

import re
from collections import Counter
from html.parser import HTMLParser
from typing import Final

from characters.exchange.opened import Refused, text
from characters.exchange.talk import LONGEST, MOST, Message, Talk
from characters.wording import Fault

SNIFF: Final = re.compile(r"<title>\s*ccfolia\s*-\s*logs?\s*</title>", re.I)
_COLOUR = re.compile(r"color\s*:\s*(#[0-9a-fA-F]{3,8})")
_TAB = re.compile(r"^\s*\[(?P<tab>.{0,80}?)\]\s*$", re.S)
_VOID: Final = frozenset({"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"})
_END: Final = frozenset({"body", "html"})
_UNREAD: Final = frozenset({"script", "style", "template", "title"})


def read(data: str | bytes) -> Talk | Fault:
    """The session, or what is wrong with the file: `not_a_log`, `no_messages`; where it is: `breaks_off`, `too_many_messages`."""
    try:
        written = text(data)
        if "<span" not in written.casefold():
            raise Refused("not_a_log")
        reader = _Reader()
        reader.feed(written.replace("<![", "&lt;!["))  # a section of SGML, at which the parser stops
        reader.close()
        if not reader.messages:
            raise Refused("no_messages")
    except Refused as refused:
        return refused.fault
    return Talk(tuple(reader.messages), "ccfolia", cut=not reader.ended)


class _Element:
    """An open element, and the texts of its spans."""

    __slots__ = ("colour", "line", "name", "spans")

    def __init__(self, name: str, colour: str, line: int):
        self.name, self.colour, self.line = name, colour, line
        self.spans: list[list[str]] = []


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[_Element] = []
        self.named: Counter[str] = Counter()
        """How many of each name are open."""
        self.into: list[str] | None = None
        self.depth = 0
        self.messages: list[Message] = []
        self.ended = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "br" and self.into is not None:
            self.into.append("\v")
        if tag in _VOID:
            return
        if self.into is not None:
            self.depth += 1
        elif tag == "span" and self.open:
            self.into, self.depth = [], 1
            self.open[-1].spans.append(self.into)
        else:
            self._end_open_paragraph(tag)
            style = dict(attrs).get("style") or ""
            colour = match[1] if (match := _COLOUR.search(style)) else ""
            self.open.append(_Element(tag, colour, self.getpos()[0]))
            self.named[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        if self.into is not None:
            self.depth -= 1
            if self.depth == 0:
                self.into = None
            return
        self.ended |= tag in _END
        if self.named[tag]:
            while self._closed().name != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self.into is not None:
            self.into.append(data)

    def close(self) -> None:
        super().close()
        if self.open and (self.into is not None or self._begun(self.open[-1])):
            raise Refused("breaks_off", line=self.open[-1].line)
        while self.open:
            self._closed()

    def _closed(self) -> _Element:
        element = self.open.pop()
        self.named[element.name] -= 1
        self._told(element)
        return element

    def _end_open_paragraph(self, tag: str) -> None:
        if tag == "p" and self.open and self.open[-1].name == "p":
            self._closed()

    def _begun(self, element: _Element) -> bool:
        """Whether it is a message of which not all parts have come: the file was cut, in being fetched or copied."""
        said = ["".join(parts) for parts in element.spans]
        return 0 < len(said) < 3 and element.name not in _UNREAD and _TAB.match(said[0]) is not None

    def _told(self, element: _Element) -> None:
        if len(element.spans) < 3 or element.name in _UNREAD:
            return
        tab, speaker, body = ("".join(parts) for parts in element.spans[:3])
        if (match := _TAB.match(tab)) is None:
            return
        if len(self.messages) >= MOST:
            raise Refused("too_many_messages", f"{element.line}", limit=MOST)
        self.messages.append(Message(match["tab"].strip() or "main", _line(speaker), _body(body), element.colour))


def _line(said: str) -> str:
    return " ".join(said.replace("\v", " ").split())[:80]


def _body(said: str) -> str:
    """Without the indentation of the file; lines that were broken on purpose, and the rows of repeated rolls, stay."""
    lines = (line.strip() for part in said.split("\v") for line in part.strip().split("\n"))
    kept = "\n".join(" ".join(line.split(" ")) for line in lines)
    return re.sub(r"\n{3,}", "\n\n", kept).strip()[:LONGEST]
