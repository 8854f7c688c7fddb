"""What people call themselves: one spelling for one name, and nothing in it that an eye cannot see. Pure."""

import re
import unicodedata
from enum import StrEnum

PICTURE = "\u2190-\u2bff\U0001f000-\U0001faff"
JOINT = re.compile(f"(?<=[{PICTURE}\ufe0f])\u200d(?=[{PICTURE}])|\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")
"""What holds an emoji of several parts together, and the spelt-out flags of regions: unseen, but meant."""
UNSEEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
UNSEEN_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Fillers that count as letters and marks, and show nothing."""
PILED = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u20d0-\u20df\u20e1-\u20ff]{3}")
"""More accents on one letter than any script needs: they run over the lines above."""


class Fault(StrEnum):
    """Why a name cannot be used."""

    EMPTY = "empty"
    UNSEEN = "unseen"
    PILED = "piled"


def tidy(text: str) -> str:
    """The one spelling that is kept: composed (NFC), no space around it and single ones inside."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def fault(name: str) -> Fault | None:
    """What is wrong with a tidied name, if anything is."""
    if any(_unseen(sign) for sign in JOINT.sub("", name)):
        return Fault.UNSEEN
    if PILED.search(name):
        return Fault.PILED
    return None if any(unicodedata.category(sign)[0] in "LNPS" for sign in name) else Fault.EMPTY


def fold(name: str) -> str:
    """The key under which two names look the same to a reader: without case and without wide forms."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _unseen(sign: str) -> bool:
    if re.match(f"[{PICTURE}]", sign):  # newer emoji are still unassigned to an older Python
        return sign in UNSEEN_LETTERS
    return unicodedata.category(sign) in UNSEEN_CATEGORIES or sign in UNSEEN_LETTERS
