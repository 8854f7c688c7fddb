"""What somebody keeps of his own set: his cards, laid over the set that ships or standing alone (오버레이). Pure.

A draft may hold anything that has the shape of rows; whether a game can be played with it is said by `mistakes`.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from boardgames.card_set import DEEPEST, BadCardSet, CardSet, Mistake, is_deep
from boardgames.card_sets.kinds import Kind, Row, shipped

MOST_ROWS = 400
"""Cards of one table; the boxed games have a quarter of it."""


class Content(msgspec.Struct, frozen=True, omit_defaults=True):
    """`tables` are the own rows; `without` names shipped cards that are left out. Not `overlay`: nothing else is in it."""

    overlay: bool = True
    tables: dict[str, list[Row]] = {}
    without: dict[str, list[str]] = {}


class Line(msgspec.Struct, frozen=True):
    """A card in the list of a table: `own` it was typed in, `replaces` one that ships, `left_out` it is not in the set."""

    code: str
    row: Row
    own: bool = False
    replaces: bool = False
    left_out: bool = False


def whole(kind: Kind, content: Content) -> dict[str, list[Row]]:
    """The complete set as its file would hold it."""
    return {table: [line.row for line in lines(kind, content, table) if not line.left_out] for table in kind.tables}


def lines(kind: Kind, content: Content, table: str) -> list[Line]:
    """Every card of a table: shipped ones in their order, with what stands for them, then those that are new."""
    key, own = kind.key(table), content.tables.get(table, [])
    if not content.overlay:
        return [Line(str(row.get(key, "")), row, own=True) for row in own]
    rows = {str(row.get(key, "")): row for row in own}
    out = set(content.without.get(table, ()))
    first = [_line(row[key], rows.pop(row[key], None), row, out) for row in shipped(kind)[table]]
    return [*first, *(Line(code, row, own=True) for code, row in rows.items())]


def _line(code: str, mine: Row | None, theirs: Row, out: set[str]) -> Line:
    return Line(code, mine or theirs, own=mine is not None, replaces=mine is not None, left_out=code in out)


def read(kind: Kind, content: Content) -> CardSet:
    """The set, if it is one that can be played with; raises BadCardSet with every mistake."""
    return kind.read(whole(kind, content))


def mistakes(kind: Kind, content: Content) -> tuple[Mistake, ...]:
    try:
        read(kind, content)
    except BadCardSet as wrong:
        return wrong.mistakes
    return ()


def row_of(kind: Kind, content: Content, table: str, code: str) -> Row | None:
    return next((line.row for line in lines(kind, content, table) if line.code == code), None)


def with_row(kind: Kind, content: Content, table: str, row: Row, *, instead_of: str = "") -> Content | Mistake:
    """The content with the card in it, in place of the own card `instead_of` or of one with the same code."""
    code = str(row.get(kind.key(table), ""))
    old = {str(one.get(kind.key(table), "")) for one in content.tables.get(table, ())}
    if not code:
        return Mistake("missing", table, "", kind.key(table))
    if code in old and code != instead_of:
        return Mistake("twice", table, code, kind.key(table))
    rows = list(_replaced(kind, content, table, row, instead_of or code))
    if len(rows) > MOST_ROWS:
        return Mistake("many", table)
    left = [one for one in content.without.get(table, ()) if one != code]
    return _with(content, table, rows, left)


def _replaced(kind: Kind, content: Content, table: str, row: Row, code: str) -> Iterator[Row]:
    stood = False
    for one in content.tables.get(table, ()):
        here = str(one.get(kind.key(table), "")) == code
        stood |= here
        yield row if here else one
    if not stood:
        yield row


def without_row(kind: Kind, content: Content, table: str, code: str) -> Content:
    """The own card goes, and a shipped one of its code stands again; a shipped card itself is left out."""
    rows = content.tables.get(table, [])
    kept = [one for one in rows if str(one.get(kind.key(table), "")) != code]
    left = list(content.without.get(table, ()))
    if (
        len(kept) == len(rows)
        and code not in left
        and any(code == one[kind.key(table)] for one in shipped(kind)[table])
    ):
        left.append(code)
    return _with(content, table, kept, left)


def with_back(content: Content, table: str, code: str) -> Content:
    """A shipped card that was left out stands in the set again."""
    left = [one for one in content.without.get(table, ()) if one != code]
    return _with(content, table, content.tables.get(table, []), left)


def with_table(kind: Kind, content: Content, table: str, rows: list[Row]) -> Content | Mistake:
    """The content with these rows as all own cards of the table."""
    return (
        Mistake("many", table) if len(rows) > MOST_ROWS else _with(content, table, rows, content.without.get(table, []))
    )


def _with(content: Content, table: str, rows: list[Row], left: list[str]) -> Content:
    return replace(
        content, tables=_filled({**content.tables, table: rows}), without=_filled({**content.without, table: left})
    )


def _filled[Part](parts: dict[str, list[Part]]) -> dict[str, list[Part]]:
    return {key: part for key, part in parts.items() if part}


def from_file(kind: Kind, value: Any) -> Content | Mistake:
    """The content in a decoded JSON file: one that was exported here, or a bare set with the tables of the game."""
    if not isinstance(value, dict):
        return Mistake("row", "")
    if "tables" not in value:
        value = {"overlay": False, "tables": {table: value[table] for table in kind.tables if table in value}}
    try:
        content = msgspec.convert(
            {key: value[key] for key in ("overlay", "tables", "without") if key in value}, Content
        )
    except msgspec.ValidationError:
        return Mistake("row", "tables")
    strange = next((name for name in (*content.tables, *content.without) if name not in kind.tables), None)
    if strange is not None:
        return Mistake("unknown", strange[:80])
    if not content.tables:
        return Mistake("missing", next(iter(kind.tables)))
    big = next((table for table, rows in content.tables.items() if len(rows) > MOST_ROWS), None)
    return Mistake("many", big) if big else content


def too_deep(kind: Kind, value: Any) -> Mistake | None:
    """What of a decoded JSON file lies too deep to be kept: the first column that does."""
    around = len(("file", "tables", "table", "card"))
    if not is_deep(value, DEEPEST + around):
        return None
    tables = value.get("tables", value) if isinstance(value, dict) else None
    rows = ((table, row) for table in kind.tables for row in _listed(tables, table))
    cells = ((table, row.get(kind.key(table)), *cell) for table, row in rows for cell in row.items())
    found = ((table, code, column) for table, code, column, part in cells if is_deep(part))
    table, code, column = next(found, ("", "", ""))
    return Mistake("cell" if table else "json", table, code[:80] if isinstance(code, str) else "", column[:80])


def _listed(tables: Any, table: str) -> list[Row]:
    rows = tables.get(table) if isinstance(tables, dict) else None
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def to_file(kind: Kind, content: Content, title: str) -> dict[str, Any]:
    """The content as a JSON file; `from_file` reads the same back."""
    kept = {"overlay": content.overlay, "tables": content.tables, "without": content.without}
    return {"format": "grailkeeper/card-set", "game": kind.game, "title": title, **kept}
