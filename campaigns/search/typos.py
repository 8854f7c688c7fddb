"""Words that differ from a typed one by one syllable: how to look for candidates, and how near each of them is. Pure.

A candidate shares with the typed word all grams but those of one place; whether it really is one syllable away is then read
off its text. In a word of two syllables the wrong one must at least begin with the same consonant (아쳐 for 아처).
"""

import re
from collections.abc import Iterator
from typing import Final

from campaigns.search.grams import INITIALS_KEPT, runs
from campaigns.search.letters import INITIALS, initial, initials, is_syllable, near, row

ANY: Final = r"[^\W_]"
SHORT: Final = 2


def candidates(word: str) -> tuple[tuple[str, ...], ...]:
    """Lists of grams; a text with all grams of one of them may hold the word with one syllable wrong."""
    begun = initials(word)[: INITIALS_KEPT.stop - 1]
    asked: list[tuple[str, ...]] = [(begun,)] if begun != word else []
    pairs = runs(word, 2)
    for place in range(len(word)):
        asked.append(tuple(pair for at, pair in enumerate(pairs) if place not in {at, at + 1}))
        if len(word) > SHORT:
            asked.append(tuple(runs(word[:place] + word[place + 1 :], 2)))
    asked += [tuple(pair for at, pair in enumerate(pairs) if at != broken) for broken in range(len(pairs))]
    return tuple(dict.fromkeys(grams for grams in asked if grams))


def pattern(word: str) -> str:
    """Finds the word with one syllable wrong, missing or too many."""
    return "|".join(dict.fromkeys(_forms(word)))


def _forms(word: str) -> Iterator[str]:
    """A wrong syllable, then a missing one, then one too many: the first that fits is the nearest."""
    cut = [(re.escape(word[:place]), sign, re.escape(word[place + 1 :])) for place, sign in enumerate(word)]
    yield from (before + _another(sign, short=len(word) == SHORT) + after for before, sign, after in cut)
    if len(word) > SHORT:
        yield from (before + ANY + re.escape(sign) + after for before, sign, after in cut[1:])
        yield from (before + after for before, _, after in cut)


def _another(sign: str, *, short: bool) -> str:
    if not short:
        return ANY
    return row(initial(sign)) if is_syllable(sign) and initial(sign) in INITIALS else re.escape(sign)


def nearness(word: str, found: str) -> int:
    """How like the found word is to the typed one; more is nearer. One that differs in length is farther than a slip."""
    if len(word) != len(found):
        return -4
    return sum(near(one, other) for one, other in zip(word, found, strict=True)) - 3 * len(word)
