"""What stands in the index of a text: short pieces of its words (grams). Pure.

Two and three signs in a row, so that a word of either length is one look-up; the first sign of every word, for words of one;
and the initials (초성) that a word begins with.
"""

from functools import lru_cache
from typing import Final

from campaigns.search.letters import clean, folded, initials, words

START: Final = "‹"
"""Before the first sign of a word."""

INITIALS_KEPT: Final = range(2, 9)


def grams(text: str) -> set[str]:
    """The grams of a text as it was written."""
    return set().union(*map(_of_word, set(words(folded(clean(text))))))


@lru_cache(maxsize=10_000)
def _of_word(word: str) -> tuple[str, ...]:
    """A language has few words that are said all the time."""
    begun = initials(word[: INITIALS_KEPT.stop - 1])
    starts = (begun[:length] for length in INITIALS_KEPT if length <= len(begun))
    return (START + word[0], *runs(word, 2), *runs(word, 3), *starts)


def runs(word: str, length: int) -> list[str]:
    """Every run of `length` signs in the word."""
    return [word[at : at + length] for at in range(len(word) - length + 1)]
