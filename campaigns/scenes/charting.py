"""The map as one person sees it, laid out to be drawn: spots, the roads between them, and what is marked there. Pure."""

from collections.abc import Iterable
from itertools import accumulate
from typing import Final
from unicodedata import east_asian_width

import msgspec

from campaigns.scenes.eye import Place, roads
from campaigns.scenes.parts import Mark

WIDTH: Final = 660
HEIGHT: Final = 420
MARGIN: Final = 36
PINS_APART: Final = 27
NAME_FITS, LINE_FITS = 24, 36
"""So many letters, of which a Hangul syllable counts as two, before words run into those of the next area."""


class Pin(msgspec.Struct, frozen=True):
    sign: str
    label: str
    x: int


class Line(msgspec.Struct, frozen=True):
    text: str
    y: int


class Spot(msgspec.Struct, frozen=True):
    """An area at its place of the drawing. `left`: its words stand left of it, where they would run out of the picture."""

    place: Place
    x: int
    y: int
    marks: tuple[Mark, ...]
    pins: tuple[Pin, ...]
    near: tuple[str, ...] = ()

    @property
    def left(self) -> bool:
        return self.x > WIDTH * 3 // 4

    @property
    def name(self) -> str:
        """As much as fits; the list beside the map has it whole."""
        return fitting(self.place.name, NAME_FITS)

    @property
    def ring(self) -> str:
        kinds = {mark.kind for mark in self.marks}
        return "base" if "base" in kinds else "ruin" if "ruin" in kinds else ""

    @property
    def notes(self) -> tuple[Mark, ...]:
        return tuple(mark for mark in self.marks if mark.label)

    @property
    def lines(self) -> tuple[Line, ...]:
        """What is written under the name: the GM's note, then what is marked here."""
        written = (mark.label for mark in self.notes if not mark.sign)  # a pin says it itself
        texts = [text for text in (self.place.note, *written) if text]
        return tuple(Line(fitting(text, LINE_FITS), 5 + 13 * at) for at, text in enumerate(texts[:3]))

    @property
    def fights(self) -> bool:
        return any(mark.kind == "fight" for mark in self.marks)


def fitting(text: str, most: int) -> str:
    widths = list(accumulate(2 if east_asian_width(sign) in "WF" else 1 for sign in text))
    whole = not widths or widths[-1] <= most
    return text if whole else f"{text[: sum(width < most for width in widths)].rstrip()}…"


class Road(msgspec.Struct, frozen=True):
    x1: int
    y1: int
    x2: int
    y2: int


class Chart(msgspec.Struct, frozen=True):
    spots: tuple[Spot, ...]
    roads: tuple[Road, ...]


def chart(places: Iterable[Place], marks: Iterable[Mark]) -> Chart:
    """Marks in areas that are not among the places are left out."""
    places, marks = list(places), list(marks)
    names = {place.code: place.name for place in places}
    spots = tuple(_spot(place, tuple(mark for mark in marks if mark.area == place.code), names) for place in places)
    at = {spot.place.code: spot for spot in spots}
    drawn = tuple(Road(at[a.code].x, at[a.code].y, at[b.code].x, at[b.code].y) for a, b in roads(places))
    return Chart(spots, drawn)


def _spot(place: Place, marks: tuple[Mark, ...], names: dict[str, str]) -> Spot:
    x = MARGIN + place.x * (WIDTH - 2 * MARGIN) // 1000
    y = MARGIN + place.y * (HEIGHT - 2 * MARGIN) // 1000
    signs = [mark for mark in marks if mark.sign]
    start = x - (len(signs) - 1) * PINS_APART // 2
    pins = tuple(Pin(mark.sign, mark.label, start + at * PINS_APART) for at, mark in enumerate(signs))
    return Spot(place, x, y, marks, pins, tuple(sorted(names[code] for code in place.near)))
