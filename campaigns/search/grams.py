"""What stands in the index of a text: short pieces of its words (grams). Pure.

Two and three signs in a row, so that a word of either length is one look-up; the first sign of every word, for words of one;
and the initials (초성) that a word begins with.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from campaigns.search.letters import clean, folded, initials, words

START: Final = "‹"
"""Before the first sign of a word."""

INITIALS_KEPT: Final = range(2, 9)


def grams(text: str) -> set[str]:
    """The grams of a text as it was written."""
    return set(_all(words(folded(clean(text)))))


def _all(found: Iterable[str]) -> Iterator[str]:
    for word in set(found):
        yield START + word[0]
        yield from runs(word, 2)
        yield from runs(word, 3)
        begun = initials(word[: INITIALS_KEPT.stop - 1])
        yield from (begun[:length] for length in INITIALS_KEPT if length <= len(begun))


def runs(word: str, length: int) -> list[str]:
    """Every run of `length` signs in the word."""
    return [word[at : at + length] for at in range(len(word) - length + 1)]
