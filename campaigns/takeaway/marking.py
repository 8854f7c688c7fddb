"""The HTML of a log's line as Markdown again: what was emphasised, quoted and listed stays so. Pure."""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Final

BREAK: Final = "\v"
"""A line that was broken on purpose, until the text around it is known."""
EMPTY: Final = "\x01"
"""What holds an empty line of a code block open, until the text around it is known."""
DEEPEST: Final = 60

_SOURCE: Final = re.compile(r"(?<=>)[\n ]*\n[\n ]*|\n(?=<)")
_MARKS: Final = {"strong": "**", "b": "**", "em": "*", "i": "*", "s": "~~"}
_LISTS: Final = {"ul": ("-", "*"), "ol": (".", ")")}
_ALIGNED: Final = {"right": "--:", "center": ":-:"}
_MEANT: Final = re.compile(
    r"[\\*`]|<(?=[a-zA-Z/!?])|\](?=[(:\[])|~(?=~)|\|(?=\|)|(?<=\|)\||&(?=#?\w+;)|(?<![^\W_])_|_(?![^\W_])"
)
"""What a reader of Markdown would take for markup where it stands as text."""
_BEGINS: Final = re.compile(
    r"[ \t]*(?:(?=>|(?:#{1,6}|[-+])(?:[ \t]|$)|(?=\S)(?=[-=:| \t]*$)[:| \t]*[-=])|[0-9]{1,9}(?=[.)](?:[ \t]|$)))"
)
"""What stands before a sign that would begin a block, or before a line of signs that makes one of the line above it."""
_BAR_LAST: Final = re.compile(r"(?<!\\)\|$")
_BARS: Final = re.compile(r"^\||(?<!\\)\|$")
"""A bar at an end of what is folded, which would be read with the bars that fold it."""


def flat(html: str) -> str:
    """Without the line ends of the source beside its tags: they are none of the text."""
    return _SOURCE.sub("", html)


def plain(text: str) -> str:
    """Text that says in Markdown what it says, and no more, behind the beginning of a line."""
    return _MEANT.sub(r"\\\g<0>", text)


def line(text: str) -> str:
    """A whole line that says in Markdown what it says, and no more."""
    said = plain(text)
    before = _BEGINS.match(said)
    return said if before is None else f"{before[0]}\\{said[before.end() :]}"


def title(text: str) -> str:
    """A line behind the signs of a heading."""
    said = plain(text)
    return f"{said[:-1]}\\#" if said.endswith("#") else said


def markdown(html: str) -> str:
    """The Markdown of what `session.clean` has let through. Spoilers are `||so||`, as they are written in posts."""
    reader = _Reader()
    reader.feed(flat(html).replace("<![", "&lt;!["))  # a section of SGML, at which the parser stops
    reader.close()
    return re.sub(r"\n{3,}", "\n\n", reader.whole()).strip(" \t\n").replace(EMPTY, "")


class _Element:
    """An open element: what it said so far, whether in words, the last of it that is not blank, and the sign of the list that
    ended last in it, if nothing came after."""

    __slots__ = ("kind", "last", "list", "number", "parts", "sign", "spoken", "tag")

    def __init__(self, tag: str, kind: str = "", number: int = 1):
        self.tag, self.kind, self.number = tag, kind, number
        self.parts: list[str] = []
        self.sign = self.list = self.last = ""
        self.spoken = False

    @property
    def said(self) -> str:
        return "".join(self.parts)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open = [_Element("")]
        self._columns: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        kind, start = told.get("class") or "", told.get("start") or ""
        if tag == "br":
            self._say(BREAK)
        elif tag == "hr":
            self._say("\n\n***\n\n")
        elif len(self._open) < DEEPEST:
            if kind == "throw" and self._open[-1].spoken:
                self._say(BREAK)
            self._open.append(self._begun(tag, kind, int(start) if re.fullmatch(r"[0-9]{1,9}", start) else 1))

    def _begun(self, tag: str, kind: str, number: int) -> _Element:
        element = _Element(tag, kind, number)
        if tag in _LISTS:
            one, other = _LISTS[tag]
            element.sign = other if self._open[-1].list == one else one
        if tag == "thead":
            self._columns = []
        return element

    def handle_endtag(self, tag: str) -> None:
        if len(self._open) > 1 and self._open[-1].tag == tag:
            element = self._open.pop()
            said = self._marked(element)
            self._part_tildes(said)
            self._say(said)
            self._open[-1].list = element.sign

    def handle_data(self, data: str) -> None:
        if self._within("pre"):
            self._say(re.sub(r"\r\n?|\v", "\n", data))
        else:
            said = re.sub(r"[\n\r\v\f]", " ", data)
            text = said if self._within("code") else self._text(said)
            self._part_tildes(text)
            self._say(text)

    def whole(self) -> str:
        while len(self._open) > 1:
            self.handle_endtag(self._open[-1].tag)
        return _lines(self._open[0].said)

    def _say(self, text: str) -> None:
        if text:
            within = self._open[-1]
            within.parts.append(text)
            within.list, within.spoken = "", within.spoken or bool(text.strip())
            if text.strip(" \t"):
                within.last = text

    def _part_tildes(self, said: str) -> None:
        """One that was written does not run into those that strike out."""
        parts = self._open[-1].parts
        if not parts or not said.startswith("~") or not parts[-1].endswith("~"):
            return
        if not said.startswith("~~"):
            parts[-1] += "\\"
        elif not parts[-1].endswith("\\~"):
            parts[-1] = f"{parts[-1][:-1]}\\~"

    def _part_bars(self) -> None:
        """A bar that was written before a spoiler is none of those that fold it."""
        parts = self._open[-1].parts
        if parts and _BAR_LAST.search(parts[-1]):
            parts[-1] = f"{parts[-1][:-1]}\\|"

    def _text(self, said: str) -> str:
        if self._within("td") or self._within("th"):
            return "&#124;".join(map(plain, said.split("|")))
        return line(said) if self._begins_a_line() else plain(said)

    def _begins_a_line(self) -> bool:
        for element in reversed(self._open):
            if element.last:
                return element.last.rstrip(" \t").endswith((BREAK, "\n"))
            if element.tag in _MARKS or element.kind == "spoiler":
                return False
            if element.tag != "span":
                break
        return True

    def _marked(self, element: _Element) -> str:
        said = element.said
        if element.kind == "spoiler":
            self._part_bars()
            return f"||{_BARS.sub(r'\\|', said)}||"
        if element.tag in _MARKS:
            return said if self._within("pre") else _around(said, _MARKS[element.tag])
        match element.tag:
            case "code":
                return said if self._within("pre") else _code(said)
            case "p":
                return f"{_lines(said)}\n\n"
            case "h4" | "h5":
                return f"{_heading(_lines(said), int(element.tag[1]) - 1)}\n\n"
            case "pre":
                fence = _fence(said, 3)
                kept = re.sub(r"^$", EMPTY, said.strip("\n"), flags=re.M) + "\n" if said.strip("\n") else ""
                return f"{fence}\n{kept}{fence}\n\n"
            case "blockquote":
                return f"{_each(_lines(said), lambda line: f'> {line}'.rstrip(' '))}\n\n"
            case "li":
                return self._item(_lines(said))
            case "ul" | "ol":
                return f"\n{said.strip(chr(10) + ' ')}\n\n"
            case "th" | "td":
                return self._cell(element, _lines(said).replace("\n", " "))
            case "tr":
                return f"{said.strip()} |\n"
            case "thead":
                return f"{said}| {' | '.join(self._columns)} |\n" if said.strip() else ""
        return f"{said}\n" if element.tag == "table" else said

    def _item(self, said: str) -> str:
        within = self._open[-1]
        mark = f"{within.number}{within.sign} " if within.tag == "ol" else f"{within.sign or '-'} "
        within.number += 1
        return mark + said.replace("\n", "\n" + " " * len(mark)) + "\n"

    def _cell(self, element: _Element, said: str) -> str:
        if element.tag == "th":
            self._columns.append(_ALIGNED.get(element.kind, "---"))
        return f"| {said.replace('|', chr(92) + '|')} "

    def _within(self, tag: str) -> bool:
        return any(element.tag == tag for element in self._open)


def _heading(said: str, depth: int) -> str:
    if "\n" in said:  # only what is underlined can be longer than a line
        return f"{said}\n==="
    return f"{'#' * depth} {said[:-1]}\\#" if said.endswith("#") else f"{'#' * depth} {said}".rstrip()


def _around(said: str, mark: str) -> str:
    """The marks stand at the words, not at the space around them, or they mean nothing."""
    inner = said.strip()
    kept = re.sub(r"^~|(?<!\\)~$", r"\\~", inner) if mark == "~~" else inner
    return said.replace(inner, f"{mark}{kept}{mark}", 1) if inner else said


def _code(said: str) -> str:
    fence = _fence(said, 1)
    return f"{fence} {said} {fence}" if len(fence) > 1 else _around(said, fence)


def _fence(said: str, least: int) -> str:
    """More backticks than stand together in the text, which would end there otherwise and be markup behind it."""
    return "`" * max(least, *(len(run) + 1 for run in re.findall("`+", said)), 1)


def _lines(said: str) -> str:
    """Breaks made lines of, without the space that only the source had."""
    return "  \n".join(part.strip(" \t") for part in said.split(BREAK)).strip(" \t\n")


def _each(said: str, written: Callable[[str], str]) -> str:
    return "\n".join(written(line) for line in said.split("\n"))
