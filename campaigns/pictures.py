"""Pictures that people hand in: told by their own bytes, never by what the browser says, and walked to their end. Pure.

A picture that breaks off in transit still begins like one; everybody who opens the page would see the torn frame.
What is compressed inside is not unpacked: the sums and lengths of the format say whether all of it is there.
"""

import re
import zlib
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

LARGEST: Final = 1024 * 1024
WIDEST: Final = 12_000
MOST_DOTS: Final = 40_000_000
"""A small file can unpack to more than a phone holds; no page needs so large a picture."""
MOST_PARTS: Final = 10_000
"""Chunks or segments; a picture of a megabyte has some hundreds, and whoever sends more wants to keep us busy."""


class Torn(Exception):
    """The bytes end, or contradict themselves, before the picture does."""


class Part(NamedTuple):
    """A chunk or segment, and from where to where it stands in the bytes, with its frame."""

    name: bytes
    body: bytes
    at: int
    end: int


type Size = tuple[int, int]


def kind_of(data: bytes) -> str | None:
    """The media type of a whole PNG, JPEG or WebP picture; None for everything that is not taken."""
    return None if flaw_of(data) else begun(data)


def flaw_of(data: bytes) -> str:
    """Why these bytes are not taken, as a code, or "": too_large, no_picture, torn_picture, too_wide."""
    if len(data) > LARGEST:
        return "too_large"
    kind = begun(data)
    return "no_picture" if kind is None else _flaw(kind, data)


def begun(data: bytes) -> str | None:
    """The media type that the first bytes say."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "image/webp"
    return None


def _flaw(kind: str, data: bytes) -> str:
    try:
        wide, high = _WALKS[kind](data)
    except Torn:
        return "torn_picture"
    if not wide or not high:
        return "torn_picture"
    return "too_wide" if max(wide, high) > WIDEST or wide * high > MOST_DOTS else ""


def _cut(data: bytes, at: int, long: int) -> bytes:
    """So many bytes from there; a picture that has fewer is torn."""
    if at + long > len(data):
        raise Torn
    return data[at : at + long]


def _number(data: bytes, at: int, long: int) -> int:
    return int.from_bytes(_cut(data, at, long))


def _little(data: bytes, at: int, long: int) -> int:
    return int.from_bytes(_cut(data, at, long), "little")


def _png(data: bytes) -> Size:
    size, drawn = (0, 0), False
    for place, part in enumerate(png_parts(data)):
        if (part.name == b"IHDR") != (place == 0):
            raise Torn
        if part.name == b"IHDR":
            size = _number(part.body, 0, 4), _number(part.body, 4, 4)
        drawn = drawn or part.name == b"IDAT"
    if not drawn:
        raise Torn
    return size


def png_parts(data: bytes) -> Iterator[Part]:
    """Each chunk up to IEND, its sum checked. What follows the end is nobody's."""
    at = 8
    for _ in range(MOST_PARTS):
        long = _number(data, at, 4)
        name, body = _cut(data, at + 4, 4), _cut(data, at + 8, long)
        if zlib.crc32(body, zlib.crc32(name)) != _number(data, at + 8 + long, 4):
            raise Torn
        yield Part(name, body, at, at := at + 12 + long)
        if name == b"IEND":
            return
    raise Torn


_FRAMES: Final = frozenset(bytes([each]) for each in range(0xC0, 0xD0)) - {b"\xc4", b"\xc8", b"\xcc"}
"""Markers that say how large the picture is; the three between them are tables."""
_ALONE: Final = frozenset(bytes([each]) for each in (0x01, *range(0xD0, 0xD8)))
"""Markers without a length."""
_NEXT: Final = re.compile(rb"\xff[^\x00\xd0-\xd7]", re.DOTALL)
"""Inside a scan FF 00 is a byte like others, and FF D0 to D7 only divide it."""
_SCAN, _END = b"\xda", b"\xd9"


def _jpeg(data: bytes) -> Size:
    size, drawn = (0, 0), False
    for part in jpeg_parts(data):
        if part.name in _FRAMES:
            if any(size):
                raise Torn  # readers disagree about which of two sizes counts
            size = _number(part.body, 3, 2), _number(part.body, 1, 2)
        drawn = drawn or part.name == _SCAN
    if not drawn:
        raise Torn
    return size


def jpeg_parts(data: bytes) -> Iterator[Part]:
    """Each segment up to the end of the picture, named by its marker; what is drawn after a scan's head belongs to it."""
    at = 2
    for _ in range(MOST_PARTS):
        marker = _marker(data, at)
        if marker == _END:
            yield Part(marker, b"", at, at + 2)
            return
        if marker == b"\xff" or marker in _ALONE:
            at += 1 if marker == b"\xff" else 2  # any number of FF may fill the gap before a marker
            continue
        body = _segment(data, at + 2)
        end = at + 4 + len(body)
        yield Part(marker, body, at, at := _after_scan(data, end) if marker == _SCAN else end)
    raise Torn


def _segment(data: bytes, at: int) -> bytes:
    long = _number(data, at, 2)
    if long < 2:
        raise Torn
    return _cut(data, at + 2, long - 2)


def _marker(data: bytes, at: int) -> bytes:
    if _number(data, at, 1) != 0xFF:
        raise Torn
    return _cut(data, at + 1, 1)


def _after_scan(data: bytes, at: int) -> int:
    """Where the next marker stands."""
    found = _NEXT.search(data, at)
    if found is None:
        raise Torn
    return found.start()


def _webp(data: bytes) -> Size:
    long = _little(data, 4, 4)
    _cut(data, 8, long)
    size, drawn = (0, 0), False
    for part in webp_parts(data[: 8 + long]):
        if measured := _WEBP_SIZES.get(part.name):
            size = size if any(size) else measured(part.body)
        drawn = drawn or part.name in (b"VP8 ", b"VP8L", b"ANMF")
    if not drawn:
        raise Torn
    return size


def webp_parts(data: bytes, at: int = 12) -> Iterator[Part]:
    """Each chunk from there to the end of the bytes, its filling byte with it."""
    while at < len(data):
        name, long = _cut(data, at, 4), _little(data, at + 4, 4)
        yield Part(name, _cut(data, at + 8, long), at, at := at + 8 + long + long % 2)


def _lossy(body: bytes) -> Size:
    if _cut(body, 3, 3) != b"\x9d\x01\x2a":
        raise Torn
    return _little(body, 6, 2) & 0x3FFF, _little(body, 8, 2) & 0x3FFF


def _lossless(body: bytes) -> Size:
    if _number(body, 0, 1) != 0x2F:
        raise Torn
    bits = _little(body, 1, 4)
    return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1


def _canvas(body: bytes) -> Size:
    return _little(body, 4, 3) + 1, _little(body, 7, 3) + 1


_WEBP_SIZES: Final[dict[bytes, Callable[[bytes], Size]]] = {b"VP8 ": _lossy, b"VP8L": _lossless, b"VP8X": _canvas}
_WALKS: Final[dict[str, Callable[[bytes], Size]]] = {"image/png": _png, "image/jpeg": _jpeg, "image/webp": _webp}
