"""Foreign bytes made into text or JSON, or the first thing that is wrong with them. Pure."""

import json
from typing import Any

from characters.wording import Fault
from tabletop.strict_json import is_unprintable

LARGEST = 10 * 1024 * 1024
"""No file that is taken in is larger."""
UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class Refused(Exception):
    """A file that is not what it should be; caught at the edge of each reader, which hands the fault back."""

    def __init__(self, code: str, at: str = "", **numbers: int | str):
        super().__init__(code)
        self.fault = Fault(code, at, numbers)


def text(data: str | bytes) -> str:
    """The text in `data`: UTF-8 with or without its mark, UTF-16 with it, or what older Korean programs write."""
    if len(data) > LARGEST:
        raise Refused("file_too_large", limit=LARGEST // 2**20)
    written = data if isinstance(data, str) else _decoded(data)
    try:
        written.encode()
    except UnicodeError:
        raise Refused("not_text") from None
    if "\0" in written:
        raise Refused("not_text")
    return written


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-16" if data.startswith(UTF_16) else "utf-8-sig")
    except UnicodeDecodeError as wrong:
        if (korean := _korean(data)) is not None:
            return korean
        line = data.count(b"\n", 0, wrong.start) + 1
        raise Refused("not_text", f"{line}" if line > 1 else "") from None


def _korean(data: bytes) -> str | None:
    """What is text in CP949; None where it is none, as a damaged file in another encoding, which gives no Hangul."""
    try:
        written = data.decode("cp949")
    except UnicodeDecodeError:
        return None
    signs = [sign for sign in written if not sign.isascii()]
    hangul = sum("가" <= sign <= "힣" for sign in signs)
    return written if hangul * 4 >= len(signs) * 3 else None


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
