"""The character that CCFOLIA copies to and pastes from the clipboard: JSON of a piece on its board. Pure.

Only what a sheet can say is read, as lines for the paste box; everything else of the object is kept and handed out again,
so that a piece keeps its place, its faces and its palette on the way through this app.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from characters.exchange import text as plain_text
from characters.exchange.opened import Refused, json_object
from characters.exchange.words import POINT_WORDS, STAT_WORDS, fold
from characters.exchange.written import write
from characters.sheet import STATS, Entry, Master, Phantasm, Sheet, Spell
from characters.visibility import groups
from characters.wording import Fault

KIND: Final = "character"
COLOUR: Final = "#888888"
MOST: Final = 200
"""Statuses, parameters and faces of one piece."""

_STRINGS: Final = ("name", "memo", "externalUrl", "color", "commands", "iconUrl")
_RESET: Final = "[스테이터스]"
_REST: Final = "[그 밖에]"
"""Headings that end the one before them, so that what follows is not read as a part of it."""
_MINE: Final = ("명운", "신념", "령주")


class Piece(msgspec.Struct, frozen=True):
    """The object of the clipboard, as it came."""

    object: dict[str, Any]

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = self.object["data"]
        return found

    @property
    def name(self) -> str:
        return _said(self.data.get("name"))

    @property
    def palette(self) -> tuple[str, ...]:
        return tuple(_said(self.data.get("commands")).splitlines())


def read(data: str | bytes) -> Piece | Fault:
    """The piece, or what is wrong with it: a code and the place in the JSON (`data.status[2].label`)."""
    try:
        found = json_object(data)
        _check(found)
    except Refused as refused:
        return refused.fault
    return Piece(found)


def object_of(kept: str) -> dict[str, Any] | None:
    """The object of a piece that was kept as text, None where there is none."""
    found = read(kept) if kept else None
    return found.object if isinstance(found, Piece) else None


def as_text(piece: Piece) -> str:
    """The piece as lines for the paste box: the memo first, then what stands on the board, which is newer."""
    data = piece.data
    return "\n".join([_RESET, _said(data.get("memo")), _RESET, f"이름: {piece.name}", *_status(data), *_params(data)])


def write_piece(sheet: Sheet, *, link: str = "", master: str = "", kept: dict[str, Any] | None = None) -> str:
    """The clipboard text for a sheet as its reader may see it, over the object that was taken in before, if one was."""
    before = Piece(kept) if kept else Piece({"kind": KIND, "data": {}})
    data = {"initiative": 0, "color": COLOUR, **before.data}
    data |= {
        "name": sheet.name,
        "memo": _memo(sheet, master, _said(before.data.get("memo"))),
        "externalUrl": link,
        "status": _with_others([_stat(*each) for each in _pools(sheet)], before.data.get("status", [])),
        "params": _with_others([{"label": a, "value": b} for a, b in _ranks(sheet)], before.data.get("params", [])),
        "commands": "\n".join(dict.fromkeys((*before.palette, *_palette(sheet)))),
    }
    return json.dumps({**before.object, "kind": KIND, "data": data}, ensure_ascii=False, separators=(",", ":"))


def _check(found: dict[str, Any]) -> None:
    if found.get("kind") != KIND:
        raise Refused("not_a_character", "kind")
    data = found.get("data")
    if not isinstance(data, dict):
        raise Refused("malformed", "data")
    for key in _STRINGS:
        if not isinstance(data.get(key), str | None):
            raise Refused("malformed", f"data.{key}")
    for key, parts in (("status", ("label",)), ("params", ("label", "value")), ("faces", ("label",))):
        _check_list(data.get(key, []), f"data.{key}", parts)


def _check_list(rows: Any, at: str, parts: tuple[str, ...]) -> None:
    if rows is None:
        return
    if not isinstance(rows, list):
        raise Refused("malformed", at)
    if len(rows) > MOST:
        raise Refused("too_many", at, limit=MOST)
    for place, row in enumerate(rows):
        if not isinstance(row, dict):
            raise Refused("malformed", f"{at}[{place}]")
        for part in (*parts, *(each for each in ("value", "max") if each in row)):
            if not isinstance(row.get(part), str | int | float | None) or isinstance(row.get(part), bool):
                raise Refused("malformed", f"{at}[{place}].{part}")


def _rows(data: dict[str, Any], key: str) -> list[dict[str, Any]]:
    return data.get(key) or []


def _status(data: dict[str, Any]) -> Iterator[str]:
    for row in _rows(data, "status"):
        now, most = _said(row.get("value")), _said(row.get("max"))
        if now or most:
            yield f"{_said(row.get('label'))} {now or most}" + (f"/{most}" if most and _whole(most) else "")


def _params(data: dict[str, Any]) -> Iterator[str]:
    for row in _rows(data, "params"):
        yield f"{_said(row.get('label'))}: {_said(row.get('value'))}"


def _said(value: Any) -> str:
    """Numbers and strings alike; a decimal without a fraction is a whole number."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value).strip() if not isinstance(value, str) else value.strip()


def _whole(text: str) -> bool:
    return text.removeprefix("-").isdigit()


def _stat(label: str, now: int, most: int | None) -> dict[str, Any]:
    return {"label": label, "value": now} | ({} if most is None else {"max": most})


def _pools(sheet: Sheet) -> Iterator[tuple[str, int, int | None]]:
    for pool in ("hp", "mp"):
        if pool in sheet.who:
            yield pool.upper(), getattr(sheet, pool), getattr(sheet, f"{pool}_max")
    if isinstance(sheet, Master):
        for key, label in zip(("fortune_left", "conviction_left"), _MINE, strict=False):
            if key in sheet.who and getattr(sheet, key) is not None:
                yield f"남은 {label}", getattr(sheet, key), None
        if "command_spells" in sheet.who:
            yield "령주", sheet.command_spells, None


def _ranks(sheet: Sheet) -> Iterator[tuple[str, str]]:
    return ((STAT_WORDS[stat][0], getattr(sheet, stat)) for stat in STATS[sheet.kind] if stat in sheet.who)


def _with_others(mine: list[dict[str, Any]], before: list[dict[str, Any]] | None) -> list[dict[str, Any]]:
    """The rows of the piece in their order, with today's values where the sheet has them; what it lacks comes last."""
    fresh = {fold(row["label"]): row for row in mine}
    rows = []
    for row in before or []:
        rows.append(row | fresh.pop(_same(row, fresh), {}) | {"label": row.get("label")})
    return rows + list(fresh.values())


def _same(row: dict[str, Any], fresh: dict[str, dict[str, Any]]) -> str:
    """The sheet's own name of a row that people may call otherwise (체력 is HP)."""
    label = fold(_said(row.get("label")))
    if label in fresh:
        return label
    for words in (POINT_WORDS, STAT_WORDS):
        for spellings in words.values():
            if label in spellings:
                return next((fold(word) for word in spellings if fold(word) in fresh), label)
    return label


def _memo(sheet: Sheet, master: str, before: str) -> str:
    """The sheet as text, then the lines of the piece's memo that no sheet has a place for."""
    own = write(sheet, master)
    known = {line.strip() for line in own.splitlines()}
    rest = [
        line.text for line in plain_text.read(f"{_RESET}\n{before}").lines if not line.found and line.text not in known
    ]
    return "\n".join([own.rstrip(), *(["", _REST, *rest] if rest else [])])


def _palette(sheet: Sheet) -> Iterator[str]:
    """One command a line: what an entry costs, with its name as the comment (the first space ends the command)."""
    for entries in groups(sheet).values():
        yield from (_command(entry) for entry in entries if entry.name)


def _command(entry: Entry) -> str:
    called = f"【{entry.name}】{entry.rank}"
    return f":MP-{entry.mp} {called}" if isinstance(entry, Phantasm | Spell) and entry.mp else called
