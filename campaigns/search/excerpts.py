"""The piece of a text that is shown of a find, in runs that are marked or not; a template escapes each of them. Pure."""

import re
from typing import Final

import msgspec

from campaigns.search.letters import folded

BEFORE: Final = 40
LONG: Final = 180
BLANK: Final = re.compile(r"\s+")


class Run(msgspec.Struct, frozen=True):
    """Some of a text; `hit`: it is what was looked for."""

    text: str
    hit: bool = False


def excerpt(text: str, pattern: re.Pattern[str]) -> tuple[Run, ...]:
    """The text around the first find in it, or its beginning; longer ones are cut at both ends, between words."""
    text = BLANK.sub(" ", text).strip()
    plain = folded(text)
    first = pattern.search(plain)
    begin, end = _around(text, first.start() if first else 0)
    runs = _marked(text[begin:end], plain[begin:end], pattern)
    return (*((Run("… "),) if begin else ()), *runs, *((Run(" …"),) if end < len(text) else ()))


def marked(text: str, pattern: re.Pattern[str]) -> tuple[Run, ...]:
    """The whole text, with every find in it."""
    return _marked(text, folded(text), pattern)


def _marked(text: str, plain: str, pattern: re.Pattern[str]) -> tuple[Run, ...]:
    runs, at = [], 0
    for found in pattern.finditer(plain):
        runs += [Run(text[at : found.start()]), Run(text[found.start() : found.end()], hit=True)]
        at = found.end()
    return tuple(run for run in (*runs, Run(text[at:])) if run.text)


def _around(text: str, place: int) -> tuple[int, int]:
    begin = 0 if place <= BEFORE else text.find(" ", place - BEFORE, place) + 1 or place - BEFORE
    if len(text) - begin <= LONG:
        return begin, len(text)
    end = text.rfind(" ", begin, begin + LONG)
    return begin, end if end > place else begin + LONG
