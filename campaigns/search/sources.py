"""What there is to find: each room says so for the kinds it holds, and how to bring all of them in anew."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from heapq import merge
from itertools import batched
from typing import Any, Final

import msgspec
from django.db import transaction
from django.utils.functional import Promise

from campaigns.models import Campaign
from campaigns.search import documents
from campaigns.search.documents import Document

TOGETHER: Final = 500

type Source = Callable[[Campaign], Iterable[Document]]


class Kind(msgspec.Struct, frozen=True):
    """A kind of thing that is found. `word` is a short one in small letters; `label` is what a page calls several of them.

    With `in_order` the source gives the oldest first, however many there are; else they are few, and put in order here.
    """

    word: str
    label: Promise
    source: Source
    in_order: bool


KINDS: dict[str, Kind] = {}


def register(word: str, label: Promise, source: Source, *, in_order: bool = False) -> None:
    """Other rooms do it in AppConfig.ready. `source` gives everything of the kind that a war holds."""
    KINDS[word] = Kind(word, label, source, in_order)


def rebuild(campaign: Campaign) -> int:
    """Let everything of a war be found as its rooms hold it now, in the order in which it came about; how much that is."""
    with transaction.atomic():
        documents.drop_all(campaign)
        found = 0
        for some in batched(_held(campaign), TOGETHER):
            documents.put_all(campaign, some)
            found += len(some)
    return found


def bring_in(campaign: Campaign, tell: Callable[[int], None]) -> None:
    """Let everything of a war be found that has just come; in many transactions, since nothing else is written during one."""
    for some in batched(_held(campaign), TOGETHER):
        documents.put_many(campaign, some)
        tell(len(some))


def fill(plan: Iterable[tuple[Any, bool]] = (), **_: object) -> None:
    """After the migration that makes the index: what was there before it."""
    made = ("campaigns", "0005_search")
    if any((done.app_label, done.name) == made and not backwards for done, backwards in plan):
        for campaign in Campaign.objects.all():
            rebuild(campaign)


def _held(campaign: Campaign) -> Iterator[Document]:
    """Everything that there is to find, in the order in which it came about."""
    each = (kind.source(campaign) for kind in KINDS.values() if kind.in_order)
    few = (document for kind in KINDS.values() if not kind.in_order for document in kind.source(campaign))
    return merge(*each, sorted(few, key=_when), key=_when)


def _when(document: Document) -> datetime:
    return document.at or datetime.min.replace(tzinfo=UTC)
