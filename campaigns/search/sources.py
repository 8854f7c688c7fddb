"""What there is to find: each room says so for the kinds it holds, and how to bring all of them in anew."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils.functional import Promise

from campaigns.models import Campaign
from campaigns.search import documents
from campaigns.search.documents import Document

type Source = Callable[[Campaign], Iterable[Document]]


class Kind(msgspec.Struct, frozen=True):
    """A kind of thing that is found. `word` is a short one in small letters; `label` is what a page calls several of them."""

    word: str
    label: Promise
    source: Source


KINDS: dict[str, Kind] = {}


def register(word: str, label: Promise, source: Source) -> None:
    """Other rooms do it in AppConfig.ready. `source` gives everything of the kind that a war holds."""
    KINDS[word] = Kind(word, label, source)


def rebuild(campaign: Campaign) -> int:
    """Let everything of a war be found as its rooms hold it now, in the order in which it came about; how much that is."""
    with transaction.atomic():
        documents.drop_all(campaign)
        held = [document for kind in KINDS.values() for document in kind.source(campaign)]
        documents.put_all(campaign, sorted(held, key=_when))
    return len(held)


def fill(plan: Iterable[tuple[Any, bool]] = (), **_: object) -> None:
    """After the migration that makes the index: what was there before it."""
    made = ("campaigns", "0005_search")
    if any((done.app_label, done.name) == made and not backwards for done, backwards in plan):
        for campaign in Campaign.objects.all():
            rebuild(campaign)


def _when(document: Document) -> datetime:
    return document.at or datetime.min.replace(tzinfo=UTC)
