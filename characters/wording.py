"""Text as people type and paste it, brought to one spelling; what no eye can see is refused. Pure."""

import re
import unicodedata

import msgspec

from campaigns import names

REPLACEMENT = "\ufffd"
"""Stands where bytes were no UTF-8."""
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with one answer: a code, the name of the input it was typed in, and what the sentence needs."""

    code: str
    at: str
    numbers: dict[str, int | str] = {}


def line(text: str, at: str, long: int) -> str | Fault:
    """One line in its kept spelling (NFC, single spaces), or what is wrong with it."""
    tidied = names.tidy(text.replace("\t", " "))
    return _fault(tidied, at, long) or tidied


def passage(text: str, at: str, long: int) -> str | Fault:
    """Several lines in their kept spelling, or what is wrong with them."""
    composed = unicodedata.normalize("NFC", text.replace("\t", " "))
    tidied = "\n".join(each.rstrip() for each in composed.splitlines()).strip()
    return _fault(tidied, at, long) or tidied


def readable(text: str) -> str:
    """The text without what an eye cannot see, to be offered again to who typed it."""
    return "".join(sign for sign in text if sign in "\r\n\t" or not _unseen(sign))


def number(text: str) -> int | None:
    """The whole number in `text`, in any width and with either minus; None where there is none."""
    plain = unicodedata.normalize("NFKC", text).strip().replace("\u2212", "-")
    return int(plain) if _WHOLE.fullmatch(plain) else None


def _unseen(sign: str) -> bool:
    return sign == REPLACEMENT or names.fault(sign) is names.Fault.UNSEEN


def _fault(text: str, at: str, long: int) -> Fault | None:
    if len(text) > long:
        return Fault("too_long", at, {"limit": long, "over": len(text) - long})
    if REPLACEMENT in text:
        return Fault("unreadable", at)
    found = next((wrong for each in text.split("\n") if each and (wrong := names.fault(each))), None)
    return Fault(found.value, at) if found else None
