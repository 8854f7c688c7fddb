"""Foreign bytes made into text or JSON, or the first thing that is wrong with them. Pure."""

import json
from typing import Any

from characters.wording import Fault
from tabletop.strict_json import is_unprintable

LARGEST = 10 * 1024 * 1024
"""No file that is taken in is larger."""


class Refused(Exception):
    """A file that is not what it should be; caught at the edge of each reader, which hands the fault back."""

    def __init__(self, code: str, at: str = "", **numbers: int | str):
        super().__init__(code)
        self.fault = Fault(code, at, numbers)


def text(data: str | bytes) -> str:
    """The text in `data`, UTF-8 with or without its mark."""
    if len(data) > LARGEST:
        raise Refused("file_too_large", limit=LARGEST // 2**20)
    try:
        written = data if isinstance(data, str) else data.decode("utf-8-sig")
        written.encode()
    except UnicodeDecodeError as wrong:
        line = wrong.object.count(b"\n", 0, wrong.start) + 1
        raise Refused("not_text", f"{line}" if line > 1 else "") from None
    except UnicodeError:
        raise Refused("not_text") from None
    if "\0" in written:
        raise Refused("not_text")
    return written


def json_object(data: str | bytes) -> dict[str, Any]:
    """The JSON object in `data`. Decimals are let in: other programs use them for places on their boards."""
    written = text(data).strip().removeprefix("\ufeff")
    try:
        value = json.loads(written, parse_constant=_no_number, parse_float=_finite)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as wrong:
        line = wrong.lineno if isinstance(wrong, json.JSONDecodeError) else 1
        raise Refused("not_json", line=line) from None
    if not isinstance(value, dict):
        raise Refused("not_an_object")
    if is_unprintable(value):
        raise Refused("not_text")
    return value


def _no_number(word: str) -> Any:
    raise ValueError(word)


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError(digits[:40])
    return number
