"""JSON as the record formats want it: whole numbers only, no key twice, no surprises. Pure.

The standard parser is used because it alone tells about keys that stand twice. Size is bounded by who hands the text in,
depth by the interpreter's recursion limit, which is reported like any other mistake.
"""

import json

from tabletop.game import Illegal, Json

LARGEST = 2**53 - 1
"""Beyond it other readers of the file would silently round."""


class _Refused(ValueError):
    def __init__(self, code: str, **numbers: int | str):
        super().__init__(code)
        self.illegal = Illegal(code, "format", "", dict(numbers))


def read(text: str | bytes) -> Json | Illegal:
    """The value in `text`, or Illegal at "" with rule "format"."""
    try:
        written = text if isinstance(text, str) else text.decode("utf-8-sig")
        value: Json = json.loads(
            written,
            object_pairs_hook=_object,
            parse_float=_refuse_float,
            parse_constant=_refuse_float,
            parse_int=_whole,
        )
        _refuse_half_characters(written, value)
    except _Refused as refused:
        return refused.illegal
    except (ValueError, RecursionError):
        return Illegal("not_json", "format")
    return value


def _refuse_half_characters(written: str, value: Json) -> None:
    """A lone surrogate can be read but never printed again (the error is a ValueError)."""
    if "\\ud" in written or "\\uD" in written:
        json.dumps(value, ensure_ascii=False).encode()


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _Refused("key_twice", key=twice[:80].encode(errors="replace").decode())
    return found


def _refuse_float(digits: str) -> Json:
    raise _Refused("not_whole", number=digits[:40])


def _whole(digits: str) -> int:
    if len(digits) > 17 or abs(number := int(digits)) > LARGEST:
        raise _Refused("number_too_large", number=digits[:40])
    return number


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
