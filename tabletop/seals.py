"""Fingerprints of sealed moves (봉인의 지문): shown to everybody at hand-in, checkable by anybody after the reveal.

A fingerprint is SHA-256 over a random salt and the move as canonical JSON. Without the salt nobody can try out the few
plans there are; with it, after the reveal, nobody can have swapped one.
"""

import hashlib
import json
import secrets

from tabletop.game import Json

SHOWN = 8
"""How many hex digits people compare by eye."""


def seal(move: Json) -> dict[str, str]:
    """The seal that is stored beside `move`: its salt (hex) and its whole fingerprint (64 hex digits)."""
    salt = secrets.token_hex(16)
    return {"salt": salt, "print": fingerprint(salt, move)}


def fingerprint(salt: str, move: Json) -> str:
    return hashlib.sha256(f"{salt}\n{canonical(move)}".encode()).hexdigest()


def canonical(move: Json) -> str:
    """The text that is hashed; the same for equal moves, whoever writes it down."""
    return json.dumps(move, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def is_whole(sealed: dict[str, str], move: Json) -> bool:
    """Whether `move` is what was sealed."""
    return fingerprint(sealed["salt"], move) == sealed["print"]


def shown(sealed: dict[str, str]) -> str:
    """The digits for the eye, in two groups: "7C3E 91AF"."""
    digits = sealed["print"][:SHOWN].upper()
    return f"{digits[:4]} {digits[4:]}"
