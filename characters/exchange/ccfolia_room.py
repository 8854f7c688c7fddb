"""A whole room of CCFOLIA (ZIP): the pieces on its board, each as the clipboard would hold it. Pure.

Where exactly the pieces stand in `__data.json` is written down nowhere, so they are looked for by their name, `characters`.
Its pictures lie beside it under names that mean nothing outside the file, so they do not go out again.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from characters.exchange import ccfolia
from characters.exchange.archive import Archive
from characters.exchange.opened import Refused, json_object
from characters.wording import Fault

DATA: Final = "__data.json"
MOST: Final = 200
DEEP: Final = 6


class Standing(msgspec.Struct, frozen=True):
    """A piece of the room: the object that the clipboard would hold, as text, and its picture with the entry it stands in."""

    piece: ccfolia.Piece
    kept: str
    picture: bytes
    picture_at: str


def is_one(opened: Archive) -> bool:
    return DATA in opened


def pieces(opened: Archive) -> tuple[Standing, ...]:
    """Every piece; refused with the place of the first that is not one (`__data.json: entities.characters.x: data.status`)."""
    try:
        found = list(_found(json_object(opened.read(DATA)), "", 0))
    except Refused as refused:
        raise Refused(refused.fault.code, refused.fault.at or DATA, **refused.fault.numbers) from None
    if not found:
        raise Refused("no_character", DATA)
    if len(found) > MOST:
        raise Refused("too_many", DATA, limit=MOST)
    return tuple(_standing(opened, at, data) for at, data in found)


def _found(value: Any, at: str, depth: int) -> Iterator[tuple[str, dict[str, Any]]]:
    if not isinstance(value, dict) or depth > DEEP:
        return
    for key, inner in value.items():
        place = f"{at}.{key}" if at else key
        if key == "characters":
            yield from _rows(inner, place)
        else:
            yield from _found(inner, place, depth + 1)


def _rows(value: Any, at: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The pieces by their ids, or in a list."""
    rows = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, row in rows:
        if not isinstance(row, dict):
            raise Refused("malformed", f"{DATA}: {at}.{name}"[:120])
        yield f"{at}.{name}"[:80], row


def _standing(opened: Archive, at: str, data: dict[str, Any]) -> Standing:
    named = data.get("iconUrl")
    face = named if isinstance(named, str) and named in opened else ""
    kept = json.dumps({"kind": ccfolia.KIND, "data": _outside(data)}, ensure_ascii=False)
    found = ccfolia.read(kept)
    if isinstance(found, Fault):
        raise Refused(found.code, f"{DATA}: {at}: {found.at}", **found.numbers)
    return Standing(found, kept, opened.read(face) if face else b"", face)


def _outside(data: dict[str, Any]) -> dict[str, Any]:
    """Without pictures that are files of this ZIP."""
    faces = data.get("faces")
    if isinstance(faces, list):
        data = {**data, "faces": [_linked(face) if isinstance(face, dict) else face for face in faces]}
    return _linked(data)


def _linked(row: dict[str, Any]) -> dict[str, Any]:
    url = row.get("iconUrl")
    return {**row, "iconUrl": None} if isinstance(url, str) and "://" not in url else row
