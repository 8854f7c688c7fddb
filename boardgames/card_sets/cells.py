"""Columns of cards as cells of a spreadsheet and fields of a form: any value as one line of text, and back without loss. Pure.

    words         might relic
    numbered      M2:1 M3:2
    effects       terrain_add(2); total_add(3, climax=yes)
    one thing     attribute=swift shown=2

What is too deep for that is written as JSON, which every cell reads as well. An empty cell is a column left out.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import inspect

from boardgames.card_set import is_deep

type Info = inspect.Type

NUMBER = re.compile(r"[+-]?\d{1,6}")
QUOTED = r'"(?:[^"\\]|\\.)*"'
CALL = re.compile(rf'\s*([a-z_]+)\s*(?:\(((?:{QUOTED}|[^()"])*)\))?\s*')
YES = frozenset({"yes", "y", "true", "1", "x", "o", "예", "はい", "是"})
NO = frozenset({"no", "n", "false", "0", "-", "아니요", "いいえ", "否"})
NAMED = re.compile(r"[a-z_]+\s*=")
LONGEST = 4000


class BadCell(ValueError):
    """A text that cannot stand in this column."""


def info_of(kind: type[msgspec.Struct]) -> dict[str, inspect.Field]:
    """The columns of a kind of card by name."""
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    return {field.encode_name: field for field in found.fields}


def read(text: str, info: Info) -> Any:
    """The value that `text` writes down, as JSON has it; raises BadCell. The empty text is None."""
    text = text.strip()
    if len(text) > LONGEST or any(_is_unprintable(sign) for sign in text):
        raise BadCell(text[:80])
    if not text:
        return None
    if text[0] in "{[" and not isinstance(_bare(info), inspect.StrType):
        return from_json(text)
    match _bare(info):
        case inspect.StrType():
            return text
        case inspect.IntType():
            return _number(text)
        case inspect.BoolType():
            return _yes_or_no(text)
        case inspect.LiteralType(values=words):
            return _word(text, words)
        case inspect.VarTupleType(item_type=item) if _is_call(item):
            return [_call(part, item) for part in _parts(text, ";")]
        case inspect.VarTupleType(item_type=item):
            return [read(word, item) for word in re.split(r"[\s,+]+", text) if word]
        case inspect.DictType(value_type=item):
            return dict(_pair(word, ":", item) for word in text.split())
        case inspect.StructType() as kind:
            return dict(_named(word, kind) for word in text.split())
        case inspect.UnionType(types=kinds):
            return _first(text, kinds)
    raise BadCell(text)


def _is_unprintable(sign: str) -> bool:
    return sign not in "\n\t" and unicodedata.category(sign) in ("Cc", "Cs")


def write(value: Any, info: Info) -> str:
    """`value` (as JSON has it) as one line; `read` gives the same back."""
    if value is None:
        return ""
    bare = _bare(info)
    match value, bare:
        case bool(), _:
            return "yes" if value else "no"
        case int() | str(), _:
            return str(value)
        case list(), inspect.VarTupleType(item_type=item) if _is_call(item):
            return "; ".join(_written_call(part, item) for part in value) if _are_calls(value) else _as_json(value)
        case list(), inspect.VarTupleType() if all(isinstance(word, str | int) for word in value):
            return " ".join(map(str, value))
        case dict(), inspect.DictType() if _fits_words(value):
            return " ".join(f"{key}:{part}" for key, part in value.items())
        case dict(), inspect.StructType() if _are_flat([value]):
            return " ".join(f"{key}={_part(part)}" for key, part in value.items())
    return _as_json(value)


def kinds_of(info: Info) -> tuple[Info, ...]:
    """The kinds of values that the column takes, `None` aside."""
    return _kinds(info)


def holds_effects(info: Info) -> bool:
    """Whether the column is a list of effects."""
    bare = _bare(info)
    return isinstance(bare, inspect.VarTupleType) and _is_call(bare.item_type)


def effects_of(info: Info) -> dict[str, inspect.StructType]:
    """The effects that the column may hold, by the word each is written with; none for other columns."""
    bare = _bare(info)
    if not isinstance(bare, inspect.VarTupleType) or not _is_call(bare.item_type):
        return {}
    return {str(kind.tag): kind for kind in _structs(bare.item_type)}


def words_of(info: Info) -> tuple[str, ...]:
    """The words of which the column may hold several; none for other columns."""
    bare = _bare(info)
    item = bare.item_type if isinstance(bare, inspect.VarTupleType) else None
    return tuple(map(str, item.values)) if isinstance(item, inspect.LiteralType) else ()


def _bare(info: Info) -> Info:
    """The type without its `None` and its bounds."""
    if isinstance(info, inspect.UnionType):
        kinds = [kind for kind in info.types if not isinstance(kind, inspect.NoneType)]
        return kinds[0] if len(kinds) == 1 else inspect.UnionType(tuple(kinds))
    if isinstance(info, inspect.Metadata):
        return _bare(info.type)
    return info


def _is_call(item: Info) -> bool:
    return all(isinstance(kind, inspect.StructType) and kind.tag is not None for kind in _kinds(item))


def _kinds(item: Info) -> tuple[Info, ...]:
    bare = _bare(item)
    return tuple(bare.types) if isinstance(bare, inspect.UnionType) else (bare,)


def _call(text: str, item: Info) -> dict[str, Any]:
    found = CALL.fullmatch(text)
    kind = next((kind for kind in _structs(item) if found and kind.tag == found[1]), None)
    if found is None or kind is None:
        raise BadCell(text)
    given = _parts(found[2] or "", ",")
    return {kind.tag_field or "op": kind.tag, **dict(_arguments(given, kind))}


def _parts(text: str, sign: str) -> list[str]:
    """The parts of `text` between signs that do not stand in quotation marks or brackets."""
    part = rf'(?:{QUOTED}|\([^()"]*(?:{QUOTED}[^()"]*)*\)|[^{sign}"(])+'
    if not re.fullmatch(f"(?:{part})?(?:{sign}(?:{part})?)*", text, re.DOTALL):
        raise BadCell(text[:80])
    found = re.findall(part, text, re.DOTALL)
    return [part.strip() for part in found if part.strip()]


def _structs(item: Info) -> Iterator[inspect.StructType]:
    yield from (kind for kind in _kinds(item) if isinstance(kind, inspect.StructType))


def _arguments(given: list[str], kind: inspect.StructType) -> Iterator[tuple[str, Any]]:
    """Values in the order of the fields, those after the required ones also by name."""
    fields = list(kind.fields)
    for number, part in enumerate(given):
        if NAMED.match(part):
            yield _named(part, kind)
        elif number < len(fields):
            yield fields[number].encode_name, _argument(part, fields[number].type)
        else:
            raise BadCell(part)


def _named(text: str, kind: inspect.StructType) -> tuple[str, Any]:
    key, sign, rest = text.partition("=")
    field = next((field for field in kind.fields if field.encode_name == key.strip()), None)
    if not sign or field is None:
        raise BadCell(text)
    return field.encode_name, _argument(rest, field.type)


def _argument(text: str, info: Info) -> Any:
    """A value inside of brackets, where a text may stand in quotation marks."""
    return from_json(text.strip()) if text.strip().startswith('"') else read(text, info)


def _written_call(value: Mapping[str, Any], item: Info) -> str:
    kind = next(kind for kind in _structs(item) if kind.tag == value[kind.tag_field or "op"])
    rest = {field.encode_name: value[field.encode_name] for field in kind.fields if field.encode_name in value}
    required = [field.encode_name for field in kind.fields if field.required]
    first = [_part(rest.pop(name)) for name in required if name in rest]
    inside = ", ".join([*first, *(f"{name}={_part(part)}" for name, part in rest.items())])
    return f"{kind.tag}({inside})" if inside else str(kind.tag)


def _part(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and not _is_flat(value):
        return _as_json(value)
    return "+".join(map(str, value)) if isinstance(value, list) else str(value)


SPLITTING = re.compile(r'[\s,;()=+\[\]{}:"\\]')


def _are_flat(values: list[Any]) -> bool:
    """Whether every part can stand in a line without being taken for something else."""
    return all(isinstance(value, dict) and all(map(_is_flat, value.values())) for value in values)


def _are_calls(values: list[Any]) -> bool:
    """The same of effects, whose texts may stand in quotation marks."""
    parts = [part for value in values for part in value.values()]
    return all(isinstance(part, str) or _is_flat(part) for part in parts)


def _is_flat(part: Any) -> bool:
    if isinstance(part, list):
        return bool(part) and all(isinstance(word, str | int) and _is_flat(word) for word in part)
    if isinstance(part, str):
        return bool(part) and not SPLITTING.search(part)
    return isinstance(part, bool | int)


def _fits_words(value: Mapping[str, Any]) -> bool:
    return all(_is_flat(key) and _is_flat(part) and not isinstance(part, list) for key, part in value.items())


def _pair(text: str, sign: str, item: Info) -> tuple[str, Any]:
    key, found, rest = text.replace("*", sign).replace("×", sign).partition(sign)
    if not key:
        raise BadCell(text)
    return key, read(rest, item) if found else _number("1")


def _number(text: str) -> int:
    if not NUMBER.fullmatch(text.replace("−", "-")):
        raise BadCell(text)
    return int(text.replace("−", "-"))


def _yes_or_no(text: str) -> bool:
    word = text.lower()
    if word not in YES | NO:
        raise BadCell(text)
    return word in YES


def _word(text: str, words: tuple[Any, ...]) -> Any:
    found = next((word for word in words if str(word) == text), None)
    if found is None:
        raise BadCell(text)
    return found


def _first(text: str, kinds: tuple[Info, ...]) -> Any:
    for kind in sorted(kinds, key=lambda kind: isinstance(kind, inspect.StrType)):
        try:
            return read(text, kind)
        except BadCell:
            continue
    raise BadCell(text)


def from_json(text: str) -> Any:
    """A value written as JSON; raises BadCell."""
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise BadCell(text[:80]) from wrong
    if is_deep(value):
        raise BadCell(text[:80])
    return value


def _as_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
