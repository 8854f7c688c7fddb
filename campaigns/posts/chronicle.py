"""The chronicle (연대기): everything that happened in the war, the latest first, as far as its reader may know of it.

Rooms append a `Source` in AppConfig.ready. A source is asked for so many entries before a bookmark, and answers with entries
that its own eye has let through; only those that come to stand on the page are told. The bookmark is the code of an entry, so
an address counts and times nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
from django.db.models import Model, QuerySet
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString

from campaigns.models import Scene, Seat
from campaigns.posts.readable import code_in

PAGE: Final = 40


class Before(msgspec.Struct, frozen=True):
    """Entries that are older than this, or of the same time and with a smaller key."""

    at: datetime
    key: int


class Span(msgspec.Struct, frozen=True):
    """Which entries are asked for: before a place (None: the newest), none that is older than `since`, and at most so many."""

    before: Before | None = None
    since: datetime | None = None
    most: int = PAGE + 1


class Entry(msgspec.Struct, frozen=True):
    """One thing that happened; what its source tells it from is `row`."""

    code: str
    at: datetime
    key: int
    row: Any = None
    rank: int = 0

    @property
    def order(self) -> tuple[datetime, int, int]:
        """By time; of the same time first by source, then as the source counts."""
        return (self.at, self.rank, self.key)


class Wanted(msgspec.Struct, frozen=True):
    """What the reader asked for. `kind` is "" or a kind of one source; `character` and `nickname` name one person.

    `since` and `until` are the times of the scene, for sources whose entries do not name one.
    """

    kind: str = ""
    character: str = ""
    nickname: str = ""
    place: str = ""
    scene: Scene | None = None

    @property
    def somebody(self) -> bool:
        return bool(self.character or self.nickname)

    @property
    def since(self) -> datetime | None:
        return self.scene.opened_at if self.scene else None

    @property
    def until(self) -> datetime | None:
        return self.scene.closed_at if self.scene else None


type Ask = Callable[[Seat, Wanted, Span], Iterable[Entry]]
"""The latest first."""
type Tell = Callable[[Seat, list[Any]], Iterable[dict[str, Any]]]
"""The rows of some of its entries, and what the template is given for each of them."""
type Find = Callable[[Seat, str], Entry | None]
"""The entry with this code, if this seat may know of it; without its row."""


class Source(msgspec.Struct, frozen=True):
    """Where entries come from: a letter for addresses, the kinds it tells (word → name), what to ask, what draws an entry."""

    letter: str
    kinds: dict[str, str | Promise]
    template: str
    ask: Ask
    tell: Tell
    find: Find


SOURCES: list[Source] = []


class Page(msgspec.Struct, frozen=True):
    """A part of the chronicle; `before` is the bookmark of the page after it, "" at the end of all."""

    entries: tuple[Entry, ...]
    before: str


def kinds() -> dict[str, str | Promise]:
    """Every kind of entry and its name."""
    return {word: name for source in SOURCES for word, name in source.kinds.items()}


def read(seat: Seat, wanted: Wanted, bookmark: str = "") -> Page | None:
    """A page of the chronicle; None for a bookmark that leads nowhere for this reader."""
    last = _found(seat, bookmark) if bookmark else None
    if bookmark and last is None:
        return None
    every: list[Entry] = []
    for rank, source in enumerate(SOURCES):
        if not wanted.kind or wanted.kind in source.kinds:
            # What is older than the page as it stands so far would be read for nothing.
            span = Span(_before(rank, last) if last else None, every[-1].at if len(every) > PAGE else None)
            every += [msgspec.structs.replace(entry, rank=rank) for entry in source.ask(seat, wanted, span)]
            every = sorted(every, key=lambda entry: entry.order, reverse=True)[: PAGE + 1]
    shown = tuple(every[:PAGE])
    more = len(every) > PAGE
    return Page(shown, f"{SOURCES[shown[-1].rank].letter}-{shown[-1].code}" if more else "")


def _found(seat: Seat, bookmark: str) -> Entry | None:
    letter, _, code = bookmark.partition("-")
    for rank, source in enumerate(SOURCES):
        if source.letter == letter and (entry := source.find(seat, code_in(code))):
            return msgspec.structs.replace(entry, rank=rank)
    return None


def _before(rank: int, last: Entry) -> Before:
    """What comes after `last` on the way back, for the source of this rank."""
    key = last.key if rank == last.rank else 2**62 if rank < last.rank else 0
    return Before(last.at, key)


def within[M: Model](rows: QuerySet[M], span: Span) -> QuerySet[M]:
    """The latest first; written so that an index of (at, id) is walked and nothing is sorted."""
    if span.before is not None:
        rows = rows.filter(at__lte=span.before.at).exclude(at=span.before.at, pk__gte=span.before.key)
    if span.since is not None:
        rows = rows.filter(at__gte=span.since)
    return rows.order_by("-at", "-pk")[: span.most]


def drawn(entries: Sequence[Entry], seat: Seat) -> list[SafeString]:
    """The HTML of the entries, each source asked once for all of its own."""
    found: dict[int, SafeString] = {}
    for rank, source in enumerate(SOURCES):
        own = [(place, entry) for place, entry in enumerate(entries) if entry.rank == rank]
        told = source.tell(seat, [entry.row for _, entry in own]) if own else ()
        for (place, _), context in zip(own, told, strict=True):
            found[place] = render_to_string(source.template, {**context, "seat": seat})
    return [found[place] for place in range(len(entries))]
