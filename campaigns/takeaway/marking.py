"""The HTML of a log's line as Markdown again: what was emphasised, quoted and listed stays so. Pure."""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Final

BREAK: Final = "\v"
"""A line that was broken on purpose, until the text around it is known."""

_SOURCE: Final = re.compile(r"(?<=>)[\n ]*\n[\n ]*|\n(?=<)")
_MARKS: Final = {"strong": "**", "b": "**", "em": "*", "i": "*", "s": "~~"}
_MEANT: Final = re.compile(r"[\\*`]|<(?=[a-zA-Z/!?])|\](?=[(:\[])|~(?=~)")
"""What a reader of Markdown would take for markup where it stands as text."""


def flat(html: str) -> str:
    """Without the line ends of the source beside its tags: they are none of the text."""
    return _SOURCE.sub("", html)


def plain(text: str) -> str:
    """Text that says in Markdown what it says, and no more."""
    return _MEANT.sub(r"\\\g<0>", text)


def markdown(html: str) -> str:
    """The Markdown of what `session.clean` has let through. Spoilers are `||so||`, as they are written in posts."""
    reader = _Reader()
    reader.feed(flat(html))
    reader.close()
    return re.sub(r"\n{3,}", "\n\n", reader.whole()).strip()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[tuple[str, str, list[str]]] = [("", "", [])]
        self._numbers: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        kind = dict(attrs).get("class") or ""
        if tag == "br":
            self._say(BREAK)
        elif tag == "hr":
            self._say("\n\n---\n\n")
        else:
            if tag in {"ul", "ol"}:
                self._numbers.append(int(tag == "ol"))
            if kind == "throw" and any(part.strip() for part in self._open[-1][2]):
                self._say(BREAK)
            self._open.append((tag, kind, []))

    def handle_endtag(self, tag: str) -> None:
        if len(self._open) > 1 and self._open[-1][0] == tag:
            _, kind, parts = self._open.pop()
            self._say(self._marked(tag, kind, "".join(parts)))

    def handle_data(self, data: str) -> None:
        if any(tag == "pre" for tag, _, _ in self._open):
            self._say(data)
        else:
            literal = any(tag == "code" for tag, _, _ in self._open)
            said = data.replace("\n", " ")
            self._say(said if literal else plain(said))

    def whole(self) -> str:
        while len(self._open) > 1:
            self.handle_endtag(self._open[-1][0])
        return _lines("".join(self._open[0][2]))

    def _say(self, text: str) -> None:
        self._open[-1][2].append(text)

    def _marked(self, tag: str, kind: str, said: str) -> str:
        if kind == "spoiler":
            return f"||{said}||"
        if tag in _MARKS:
            return _around(said, _MARKS[tag]) if not self._within("pre") else said
        match tag:
            case "code":
                return said if self._within("pre") else _code(said)
            case "p":
                return f"{_lines(said)}\n\n"
            case "h4" | "h5":
                return f"{'#' * int(tag[1])} {_lines(said)}\n\n"
            case "pre":
                fence = _fence(said, 3)
                return f"{fence}\n{said.strip(chr(10))}\n{fence}\n\n"
            case "blockquote":
                return f"{_each(_lines(said), lambda line: f'> {line}'.rstrip())}\n\n"
            case "li":
                return self._item(_lines(said))
            case "ul" | "ol":
                self._numbers.pop()
                return f"\n{said.strip(chr(10) + ' ')}\n\n"
            case "th" | "td":
                return f"| {_lines(said).replace(chr(10), ' ')} "
            case "tr":
                return f"{said.strip()} |\n"
            case "thead":
                return f"{said}{re.sub(r'[^|]+', ' --- ', said.strip().splitlines()[0])}\n" if said.strip() else ""
        return f"{said}\n" if tag == "table" else said

    def _item(self, said: str) -> str:
        number = self._numbers[-1] if self._numbers else 0
        mark = f"{number}. " if number else "- "
        if number:
            self._numbers[-1] += 1
        first, *rest = said.splitlines() or [""]
        return "\n".join([mark + first, *(" " * len(mark) + line if line else "" for line in rest)]) + "\n"

    def _within(self, tag: str) -> bool:
        return any(open_ == tag for open_, _, _ in self._open)


def _around(said: str, mark: str) -> str:
    """The marks stand at the words, not at the space around them, or they mean nothing."""
    inner = said.strip()
    return said.replace(inner, f"{mark}{inner}{mark}", 1) if inner else said


def _code(said: str) -> str:
    fence = _fence(said, 1)
    return f"{fence} {said} {fence}" if len(fence) > 1 else _around(said, fence)


def _fence(said: str, least: int) -> str:
    """More backticks than stand together in the text, which would end there otherwise and be markup behind it."""
    return "`" * max(least, *(len(run) + 1 for run in re.findall("`+", said)), 1)


def _lines(said: str) -> str:
    """Breaks made lines of, without the space that only the source had."""
    return re.sub(rf" *{BREAK} *", "  \n", said).strip()


def _each(said: str, written: Callable[[str], str]) -> str:
    return "\n".join(written(line) for line in said.splitlines())
