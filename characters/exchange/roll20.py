"""A character as the VTT Enhancement Suite takes it out of Roll20 (JSON, schema 1 to 3), read as lines. Pure."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any, Final

import msgspec

from characters.exchange.opened import Refused, json_object
from characters.exchange.words import SECTION_WORDS, fold, named
from characters.wording import Fault

MOST: Final = 2000
_ROW = re.compile(r"^repeating_(?P<section>[^_]+)_(?P<row>[^_]+)_(?P<field>.+)$")
_BREAK = re.compile(r"<\s*(?:br|/p|/div|/li|/h\d)[^>]*>", re.I)
_MARKUP = re.compile(r"<[^>]*>")


class Character(msgspec.Struct, frozen=True):
    name: str
    text: str


def read(data: str | bytes) -> Character | Fault:
    """The character, or what is wrong with it and where (`character.attribs[3].current`)."""
    try:
        found = json_object(data)
        at = "character." if isinstance(found.get("character"), dict) else ""
        person = found["character"] if at else found
        if found.get("type", "character") != "character" or not isinstance(person.get("attribs"), list):
            raise Refused("not_a_roll20_character", f"{at}attribs")
        attribs = _attribs(person["attribs"], f"{at}attribs")
        name, bio = _string(person, "name", at), _string(person, "bio", at)
    except Refused as refused:
        return refused.fault
    return Character(name, "\n".join((f"이름: {name}", *_plain(attribs), *_rows(attribs), "", *_story(bio))))


def _string(person: dict[str, Any], key: str, at: str) -> str:
    if not isinstance(said := person.get(key), str | None):
        raise Refused("malformed", f"{at}{key}")
    return said or ""


def _attribs(rows: list[Any], at: str) -> list[tuple[str, str, str]]:
    if len(rows) > MOST:
        raise Refused("too_many", at, limit=MOST)
    return [_attrib(row, f"{at}[{place}]") for place, row in enumerate(rows)]


def _attrib(row: Any, at: str) -> tuple[str, str, str]:
    if not isinstance(row, dict) or not isinstance(row.get("name"), str):
        raise Refused("malformed", f"{at}.name")
    for key in ("current", "max"):
        if not isinstance(row.get(key), str | int | float | None):
            raise Refused("malformed", f"{at}.{key}")
    return row["name"], _said(row.get("current")), _said(row.get("max"))


def _said(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value).strip()


def _plain(attribs: list[tuple[str, str, str]]) -> Iterator[str]:
    for name, now, most in attribs:
        if _ROW.match(name) is None and (now or most):
            label = name.replace("_", " ")
            yield f"{label} {now}/{most}" if most.isdigit() else f"{label}: {now}"


def _rows(attribs: list[tuple[str, str, str]]) -> Iterator[str]:
    """Repeated rows under the heading of their section, a row by its name, rank and whatever else it says."""
    sections: dict[str, dict[str, dict[str, str]]] = {}
    for name, now, _ in attribs:
        if match := _ROW.match(name):
            sections.setdefault(match["section"], {}).setdefault(match["row"], {})[fold(match["field"])] = now
    for section, rows in sections.items():
        heading = named(section, SECTION_WORDS)
        yield f"[{SECTION_WORDS[heading][0] if heading else section}]"
        for row in rows.values():
            yield f"- {row.pop('name', '')} {row.pop('rank', '')}".rstrip()
            yield from (f"설명: {line}" for said in row.values() for line in said.splitlines() if line.strip())


def _story(bio: str) -> Iterator[str]:
    text = unescape(_MARKUP.sub("", _BREAK.sub("\n", bio))).strip()
    if text:
        yield "[배경]"
        yield from text.splitlines()
