"""Whom somebody may speak as, how a face looks to who reads, and which sides there are.

Higher rooms append what they know in AppConfig.ready.
"""

from collections.abc import Callable

import msgspec

from campaigns.models import Seat


class Voice(msgspec.Struct, frozen=True):
    """A character that a seat may speak as: its code, and the name that everybody calls it by."""

    character: str
    name: str


class Side(msgspec.Struct, frozen=True):
    """People who belong together in the war: what it is called among them, and their seats (primary keys)."""

    key: str
    name: str
    seats: frozenset[int]


VOICES: list[Callable[[Seat], list[Voice]]] = []
"""Whom a seat may speak as."""

PORTRAITS: list[Callable[[Seat, frozenset[str]], dict[str, str]]] = []
"""For a reader and the codes of characters: the addresses of the portraits he may see."""

SIDES: list[Callable[[Seat], list[Side]]] = []
"""The sides that a seat may write to: those it belongs to, and every one for who runs the table."""


CAST: list[Callable[[Seat], list[Voice]]] = []
"""The characters of the war that a seat knows of."""


def cast_of(seat: Seat) -> list[Voice]:
    return [voice for told in CAST for voice in told(seat)]


def voices_of(seat: Seat) -> list[Voice]:
    return [voice for told in VOICES for voice in told(seat)]


def sides_of(seat: Seat) -> list[Side]:
    return [side for told in SIDES for side in told(seat)]


def portraits(reader: Seat, characters: frozenset[str]) -> dict[str, str]:
    """Character code → address of its picture, where there is one for this reader."""
    found: dict[str, str] = {}
    for told in PORTRAITS if characters else ():
        found |= told(reader, characters)
    return found
