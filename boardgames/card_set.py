"""A set of cards as data: one JSON file in the game's package, typed, checked and fingerprinted. Pure.

The file holds tables (`{"arts": [{"code": …}, …], …}`). A row is one card; its columns are the fields of a frozen Struct,
of which the first names the card. Whoever types in a set is told all mistakes at once, each with its card and column.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

import msgspec

from boardgames.record_reading import misfits

DEEPEST = 40
"""Lists and objects within each other in one column; what a card can say has fewer."""
DEEPEST_KEPT = 5 * DEEPEST
"""The same in a game that was set up before there was such a bound."""


class Mistake(msgspec.Struct, frozen=True):
    """What is wrong in a set: `code` is `unknown`, `value`, `missing`, `twice`, `row`, `cell` (too deep to be read), or
    one of the game's own."""

    code: str
    table: str
    card: str = ""
    column: str = ""


class BadCardSet(ValueError):
    """A set with mistakes; a game that ships one does not start."""

    def __init__(self, mistakes: Sequence[Mistake]):
        lines = [f"{wrong.table}: {wrong.card or '?'}.{wrong.column or '?'}: {wrong.code}" for wrong in mistakes]
        super().__init__("\n".join(lines))
        self.mistakes = tuple(mistakes)


class CardSet(msgspec.Struct, frozen=True):
    """The tables of a set, each card under its code in the order of the file; `fingerprint` changes with any content."""

    tables: dict[str, dict[str, Any]]
    fingerprint: str


def load(package: str, name: str, kinds: Mapping[str, type[msgspec.Struct]]) -> CardSet:
    """The set in the file `name` of `package`; raises BadCardSet."""
    return read(msgspec.json.decode(files(package).joinpath(name).read_bytes()), kinds)


def read(value: Any, kinds: Mapping[str, type[msgspec.Struct]], *, deepest: int = DEEPEST) -> CardSet:
    """The set in a decoded file, with one table per name in `kinds`; raises BadCardSet with every mistake."""
    if not isinstance(value, dict):
        raise BadCardSet([Mistake("row", "")])
    mistakes = [Mistake("unknown", table) for table in value if table not in kinds]
    for table, kind in kinds.items():
        mistakes += _mistakes(table, value.get(table), kind, deepest)
    if mistakes:
        raise BadCardSet(mistakes)
    return CardSet({table: _cards(value[table], kind) for table, kind in kinds.items()}, fingerprint(value))


def fingerprint(value: Any) -> str:
    """Of the content alone: spaces and the order of keys do not count."""
    return hashlib.sha256(msgspec.json.encode(value, order="sorted")).hexdigest()


def is_deep(value: Any, most: int = DEEPEST) -> bool:
    """Whether more than `most` lists and objects stand within each other. Layer by layer: nothing is too deep for it."""
    layer = [value]
    for _ in range(most + 1):
        layer = [part for one in layer for part in _held(one)]
    return bool(layer)


def _held(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()


def _cards(rows: list[dict[str, Any]], kind: type[msgspec.Struct]) -> dict[str, Any]:
    return {row[_key(kind)]: msgspec.convert(row, kind) for row in rows}


def _mistakes(table: str, rows: Any, kind: type[msgspec.Struct], deepest: int) -> Iterator[Mistake]:
    if not isinstance(rows, list):
        yield Mistake("missing" if rows is None else "row", table)
        return
    seen: set[str] = set()
    for number, row in enumerate(rows):
        if not isinstance(row, dict):
            yield Mistake("row", table, str(number))
            continue
        code = row.get(_key(kind), number)
        card = str(code if isinstance(code, str | int) else number)
        yield from (Mistake(wrong, table, card, column) for column, wrong in _row(row, kind, deepest))
        if card in seen:
            yield Mistake("twice", table, card, _key(kind))
        seen.add(card)


def _row(row: dict[str, Any], kind: type[msgspec.Struct], deepest: int) -> Iterator[tuple[str, str]]:
    deep = {column for column, part in row.items() if is_deep(part, deepest)}
    yield from ((column, "cell") for column in row if column in deep)
    yield from misfits({column: part for column, part in row.items() if column not in deep}, kind)
    for field in msgspec.structs.fields(kind):
        if field.required and field.encode_name not in row:
            yield field.encode_name, "missing"


def _key(kind: type[msgspec.Struct]) -> str:
    return msgspec.structs.fields(kind)[0].encode_name
