"""What own sets of each game are made of: tables of cards, the columns of each, and the set that ships (카드 세트의 꼴). Pure."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import inspect

from boardgames.ace_royal.cards import Card as RoyalCard
from boardgames.ace_royal.cards import read_set as read_royal_set
from boardgames.ace_royal.notation import NotNotation, read_ability, split_abilities, write_ability
from boardgames.ace_royal.vocabulary import STATS, Ability
from boardgames.card_set import CardSet, Mistake
from boardgames.card_sets import cells
from boardgames.card_sets.cells import BadCell
from boardgames.dominate.cards import TABLES
from boardgames.dominate.cards import read_set as read_dominate_set

type Row = dict[str, Any]
"""A card as its file holds it."""

type Cells = dict[str, str]
"""The same card as texts, by column."""

BETWEEN = " ;; "
"""Between the abilities of a card."""


class Column(msgspec.Struct, frozen=True):
    """A column of a table. `form`: how it is filled in (`number`, `yes`, `choice`, `several`, `text`, `line`, `effects`)."""

    name: str
    form: str
    choices: tuple[str, ...] = ()
    required: bool = False


class Kind(msgspec.Struct, frozen=True, eq=False):
    """The sets of one game. `read` is the loader of the game; `file` the shipped set in the package of the game."""

    game: str
    tables: Mapping[str, type[msgspec.Struct]]
    read: Callable[[Any], CardSet]
    file: str

    def key(self, table: str) -> str:
        """The column that names a card."""
        return str(msgspec.structs.fields(self.tables[table])[0].encode_name)


DOMINATE = Kind("dominate", TABLES, read_dominate_set, "vessel_war.json")
ACE_ROYAL = Kind("ace-royal", {"cards": RoyalCard}, read_royal_set, "lantern_war.json")
KINDS = {kind.game: kind for kind in (DOMINATE, ACE_ROYAL)}


@cache
def shipped(kind: Kind) -> dict[str, list[Row]]:
    """The rows of the set that ships, table by table."""
    file = files(f"boardgames.{kind.game.replace('-', '_')}").joinpath(kind.file)
    whole = msgspec.json.decode(file.read_bytes())
    return {table: whole[table] for table in kind.tables}


@cache
def columns(kind: Kind, table: str) -> tuple[Column, ...]:
    """The columns in the order of a spreadsheet."""
    return tuple(_columns(kind, table))


def _columns(kind: Kind, table: str) -> Iterator[Column]:
    for name, field in cells.info_of(kind.tables[table]).items():
        match name if kind is ACE_ROYAL else "":
            case "stats":
                yield from (Column(stat, "number") for stat in STATS)
            case "abilities":
                yield Column("abilities", "effects")
                yield Column("ability_names", "line")
            case _:
                yield _column(name, field)


def _column(name: str, field: inspect.Field) -> Column:
    kinds = cells.kinds_of(field.type)
    if name == "text":
        return Column(name, "text")
    if all(isinstance(kind, inspect.BoolType) for kind in kinds):
        return Column(name, "yes")
    if all(isinstance(kind, inspect.IntType) for kind in kinds):
        return Column(name, "number", required=field.required)
    words = [str(word) for kind in kinds if isinstance(kind, inspect.LiteralType) for word in kind.values]
    if words and len(words) == sum(
        isinstance(kind, inspect.LiteralType) * len(getattr(kind, "values", ())) for kind in kinds
    ):
        return Column(name, "choice", tuple(words), required=field.required)
    if several := cells.words_of(field.type):
        return Column(name, "several", several, required=field.required)
    return Column(name, "effects" if cells.holds_effects(field.type) else "line", required=field.required)


def to_cells(kind: Kind, table: str, row: Row) -> Cells:
    """The row as texts; columns that are left out are empty."""
    written = {column.name: "" for column in columns(kind, table)}
    known = cells.info_of(kind.tables[table])
    for name, value in row.items():
        if kind is ACE_ROYAL and name == "stats":
            written |= {stat: str(number) for stat, number in value.items()}
        elif kind is ACE_ROYAL and name == "abilities":
            written |= _written_abilities(row, value)
        elif name in known:
            written[name] = cells.write(value, known[name].type)
    return written


def from_cells(kind: Kind, table: str, texts: Mapping[str, str]) -> tuple[Row, list[Mistake]]:
    """The row that the texts write down, and what of them cannot be read."""
    row: Row = {}
    mistakes: list[Mistake] = []
    card = texts.get(kind.key(table), "").strip()
    for name in (name for name in texts if name not in {column.name for column in columns(kind, table)}):
        mistakes.append(Mistake("unknown", table, card, name[:80]))
    for name, field in cells.info_of(kind.tables[table]).items():
        for column, read in _readers(kind, name, field, texts):
            try:
                value = read()
            except BadCell:
                mistakes.append(Mistake("cell", table, card, column))
                continue
            if value is not None and value != {}:
                row[name] = value
    return row, mistakes


def _readers(
    kind: Kind, name: str, field: inspect.Field, texts: Mapping[str, str]
) -> Iterator[tuple[str, Callable[[], Any]]]:
    if kind is ACE_ROYAL and name == "stats":
        yield "stats", lambda: {stat: number for stat in STATS if (number := _stat(texts.get(stat, ""))) is not None}
    elif kind is ACE_ROYAL and name == "abilities":
        yield "abilities", lambda: _read_abilities(texts.get("abilities", ""), texts.get("ability_names", ""))
    else:
        yield name, lambda: cells.read(texts.get(name, ""), field.type)


def _stat(text: str) -> int | None:
    if not text.strip():
        return None
    if not cells.NUMBER.fullmatch(text.strip()):
        raise BadCell(text)
    return int(text)


def _written_abilities(row: Row, value: list[Any]) -> Cells:
    abilities = [msgspec.convert(part, Ability) for part in value]
    told = BETWEEN.join(write_ability(one, from_hand=row.get("type") == "scene") for one in abilities)
    names = [{key: part[key] for key in ("id", "name", "names") if part.get(key)} for part in value]
    return {"abilities": told, "ability_names": msgspec.json.encode(names).decode() if any(names) else ""}


def _read_abilities(text: str, names: str) -> list[Any]:
    try:
        read = [msgspec.to_builtins(read_ability(part)) for part in split_abilities(text)]
        named = msgspec.convert(cells.from_json(names), list[dict[str, Any]]) if names.strip() else []
    except (NotNotation, msgspec.ValidationError) as wrong:
        raise BadCell(text[:80]) from wrong
    if len(named) > len(read):
        raise BadCell(names[:80])
    named += [{}] * (len(read) - len(named))
    return [one | called for one, called in zip(read, named, strict=True)]
