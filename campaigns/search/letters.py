"""Letters as search compares them: one spelling for each, and of a Hangul syllable its initial consonant (초성). Pure."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

INITIALS: Final = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
FIRST, LAST, A_ROW, A_COLUMN = 0xAC00, 0xD7A3, 588, 28
CLUSTERS: Final = dict(
    zip(
        "ㄳㄵㄶㄺㄻㄼㄽㄾㄿㅀㅄ",
        ("ㄱㅅ", "ㄴㅈ", "ㄴㅎ", "ㄹㄱ", "ㄹㅁ", "ㄹㅂ", "ㄹㅅ", "ㄹㅌ", "ㄹㅍ", "ㄹㅎ", "ㅂㅅ"),
        strict=True,
    )
)
"""What an input method makes of two initials that are typed one after the other."""

_CONJOINING: Final = {chr(0x1100 + at): initial for at, initial in enumerate(INITIALS)}
_WORD: Final = re.compile(r"[^\W_]+")


def clean(text: str) -> str:
    """Text as the index keeps it: composed (NFC), so that what a Mac types is what a phone types, and without NUL."""
    return unicodedata.normalize("NFC", text.replace("\0", ""))


def folded(text: str) -> str:
    """`clean` text without differences of case and width, sign for sign: a place in it is the same place in the text."""
    return "".join(map(_folded, text))


@lru_cache(maxsize=4096)
def _folded(sign: str) -> str:
    if is_syllable(sign) or "ㄱ" <= sign <= "ㆎ":
        return sign
    plain = unicodedata.normalize("NFKC", sign).casefold()
    plain = _CONJOINING.get(plain, plain)
    return plain if len(plain) == 1 else sign


def words(text: str) -> list[str]:
    """The words of folded text, in order."""
    return _WORD.findall(text)


def is_syllable(sign: str) -> bool:
    return FIRST <= ord(sign) <= LAST


def initial(sign: str) -> str:
    """The initial of a syllable; an initial stands for itself, and any other sign too."""
    return INITIALS[(ord(sign) - FIRST) // A_ROW] if is_syllable(sign) else sign


def initials(word: str) -> str:
    return "".join(map(initial, word))


def is_initials(word: str) -> bool:
    """Whether the word is typed in initials alone."""
    return all(sign in INITIALS for sign in word)


def row(initial: str) -> str:
    """A class of a regular expression: every syllable that begins with `initial`, and the initial itself."""
    start = FIRST + INITIALS.index(initial) * A_ROW
    return f"[{initial}{chr(start)}-{chr(start + A_ROW - 1)}]"


def unclustered(text: str) -> str:
    """With initials that an input method has pulled together typed out again."""
    return "".join(CLUSTERS.get(sign, sign) for sign in text)


def near(one: str, other: str) -> int:
    """How many of initial, vowel and final two syllables share, 0–3; other signs share all or nothing."""
    if not (is_syllable(one) and is_syllable(other)):
        return 3 if one == other else 0
    first, second = ord(one) - FIRST, ord(other) - FIRST
    return (
        (first // A_ROW == second // A_ROW)
        + (first % A_ROW // A_COLUMN == second % A_ROW // A_COLUMN)
        + (first % A_COLUMN == second % A_COLUMN)
    )
