"""Pictures that people hand in: told by their first bytes, never by what the browser says. Pure."""

from typing import Final

LARGEST: Final = 1024 * 1024


def kind_of(data: bytes) -> str | None:
    """The media type of a PNG, JPEG or WebP picture; None for everything else."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "image/webp"
    return None
