"""A file or text of whatever kind, told by what stands in it, as figures that a sheet can be made of. Pure."""

import msgspec

from characters.exchange import archive, ccfolia, ccfolia_room, roll20, udonarium
from characters.exchange.opened import Refused, text
from characters.exchange.text import LONGEST
from characters.wording import Fault


class Brought(msgspec.Struct, frozen=True):
    """One figure of a file: its format, its name, its lines for the paste box, and what the format alone understands.

    `kept` is the figure as it came, to go out with the sheet again; `picture` the bytes of its face, `picture_at` the file
    that they stand in.
    """

    format: str
    text: str
    name: str = ""
    kept: str = ""
    picture: bytes = b""
    picture_at: str = ""


def read(data: str | bytes) -> tuple[Brought, ...] | Fault:
    """The figures in `data`: a ZIP of Udonarium or a room of CCFOLIA, JSON of CCFOLIA or Roll20, or a plain-text sheet."""
    if isinstance(data, bytes) and data.startswith(b"PK"):
        return _zipped(data)
    try:
        written = text(data)
    except Refused as refused:
        return refused.fault
    begins = written.lstrip("\ufeff \r\n\t")[:9].casefold()
    if not begins or begins.startswith(("<!doctype", "<html")):
        return Fault("no_character", "")
    if begins.startswith("{"):
        return _json(written)
    return Fault("too_long", "", {"limit": LONGEST}) if len(written) > LONGEST else (Brought("text", written),)


def _zipped(data: bytes) -> tuple[Brought, ...] | Fault:
    try:
        opened = archive.opened(data)
        if ccfolia_room.is_one(opened):
            return tuple(_standing(each) for each in ccfolia_room.pieces(opened))
    except Refused as refused:
        return refused.fault
    found = udonarium.read(data)
    return found if isinstance(found, Fault) else tuple(_figure(each) for each in found) or _nobody()


def _standing(each: ccfolia_room.Standing) -> Brought:
    piece = each.piece
    return Brought("ccfolia", ccfolia.as_text(piece)[:LONGEST], piece.name, each.kept, each.picture, each.picture_at)


def _nobody() -> Fault:
    return Fault("no_character", "data.xml")


def _figure(figure: udonarium.Figure) -> Brought:
    return Brought("udonarium", figure.text[:LONGEST], figure.name, figure.kept, figure.picture, figure.picture_at)


def _json(written: str) -> tuple[Brought, ...] | Fault:
    piece = ccfolia.read(written)
    if isinstance(piece, ccfolia.Piece):
        return (Brought("ccfolia", ccfolia.as_text(piece)[:LONGEST], piece.name, written),)
    if piece.code != "not_a_character":
        return piece
    found = roll20.read(written)
    if isinstance(found, Fault):
        return found
    return (Brought("roll20", found.text[:LONGEST], found.name),)
