"""Finding: the one place that reads the index and the texts for somebody. What he may not read is not read for him."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

import msgspec
from django.utils.functional import Promise

from campaigns.models import Seat
from campaigns.models.search import Findable
from campaigns.search import posts, readers, sorting, typos
from campaigns.search.documents import term
from campaigns.search.excerpts import Run, excerpt, marked
from campaigns.search.index import Question, index
from campaigns.search.letters import folded
from campaigns.search.sources import KINDS
from campaigns.search.wanted import Wanted, read

A_PAGE: Final = 20
OFFERED: Final = 3
"""So many words are offered instead of one that is nowhere."""

NEAR: Final = 10
DOUBTED: Final = 3
"""So many of the typed words are thought to be mistyped, one at a time."""

CANDIDATES: Final = 30
"""So many texts are looked through for each way in which a word may be wrong."""


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
    """What a search came to. `waits`: posts cannot be found for a while. `instead`: words that are there and look like one that
    was typed; `near` is what holds them."""

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
    finds = tuple(reader.told(row, pattern) for row in reader.rows(ids))
    results = Results(wanted, _tabs(counts), shown, page, finds, waits=reader.barred)
    return _with_near(reader, results) if not results.total and page == 1 else results


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
    """A text that holds `word`, one syllable away from a typed one. `nearness` as in `typos`."""

    nearness: int
    word: str
    instead: str
    row: Findable
    pattern: re.Pattern[str]


def _with_near(reader: _Reader, results: Results) -> Results:
    """With words that differ from a typed one by a syllable, the nearest first, and where they stand."""
    doubted = [word for word in results.wanted if word.whole][:DOUBTED]
    slips = [slip for word in doubted for slip in _slips(reader, word, results.wanted)]
    slips.sort(key=lambda slip: (slip.nearness, slip.row.pk), reverse=True)
    known = {find.link for find in results.finds}
    rows = {slip.row.link: slip for slip in reversed(slips) if slip.row.link not in known}
    best = sorted(rows.values(), key=slips.index)[:NEAR]
    return msgspec.structs.replace(
        results,
        near=tuple(reader.told(slip.row, slip.pattern) for slip in best),
        instead=tuple(dict.fromkeys(slip.instead for slip in slips))[:OFFERED],
    )


def _slips(reader: _Reader, word: Wanted, wanted: Sequence[Wanted]) -> Iterator[_Slip]:
    others = tuple(gram for other in wanted if other != word for gram in other.grams)
    asked = [reader.holding((*grams, *others), tuple(KINDS)) for grams in typos.candidates(word.word)]
    pattern = re.compile(typos.pattern(word.word))
    for row in reader.rows(index().gather(asked, CANDIDATES)):
        there = {found for text in reader.readable(row) for found in pattern.findall(folded(text))} - {word.word}
        if there:
            best = max(sorted(there), key=lambda found: typos.nearness(word.word, found))
            instead = " ".join(best if other == word else other.word for other in wanted)
            yield _Slip(typos.nearness(word.word, best), best, instead, row, re.compile(re.escape(best)))
