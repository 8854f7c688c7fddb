"""Words that stand in a text with other spaces than they were typed with: Korean is spaced loosely (띄어쓰기). Pure.

No gram spans two words, so 청동열쇠 does not find "청동 열쇠"; and no word of 세이버 begins with 버 of "세이 버". Both are looked
for by the grams of the words as they may stand there, and then read off the text.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, pairwise
from typing import Final

from campaigns.search.letters import is_initials, row
from campaigns.search.wanted import LONGEST_WORD, Wanted, as_wanted

GAP: Final = r"[\s·・-]{1,3}"
"""What may stand between two words that somebody types as one."""

TWICE: Final = 6
"""Up to this length a word may lack two spaces (할수있다); a longer one would have too many ways."""

PARTICLES: Final = "이가은는을를의에도로와과만"


def apart(word: str, *, widely: bool) -> tuple[tuple[str, ...], ...]:
    """Lists of grams; a text with all grams of one of them may hold the word in several words.

    `widely`: also where one of them is a single sign, or there are three. That makes many ways, each of which takes its time.
    """
    most = 2 if widely and len(word) <= TWICE else 1
    cuts = chain.from_iterable(combinations(range(1, len(word)), times) for times in range(1, most + 1))
    ways = [[word[start:end] for start, end in pairwise((0, *places, len(word)))] for places in cuts]
    # One initial alone says too little to be looked up.
    least = 1 if widely and not is_initials(word) else 2
    return tuple(dict.fromkeys(_grams(parts) for parts in ways if min(map(len, parts)) >= least))


def _grams(parts: Iterable[str]) -> tuple[str, ...]:
    """Of a long part its beginning and end are enough, since the text is read anyway."""
    return tuple(gram for part in parts for gram in dict.fromkeys(as_wanted(part).grams[place] for place in (0, -1)))


def apart_pattern(word: str) -> str:
    """Finds the word with at least one gap in it. A single sign before or after the gap is a word, not a part of another one."""
    broken = rf"(?![^\W_]{{{len(word)}}})"
    if is_initials(word):
        first, *middle, last = map(row, word)
        return broken + r"\b" + first + f"(?:{GAP})?".join(middle) + last
    first, *middle, last = map(re.escape, word)
    alone = rf"{GAP}{last}(?=[{PARTICLES}]|\b)"
    if not middle:
        return rf"\b{first}{alone}"
    return rf"{broken}(?:\b{first}{GAP}|{first})" + f"(?:{GAP})?".join(middle) + f"(?:{alone}|{last})"


def together(wanted: Sequence[Wanted]) -> Iterator[tuple[tuple[Wanted, ...], Wanted]]:
    """Neighbours that may stand there as one word, and that word; all of them first. Two that are longer than one sign are found
    in it anyway."""
    runs = [*([tuple(wanted)] if len(wanted) > 2 else []), *pairwise(wanted)]
    for some in runs:
        joined = "".join(one.word for one in some)
        if any(len(one.word) == 1 for one in some) and len(joined) <= LONGEST_WORD:
            yield some, as_wanted(joined)
