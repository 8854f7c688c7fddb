"""What may stand in a text instead of what was typed: a word with one wrong syllable, or words with other spaces. Pure."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from campaigns.search import spacing, typos
from campaigns.search.wanted import Wanted

DOUBTED: Final = 3
"""So many of the typed words are thought to be mistyped, one at a time."""


class Guess(msgspec.Struct, frozen=True):
    """Something else instead of some of the typed words. A text with all grams of one of the lists in `asked` may hold what
    `pattern` finds."""

    typed: tuple[Wanted, ...]
    asked: tuple[tuple[str, ...], ...]
    pattern: str

    def nearness(self, found: str) -> int:
        """How like the found words are to the typed ones; more is nearer. Spaces make no difference."""
        return typos.nearness("".join(one.word for one in self.typed), found.replace(" ", ""))


def mistyped(wanted: Sequence[Wanted]) -> list[Guess]:
    whole = [one for one in wanted if one.whole][:DOUBTED]
    return [Guess((one,), typos.candidates(one.word), typos.pattern(one.word)) for one in whole]


def spaced(wanted: Sequence[Wanted], *, widely: bool) -> list[Guess]:
    """With other spaces than they were typed with; `widely` as in `spacing.apart`."""
    return [
        *_apart(wanted, widely=widely),
        *(Guess(some, (one.grams,), one.pattern) for some, one in spacing.together(wanted)),
    ]


def _apart(wanted: Sequence[Wanted], *, widely: bool) -> Iterator[Guess]:
    for one in [one for one in wanted if len(one.word) > 1][:DOUBTED]:
        if asked := spacing.apart(one.word, widely=widely):
            yield Guess((one,), asked, spacing.apart_pattern(one.word))
