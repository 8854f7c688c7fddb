"""JSON as the record formats want it: whole numbers only, no key twice, no surprises. Pure.

The standard parser is used because it alone tells about keys that stand twice. Size is bounded by who hands the text in,
depth by the interpreter's recursion limit, which is reported like any other mistake.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec

from tabletop.game import Illegal, Json

LARGEST = 2**53 - 1
"""Beyond it other readers of the file would silently round."""


class Spoiled:
    """What JSON allows and no record may hold; it fits no shape, so whoever reads the record finds it at its place."""

    def __init__(self, illegal: Illegal):
        self.illegal = illegal


class _Refused(ValueError):
    def __init__(self, illegal: Illegal):
        super().__init__(illegal.code)
        self.illegal = illegal


type _Spoil = Callable[[Illegal], Any]


def read(text: str | bytes) -> Json | Illegal:
    """The value in `text`, or Illegal at "" with rule "format"."""
    value: Json | Illegal = _parsed(text, _refuse)
    return value


def read_marked(text: str | bytes) -> Any:
    """As `read`, but a key that stands twice and a number that is none are `Spoiled` values in their places.

    A record is judged from its first key to its last move, so such a thing in a late move must not come before a mistake in
    an early one. Illegal only where the text is no JSON.
    """
    return _parsed(text, Spoiled)


def precisely(value: Any, illegal: Illegal) -> Illegal:
    """The mistake found in `value`, told by what is spoiled at its place, if anything is."""
    spoiled = next(_spoiled_at(value, illegal.at), None) if illegal.rule == "format" else None
    return msgspec.structs.replace(spoiled.illegal, at=illegal.at) if spoiled else illegal


def _parsed(text: str | bytes, spoil: _Spoil) -> Any:
    try:
        written = text if isinstance(text, str) else text.decode("utf-8-sig")
        value = json.loads(
            written,
            object_pairs_hook=partial(_object, spoil=spoil),
            parse_float=partial(_not_whole, spoil=spoil),
            parse_constant=partial(_not_whole, spoil=_refuse),
            parse_int=partial(_whole, spoil=spoil),
        )
        _refuse_half_characters(written, value)
    except _Refused as refused:
        return refused.illegal
    except (ValueError, RecursionError):
        return Illegal("not_json", "format")
    return value


def _refuse(illegal: Illegal) -> Any:
    raise _Refused(illegal)


def _refuse_half_characters(written: str, value: Json) -> None:
    """A lone surrogate can be read but never printed again (the error is a ValueError)."""
    if "\\ud" in written or "\\uD" in written:
        json.dumps(value, ensure_ascii=False, default=str).encode()


def _object(pairs: list[tuple[str, Json]], spoil: _Spoil) -> dict[str, Any]:
    found: dict[str, Any] = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        found[twice] = spoil(_illegal("key_twice", key=twice[:80].encode(errors="replace").decode()))
    return found


def _not_whole(digits: str, spoil: _Spoil) -> Any:
    return spoil(_illegal("not_whole", number=digits[:40]))


def _whole(digits: str, spoil: _Spoil) -> Any:
    if len(digits) > 17 or abs(number := int(digits)) > LARGEST:
        return spoil(_illegal("number_too_large", number=digits[:40]))
    return number


def _illegal(code: str, **numbers: int | str) -> Illegal:
    return Illegal(code, "format", "", dict(numbers))


def _spoiled_at(value: Any, at: str) -> Iterator[Spoiled]:
    """At "" only the record's own keys are meant, at every other place all that stands there."""
    for step in re.findall(r"[^.\[\]]+", at):
        value = _parts(value).get(step)
    return _spoiled_in(value) if at else (part for part in _parts(value).values() if isinstance(part, Spoiled))


def _spoiled_in(value: Any) -> Iterator[Spoiled]:
    # a loop, since nothing limits how deep a record is nested
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Spoiled):
            yield part
        waiting.extend(reversed(_parts(part).values()))


def _parts(value: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    return {str(place): part for place, part in enumerate(value)} if isinstance(value, list) else {}


def is_unprintable(value: Json) -> bool:
    """Whether a NUL stands anywhere in it: that is text for JSON, but for no database."""
    match value:
        case str():
            return "\0" in value
        case dict():
            return any(is_unprintable(key) or is_unprintable(part) for key, part in value.items())
        case list():
            return any(is_unprintable(part) for part in value)
        case _:
            return False
