"""Finding: the one place that reads the index and the texts for somebody. What he may not read is not read for him."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

import msgspec
from django.utils.functional import Promise

from campaigns.models import Seat
from campaigns.models.search import Findable
from campaigns.search import posts, readers, sorting
from campaigns.search.documents import term
from campaigns.search.excerpts import Run, excerpt, marked
from campaigns.search.guesses import Guess, mistyped, spaced
from campaigns.search.index import Question, index
from campaigns.search.letters import folded, words
from campaigns.search.sources import KINDS
from campaigns.search.spacing import GAP
from campaigns.search.wanted import Wanted, read

A_PAGE: Final = 20
OFFERED: Final = 3
"""So many words are offered instead of one that is nowhere."""

NEAR: Final = 10
CANDIDATES: Final = 30
"""So many texts are looked through for each way in which a word may stand there otherwise."""


class Find(msgspec.Struct, frozen=True):
    """Something found, as one reader may see it."""

    kind: str
    label: Promise
    title: tuple[Run, ...]
    link: str
    at: datetime | None
    text: tuple[Run, ...]


class Tab(msgspec.Struct, frozen=True):
    """A kind and how much of it was found; `word` "" is all kinds together."""

    word: str
    label: Promise | None
    count: int


class Results(msgspec.Struct, frozen=True):
    """What a search came to. `waits`: posts cannot be found for a while. `instead`: words that are there and look like some that
    were typed; `near` is what holds them. Where something was found these are the same words with other spaces."""

    wanted: tuple[Wanted, ...] = ()
    tabs: tuple[Tab, ...] = ()
    kind: str = ""
    page: int = 1
    finds: tuple[Find, ...] = ()
    instead: tuple[str, ...] = ()
    near: tuple[Find, ...] = ()
    waits: bool = False

    @property
    def total(self) -> int:
        return self.tabs[0].count if self.tabs else 0

    @property
    def count(self) -> int:
        """How many there are of the kind that is shown."""
        return next((tab.count for tab in self.tabs if tab.word == self.kind), 0)

    @property
    def earlier(self) -> int | None:
        return self.page + 1 if self.count > self.page * A_PAGE else None


def find(seat: Seat, typed: str, kind: str = "", page: int = 1) -> Results:
    """What `seat` may see of what was typed: a constant number of queries."""
    wanted = read(typed)
    if not wanted:
        return Results()
    reader = _Reader(seat)
    shown = kind if kind in KINDS else ""
    places = [at for at, each in enumerate(KINDS) if shown in ("", each)]
    questions = [reader.question(wanted, (each,)) for each in KINDS]
    counts, ids = index().answer(questions, places, (page - 1) * A_PAGE, page * A_PAGE)
    pattern = re.compile("|".join(word.pattern for word in wanted))
    guesses = _guesses(wanted, sum(counts)) if page == 1 else []
    kinds = tuple(KINDS) if not sum(counts) or not shown else (shown,)
    rows = reader.rows({*ids, *_candidates(reader, guesses, wanted, kinds)})
    finds = tuple(reader.told(row, pattern) for row in rows if row.pk in ids)
    results = Results(wanted, _tabs(counts), shown, page, finds, waits=reader.barred)
    return _with_near(reader, results, guesses, [row for row in rows if row.pk not in ids])


def _guesses(wanted: Sequence[Wanted], total: int) -> list[Guess]:
    """What is looked for besides: other spaces where a page holds all that was found; where nothing was, also slips."""
    if not total:
        return [*mistyped(wanted), *spaced(wanted, widely=True)]
    return spaced(wanted, widely=False) if total <= A_PAGE else []


def _tabs(counts: Sequence[int]) -> tuple[Tab, ...]:
    each = tuple(Tab(kind.word, kind.label, n) for kind, n in zip(KINDS.values(), counts, strict=True))
    return (Tab("", None, sum(counts)), *(tab for tab in each if tab.count))


class _Reader:
    """Who asks: the words he reads by, and what he may see of a row."""

    def __init__(self, seat: Seat) -> None:
        self.campaign, self.words, self.barred = seat.campaign_id, readers.words_of(seat), sorting.barred(seat)

    def question(self, wanted: Iterable[Wanted], kinds: Sequence[str]) -> Question:
        return self.holding([gram for word in wanted for gram in word.grams], kinds)

    def holding(self, grams: Iterable[str], kinds: Sequence[str]) -> Question:
        """All of the grams, each in a text of these kinds that this reader may read."""
        return tuple(
            tuple(term(self.campaign, kind, word, gram) for kind in kinds for word in self._words(kind))
            for gram in grams
        )

    def _words(self, kind: str) -> tuple[str, ...]:
        """What he reads by; by nobody's word while his posts are not sorted."""
        return (readers.NOBODY,) if self.barred and kind == posts.KIND else self.words

    def rows(self, ids: Iterable[int]) -> list[Findable]:
        return list(Findable.objects.filter(pk__in=ids).order_by("-pk"))

    def readable(self, row: Findable) -> list[str]:
        return [part["text"] for part in row.parts if not set(part["readers"]).isdisjoint(self.words)]

    def told(self, row: Findable, pattern: re.Pattern[str]) -> Find:
        best = _best(self.readable(row), pattern)
        return Find(
            kind=row.kind,
            label=KINDS[row.kind].label,
            title=marked(row.title, pattern),
            link=row.link,
            at=row.at,
            text=excerpt(best, pattern) if best != row.title else (),
        )


def _best(texts: list[str], pattern: re.Pattern[str]) -> str:
    """The first text that holds what was looked for."""
    if len(texts) < 2:
        return "".join(texts)
    return max(texts, key=lambda text: pattern.search(folded(text)) is not None)


class _Slip(msgspec.Struct, frozen=True):
    """A text that holds what was guessed. `nearness` as in `typos`."""

    nearness: int
    instead: str
    row: Findable
    pattern: re.Pattern[str]


def _candidates(
    reader: _Reader, guesses: Sequence[Guess], wanted: Sequence[Wanted], kinds: Sequence[str]
) -> Iterable[int]:
    """Texts that may hold one of the guesses, and hold the other words that were typed (one query)."""
    asked = []
    for guess in guesses:
        others = [gram for other in _others(guess, wanted) for gram in other.grams]
        asked += [reader.holding((*grams, *others), kinds) for grams in guess.asked]
    return index().gather(asked, CANDIDATES) if asked else ()


def _others(guess: Guess, wanted: Sequence[Wanted]) -> list[Wanted]:
    return [one for one in wanted if one not in guess.typed]


def _with_near(reader: _Reader, results: Results, guesses: Sequence[Guess], rows: Sequence[Findable]) -> Results:
    """With the words that were guessed and are there, the nearest first, and where they stand."""
    slips = [slip for guess in guesses for slip in _slips(reader, guess, results.wanted, rows)]
    slips.sort(key=lambda slip: (slip.nearness, slip.row.pk), reverse=True)
    best: dict[int, _Slip] = {}
    for slip in slips:
        best.setdefault(slip.row.pk, slip)
    return msgspec.structs.replace(
        results,
        near=tuple(reader.told(slip.row, slip.pattern) for slip in [*best.values()][:NEAR]),
        instead=tuple(dict.fromkeys(slip.instead for slip in best.values()))[:OFFERED],
    )


def _slips(reader: _Reader, guess: Guess, wanted: Sequence[Wanted], rows: Sequence[Findable]) -> Iterator[_Slip]:
    pattern, others = re.compile(guess.pattern), [re.compile(one.pattern) for one in _others(guess, wanted)]
    typed = " ".join(one.word for one in guess.typed)
    for row in rows:
        texts = [folded(text) for text in reader.readable(row)]
        there = {" ".join(words(found)) for text in texts for found in pattern.findall(text)} - {typed}
        if there and all(any(other.search(text) for text in texts) for other in others):
            best = max(sorted(there), key=guess.nearness)
            found = GAP.join(map(re.escape, words(best)))
            yield _Slip(guess.nearness(best), _instead(best, guess, wanted), row, re.compile(found))


def _instead(found: str, guess: Guess, wanted: Sequence[Wanted]) -> str:
    """All that was typed, with `found` where the doubted words stood."""
    said = (found if one == guess.typed[0] else one.word for one in wanted if one not in guess.typed[1:])
    return " ".join(said)
