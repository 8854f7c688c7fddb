"""A `manual` effect on screen (직접 처리): its text, and a form in which its user says what comes of it for whom."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

FIELD = re.compile(r"settle\.([a-z0-9-]+)\.([a-z]+)")
NUMBER = re.compile(r"[+-]?\d{1,2}")


class Settling(msgspec.Struct, frozen=True):
    """What is to be settled: the card and its text; `whats` are the things that may change, for each of `seats`."""

    card: str
    text: str
    whats: tuple[str, ...]
    seats: tuple[tuple[str, str], ...]


def settled(fields: Any) -> dict[str, Any] | None:
    """The move that the form says; None where it is another form. What is no number stands as nothing."""
    if "settle" not in fields:
        return None
    changes = [
        {"who": found[1], "what": found[2], "n": int(text)}
        for name, text in _texts(fields).items()
        if (found := FIELD.fullmatch(name)) and NUMBER.fullmatch(text) and int(text)
    ]
    return {"do": "settle", "changes": changes, "note": " ".join(fields.get("note", "").split())[:200]}


def _texts(fields: Mapping[str, str]) -> dict[str, str]:
    return {name: fields[name].strip().replace("−", "-") for name in fields if name.startswith("settle.")}
