"""Whole pictures, as small as they come: made here, or saved once by a drawing program."""

import zlib
from base64 import b64decode
from random import Random
from struct import pack

SIGN = b"\x89PNG\r\n\x1a\n"


def chunk(name: bytes, body: bytes) -> bytes:
    return pack(">I", len(body)) + name + body + pack(">I", zlib.crc32(name + body))


def png(wide: int = 2, high: int = 3, shade: int = 200, *, padding: int = 0) -> bytes:
    """A grey picture. It says that it is so large, and holds `padding` bytes of a private chunk besides."""
    head = chunk(b"IHDR", pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0))
    dots = zlib.compress((b"\0" + bytes([shade]) * min(wide, 64)) * min(high, 64))
    return (
        SIGN
        + head
        + (chunk(b"grAl", Random(padding).randbytes(padding)) if padding else b"")
        + chunk(b"IDAT", dots)
        + chunk(b"IEND", b"")
    )


PNG = png()
JPEG = b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////"
    "////////wAALCAADAAIBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AT//Z"
)
LOSSY = b64decode("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoCAAMADMDOJaQAA3AA/uxnAAA=")
WEBP = b64decode("UklGRhoAAABXRUJQVlA4TA4AAAAvAYAAAAcQEf0PRET/Aw==")


def segment(marker: int, body: bytes) -> bytes:
    """A segment of a JPEG."""
    return bytes([0xFF, marker]) + pack(">H", len(body) + 2) + body


def exif(turn: int, besides: bytes = b"") -> bytes:
    """What a camera says: how the picture is to be turned, and whatever else."""
    return b"MM\0*" + pack(">IHHHIHHI", 8, 1, 0x112, 3, 1, turn, 0, 0) + besides


def photo(turn: int, besides: bytes = b"") -> bytes:
    """The JPEG as a camera writes it."""
    return JPEG[:20] + segment(0xE1, b"Exif\0\0" + exif(turn, besides)) + JPEG[20:]


def webp_chunk(name: bytes, body: bytes) -> bytes:
    return name + pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


def riff(*chunks: bytes) -> bytes:
    """A WebP of these chunks."""
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + pack("<I", len(body)) + body
