"""Writing what can be found: the copy of a text and its place in the index, in the transaction of the write itself."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import batched
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import TextField
from django.db.models.functions import Cast

from campaigns.models import Campaign, Seat
from campaigns.models.search import Findable
from campaigns.search import readers
from campaigns.search.grams import grams
from campaigns.search.index import index
from campaigns.search.letters import clean


class Part(msgspec.Struct, frozen=True):
    """A text, and for whom it is (`readers`)."""

    text: str
    readers: tuple[str, ...]


class Document(msgspec.Struct, frozen=True):
    """What a room gives to be found. Whoever may read any part may know `title`, `link` and `at`."""

    kind: str
    key: str
    title: str
    link: str
    parts: tuple[Part, ...]
    at: datetime | None = None


def put(campaign: Campaign, document: Document) -> None:
    """Let the document be found as it stands now. One without a text that anybody may read is dropped."""
    if not _readable(document):
        return drop(campaign, document.kind, document.key)
    with transaction.atomic():
        kept = _kept(campaign, document.kind, document.key)
        row = kept or Findable(campaign=campaign, kind=document.kind, key=document.key)
        before = terms(row) if kept else frozenset()
        _fill(row, document)
        row.save()
        index().move(row.pk, before, terms(row))
    return None


def drop(campaign: Campaign, kind: str, key: str) -> None:
    """Let it be found no more."""
    with transaction.atomic():
        if kept := _kept(campaign, kind, key):
            index().move(kept.pk, terms(kept), frozenset())
            kept.delete()


def put_many(campaign: Campaign, documents: Sequence[Document]) -> None:
    """As `put` for each of them, in a few queries. What is there already keeps its place among the others."""
    keys = {(one.kind, one.key): one for one in documents}
    with transaction.atomic():
        there = Findable.objects.select_for_update().filter(campaign=campaign, key__in=[key for _, key in keys])
        rows = [row for row in there if (row.kind, row.key) in keys]
        put_all(campaign, [one for name, one in keys.items() if name not in {(row.kind, row.key) for row in rows}])
        kept = [row for row in rows if _written_over(row, keys[row.kind, row.key])]
        # Out and in again under the same keys: with many rows that is far less work than an update that names them all.
        for some in batched(rows, 500):
            Findable.objects.filter(pk__in=[row.pk for row in some]).delete()
        Findable.objects.bulk_create(kept, batch_size=200)


def _written_over(row: Findable, document: Document) -> bool:
    """The row says what the document says, in the index too; False where there is nothing to read in it any more."""
    before = terms(row)
    if _readable(document):
        _fill(row, document)
    index().move(row.pk, before, terms(row) if _readable(document) else frozenset())
    return _readable(document)


def _fill(row: Findable, document: Document) -> None:
    row.title, row.link, row.at = clean(document.title)[:200], document.link, document.at
    row.parts = [{"text": clean(part.text), "readers": sorted(part.readers)} for part in document.parts]


def put_all(campaign: Campaign, documents: Iterable[Document]) -> None:
    """Many at once that cannot be found yet (of a rebuild, or an import)."""
    rows = [
        Findable(
            campaign=campaign,
            kind=document.kind,
            key=document.key,
            title=clean(document.title)[:200],
            link=document.link,
            at=document.at,
            parts=[{"text": clean(part.text), "readers": sorted(part.readers)} for part in document.parts],
        )
        for document in documents
        if _readable(document)
    ]
    with transaction.atomic():
        made = Findable.objects.bulk_create(rows, batch_size=200)
        index().take_in((row.pk, terms(row)) for row in made)


def drop_all(campaign: Campaign) -> None:
    """Everything of a war, before it is put in anew."""
    with transaction.atomic():
        for row in Findable.objects.filter(campaign=campaign).iterator():
            index().move(row.pk, terms(row), frozenset())
        Findable.objects.filter(campaign=campaign).delete()


def follow(old: Seat, new: Seat) -> None:
    """Who takes a seat over finds what was found from it."""
    was, now = readers.of_seat(old.pk), readers.of_seat(new.pk)
    told = Findable.objects.annotate(said=Cast("parts", TextField())).filter(campaign=old.campaign)
    with transaction.atomic():
        for row in told.filter(said__contains=f'"{was}"'):
            before = terms(row)
            for part in row.parts:
                part["readers"] = sorted({now if reader == was else reader for reader in part["readers"]})
            row.save(update_fields=["parts"])
            index().move(row.pk, before, terms(row))


def terms(row: Findable) -> frozenset[str]:
    """Where the row stands in the index: every gram of a part once for each of its readers."""
    return frozenset(_terms(row.campaign_id, row.kind, row.parts))


def _terms(campaign: int, kind: str, parts: list[dict[str, Any]]) -> Iterator[str]:
    for part in parts:
        found = grams(part["text"])
        for reader in part["readers"]:
            before = term(campaign, kind, reader, "")
            yield from (before + gram for gram in found)


def term(campaign: int, kind: str, reader: str, gram: str) -> str:
    return f"{campaign}·{kind}·{reader}·{gram}"


def _readable(document: Document) -> bool:
    return any(part.text.strip() and part.readers for part in document.parts)


def _kept(campaign: Campaign, kind: str, key: str) -> Findable | None:
    return Findable.objects.select_for_update().filter(campaign=campaign, kind=kind, key=key).first()
