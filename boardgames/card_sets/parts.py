"""What there is to fill in for an effect, read off the vocabulary: numbers, words to choose from, texts (효과의 빈칸). Pure."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import inspect

from boardgames.ace_royal.vocabulary import STATS
from boardgames.card_sets import cells
from boardgames.dominate.vocabulary import ALONG_THE_ARROWS

type Given = Mapping[str, Sequence[str]]
"""What was filled in, by the name of the part."""

NUMBER = re.compile(r"[+−-]?\d{1,3}")
UNASKED = frozenset({"climax"})
"""Fields for which another one says the same."""
USUAL = "1"
"""What stands in a number that must be filled in, until somebody does."""
LIKELY = ("self", "opp", "won", "pa", "combat", "code", "hand", "scene")
"""What of several words is meant most often, so that it is chosen already."""


class Part(msgspec.Struct, frozen=True):
    """One thing to fill in. `form`: `number`, `amount` (a number or a sum of words), `yes`, `choice`, `several`, `text`.

    `value` is what it holds where nothing was filled in yet; what still holds it may be left out of the effect.
    """

    name: str
    form: str
    choices: tuple[str, ...] = ()
    value: tuple[str, ...] = ()
    required: bool = False

    def given(self, filled: Given) -> tuple[str, ...]:
        """What stands in it now."""
        return tuple(filled.get(self.name, self.value))


class Missing(ValueError):
    """A part that is empty or cannot be read; its name is the message."""


def parts_of(effect: inspect.StructType) -> tuple[Part, ...]:
    """The parts of an effect in the order in which it is written."""
    return tuple(part for field in effect.fields if field.encode_name not in UNASKED for part in _parts(field))


def _parts(field: inspect.Field) -> Iterator[Part]:
    kinds, name = cells.kinds_of(field.type), field.encode_name
    first = kinds[0]
    words = tuple(str(word) for kind in kinds if isinstance(kind, inspect.LiteralType) for word in kind.values)
    usual = () if field.default in (msgspec.NODEFAULT, None) else (_text(field.default),)
    if name == "add" and usual == ("0",):
        usual = (USUAL,)  # nobody wants a change by nothing
    if isinstance(first, inspect.DictType):
        yield from (Part(f"{name}.{key}", "amount", (), (USUAL,), required=True) for key in _keys(first))
    elif isinstance(first, inspect.VarTupleType):
        yield Part(name, "several", _keys(first), required=field.required)
    elif all(isinstance(kind, inspect.BoolType) for kind in kinds):
        yield Part(name, "yes", ("no", "yes"), usual or ("no",))
    elif words and len(kinds) == sum(isinstance(kind, inspect.LiteralType) for kind in kinds):
        yield Part(name, "choice", words, usual or (_likely(words) if field.required else ()), required=field.required)
    elif all(isinstance(kind, inspect.IntType) for kind in kinds):
        yield Part(name, "number", (), usual or ((USUAL,) if field.required else ()), required=field.required)
    elif any(isinstance(kind, inspect.IntType) for kind in kinds):
        yield Part(
            name, "amount", (), usual or ((USUAL,) if field.required else ()), required=field.required or name == "add"
        )
    else:
        yield Part(name, "text", required=field.required)


def _likely(words: tuple[str, ...]) -> tuple[str, ...]:
    return next(((word,) for word in LIKELY if word in words), words[:1])


def _keys(kind: inspect.DictType | inspect.VarTupleType) -> tuple[str, ...]:
    of = kind.key_type if isinstance(kind, inspect.DictType) else kind.item_type
    found = {str(word) for word in of.values} if isinstance(of, inspect.LiteralType) else set()
    return tuple(word for word in (*STATS, *ALONG_THE_ARROWS, *sorted(found)) if word in found)[: len(found)]


def _text(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def filled_in(parts: Iterable[Part], given: Given) -> dict[str, Any]:
    """The parts as the file holds them, without those that say what goes without saying; raises Missing."""
    value: dict[str, Any] = {}
    for part in parts:
        read = _read(part, [text.strip() for text in part.given(given) if text.strip()])
        if read is None:
            continue
        outer, dot, inner = part.name.partition(".")
        if dot:
            value.setdefault(outer, {})[inner] = read
        else:
            value[outer] = read
    return value


def _read(part: Part, texts: list[str]) -> Any:
    if not texts:
        if part.required:
            raise Missing(part.name)
        return None
    if not part.required and tuple(texts) == part.value:
        return None
    match part.form:
        case "yes":
            return texts[0] == "yes"
        case "several":
            return texts
        case "number" | "amount" if NUMBER.fullmatch(texts[0]):
            return int(texts[0].replace("−", "-"))
        case "number":
            raise Missing(part.name)
        case _:
            return texts[0]
