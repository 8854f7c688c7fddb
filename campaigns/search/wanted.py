"""What somebody typed to find: of every word the grams that must be there, and how it is marked where it stands. Pure."""

import re
from itertools import groupby
from typing import Final

import msgspec

from campaigns.search.grams import INITIALS_KEPT, START, runs
from campaigns.search.letters import clean, folded, is_initials, row, unclustered, words

LONGEST: Final = 80
MOST_WORDS: Final = 6
LONGEST_WORD: Final = 16


class Wanted(msgspec.Struct, frozen=True):
    """One word that is looked for. `grams` must all be there; `pattern` finds it in folded text."""

    word: str
    grams: tuple[str, ...]
    pattern: str

    @property
    def whole(self) -> bool:
        """Whether it is long enough for one wrong syllable to leave something right."""
        return len(self.word) >= 2 and not is_initials(self.word)


def read(typed: str) -> tuple[Wanted, ...]:
    """The words of what was typed; too many or too long ones are cut, since nobody types them by hand."""
    found = words(folded(clean(typed))[:LONGEST])
    apart = [part for word in found for part in _apart(word[:LONGEST_WORD])]
    return tuple(as_wanted(word) for word in dict.fromkeys(apart[:MOST_WORDS]))


def _apart(word: str) -> list[str]:
    """Initials and whole syllables in one word are two words: 세이버ㄱㄱ is 세이버 and ㄱㄱ."""
    return ["".join(part) for _, part in groupby(unclustered(word), key=is_initials)]


def as_wanted(word: str) -> Wanted:
    """A folded word, of syllables or of initials alone."""
    if len(word) == 1:
        return Wanted(word, (START + word,), rf"\b{re.escape(word)}")
    if is_initials(word):
        begun = word[: INITIALS_KEPT.stop - 1]
        return Wanted(word, (begun,), r"\b" + "".join(map(row, begun)))
    return Wanted(word, tuple(runs(word, min(len(word), 3))), re.escape(word))
