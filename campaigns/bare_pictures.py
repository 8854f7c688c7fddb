"""Pictures without what was written into them besides: where and when they were taken, with what, and by whom. Pure.

A browser with scripts draws a large picture anew before it is sent; here it is done for every way in. What is needed to draw
is kept as it stands, colour profiles with it, and nothing is unpacked. All else goes, whatever it is called, and so does what
hangs behind the end. How a photo has to be turned stands in its EXIF too, so that alone is said again.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator
from struct import pack
from typing import Final, Literal

from campaigns.pictures import Part, Torn, begun, jpeg_parts, png_parts, webp_parts


def bare(data: bytes) -> bytes:
    """The same picture. Behind a tear it stays as it is, and so does what is no picture at all."""
    strip = _STRIPPED.get(begun(data) or "")
    return strip(data) if strip else data


def _walked(data: bytes, parts: Iterator[Part], head: int) -> tuple[list[Part], bytes]:
    """The parts, and what is left behind a tear."""
    found, end = [], head
    try:
        for part in parts:
            found.append(part)
            end = part.end
    except Torn:
        return found, data[end:]
    return found, b""


_PNG: Final = frozenset(
    b"IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT".split()
)


def _png(data: bytes) -> bytes:
    parts, rest = _walked(data, png_parts(data), 8)
    turning, block = _turn(part for part in parts if part.name == b"eXIf")
    own = _png_chunk(b"eXIf", block) if block else b""
    kept = [data[part.at : part.end] if part.name in _PNG else own if part is turning else b"" for part in parts]
    return data[:8] + b"".join(kept) + rest


def _png_chunk(name: bytes, body: bytes) -> bytes:
    return pack(">I", len(body)) + name + body + pack(">I", zlib.crc32(name + body))


_JPEG: Final = frozenset(bytes([each]) for each in (*range(0xC0, 0xD0), *range(0xD9, 0xE0)))
"""Frames, tables, scans and the end: what is drawn. The application segments are looked at one by one."""
_EXIF_SIGN: Final = b"Exif\0\0"


def _jpeg(data: bytes) -> bytes:
    parts, rest = _walked(data, jpeg_parts(data), 2)
    turning, block = _turn(part for part in parts if _is_exif(part))
    own = _segment(b"\xe1", _EXIF_SIGN + block) if block else b""
    return data[:2] + b"".join(own if part is turning else _jpeg_part(data, part) for part in parts) + rest


def _is_exif(part: Part) -> bool:
    return part.name == b"\xe1" and part.body.startswith(_EXIF_SIGN)


def _jpeg_part(data: bytes, part: Part) -> bytes:
    match part.name:
        case b"\xe0" if part.body.startswith(b"JFIF\0") and len(part.body) >= 14:
            # Without its thumbnail, which may still show what was cut away.
            return _segment(part.name, part.body[:12] + b"\0\0")
        case b"\xe2" if part.body.startswith(b"ICC_PROFILE\0"):
            return data[part.at : part.end]
        case b"\xee" if part.body.startswith(b"Adobe"):  # says how the colours are to be read, in twelve bytes
            return _segment(part.name, part.body[:12])
    return data[part.at : part.end] if part.name in _JPEG else b""


def _segment(marker: bytes, body: bytes) -> bytes:
    return b"\xff" + marker + pack(">H", len(body) + 2) + body


_WEBP: Final = frozenset({b"VP8X", b"VP8 ", b"VP8L", b"ALPH", b"ICCP", b"ANIM", b"ANMF"})
_FRAME_HEAD: Final = 16
_SAYS_EXIF, _SAYS_XMP = 0x08, 0x04


def _webp(data: bytes) -> bytes:
    parts, rest = _walked(data, webp_parts(data[: 8 + int.from_bytes(data[4:8], "little")]), 12)
    extended = any(part.name == b"VP8X" for part in parts)
    turning, block = _turn(part for part in parts if part.name == b"EXIF" and extended)
    own = _webp_chunk(b"EXIF", block) if block else b""
    kept = (own if part is turning else _webp_part(part, turned=bool(own)) for part in parts)
    body = b"WEBP" + b"".join(kept) + rest
    return b"RIFF" + pack("<I", len(body)) + body


def _webp_part(part: Part, *, turned: bool) -> bytes:
    match part.name:
        case b"VP8X" if part.body:
            flags = part.body[0] & ~(_SAYS_EXIF | _SAYS_XMP) | (_SAYS_EXIF if turned else 0)
            return _webp_chunk(part.name, bytes([flags]) + part.body[1:])
        case b"ANMF":
            inside, rest = _walked(part.body, webp_parts(part.body, _FRAME_HEAD), _FRAME_HEAD)
            kept = b"".join(_webp_chunk(each.name, each.body) for each in inside if each.name in _WEBP)
            return _webp_chunk(part.name, part.body[:_FRAME_HEAD] + kept + rest)
    return _webp_chunk(part.name, part.body) if part.name in _WEBP else b""


def _webp_chunk(name: bytes, body: bytes) -> bytes:
    return name + pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


_ORIENTATION, _SHORT = 0x0112, 3
_UPRIGHT: Final = 1


def _turn(parts: Iterable[Part]) -> tuple[Part | None, bytes]:
    """The first part with EXIF that says how the picture is turned, and a block that says only that; b"" for upright.

    It is said in the same place: a browser heeds it before what is drawn, and not behind it.
    """
    for part in parts:
        if said := _said_turn(part.body.removeprefix(_EXIF_SIGN)):
            return part, _exif(said) if _UPRIGHT < said <= 8 else b""
    return None, b""


def _said_turn(exif: bytes) -> int:
    order: Literal["little", "big"] = "little" if exif.startswith(b"II") else "big"

    def number(at: int, long: int) -> int:
        return int.from_bytes(exif[at : at + long], order)

    first = number(4, 4)
    entries = range(first + 2, min(first + 2 + 12 * number(first, 2), len(exif)), 12)
    found = (at for at in entries if number(at, 2) == _ORIENTATION and number(at + 2, 2) == _SHORT)
    return next((number(at + 8, 2) for at in found), 0)


def _exif(turn: int) -> bytes:
    """A block of one entry."""
    return b"MM\0*" + pack(">IHHHIHHI", 8, 1, _ORIENTATION, _SHORT, 1, turn, 0, 0)


_STRIPPED: Final[dict[str, Callable[[bytes], bytes]]] = {"image/png": _png, "image/jpeg": _jpeg, "image/webp": _webp}
