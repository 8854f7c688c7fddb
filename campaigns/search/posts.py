"""What a search may find of what was written: each post for its readers, and nothing of one that was withdrawn."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from django.db.models import QuerySet
from django.urls import reverse

from campaigns.models import Audience, Campaign, Post, PostReader, PostRules, ThreadReader
from campaigns.posts.markup import bare
from campaigns.posts.readable import rules_of
from campaigns.posts.rolls import rolls_of
from campaigns.search import readers
from campaigns.search.documents import Document, Part, drop, put_many

KIND: Final = "post"
ROLL: Final = re.compile(r"\[\[roll \d+\]\]")
SOME: Final = 500

type _Named = dict[int, list[tuple[int, bool]]]


def keep_found(posts: Iterable[Post]) -> None:
    """Let these posts of one war be found as they stand now: their room calls it with every write, in its transaction."""
    found = list(Post.objects.filter(pk__in=[post.pk for post in posts]).select_related("thread", "campaign"))
    if not found:
        return
    documents = _documents(found)
    for post, document in zip(found, documents, strict=True):
        if document is None:
            drop(post.campaign, KIND, post.code)
    put_many(found[0].campaign, [document for document in documents if document is not None])


def keep_campaign(campaign: Campaign) -> None:
    """Whether the table reads sealed posts was decided anew."""
    keep_found(campaign.posts.filter(sealed=True, opened_at=None))


def source(campaign: Campaign) -> Iterator[Document]:
    """Every post of a war, some hundreds at a time."""
    rows: QuerySet[Post] = campaign.posts.filter(withdrawn_at=None).select_related("thread", "campaign")
    last = 0
    while some := list(rows.filter(pk__gt=last).order_by("pk")[:SOME]):
        yield from filter(None, _documents(some))
        last = some[-1].pk


def _documents(posts: list[Post]) -> list[Document | None]:
    rules = rules_of(posts[0].campaign) if posts else None
    named: _Named = defaultdict(list)
    for post, seat, early in PostReader.objects.filter(post__in=posts).values_list("post_id", "seat_id", "early"):
        named[post].append((seat, early))
    within: dict[int, set[int]] = defaultdict(set)
    threads = {post.thread_id for post in posts}
    for thread, seat in ThreadReader.objects.filter(thread__in=threads).values_list("thread_id", "seat_id"):
        within[thread].add(seat)
    return [
        _document(post, _readers(post, named[post.pk], within[post.thread_id], rules))
        if rules and post.withdrawn_at is None
        else None
        for post in posts
    ]


def _document(post: Post, for_: tuple[str, ...]) -> Document:
    # What a secret roll is for is the author's and the table's, so nobody searches in it.
    rolled_for = (one.comment for one in rolls_of(post.rolls) if not one.secret)
    said = " ".join((ROLL.sub(" ", bare(post.html)), *rolled_for))
    return Document(
        kind=KIND,
        key=post.code,
        title=post.thread.title,
        link=reverse("post", args=[post.campaign.code, post.code]),
        parts=(Part(f"{post.voice}: {said}" if post.voice else said, for_),),
        at=post.at,
    )


def _readers(post: Post, named: list[tuple[int, bool]], within: set[int], rules: PostRules) -> tuple[str, ...]:
    """As `campaigns.posts.readable` decides it, in the words of the index."""
    everybody = post.thread.audience == Audience.ALL
    if everybody and not post.covered and post.audience == Audience.ALL:
        return (readers.ALL,)
    table = (readers.TABLE,) if rules.gm_reads_sealed or not post.covered else ()
    seats = _told(post, named, within)
    return (*table, *(readers.of_seat(seat) for seat in sorted(seats if everybody else seats & within)))


def _told(post: Post, named: list[tuple[int, bool]], within: set[int]) -> set[int]:
    """The seats that the post itself is for, its author among them."""
    owner = {post.owner_id} if post.owner_id is not None else set()
    if post.covered:
        return owner | {seat for seat, early in named if early}
    return owner | (within if post.audience == Audience.ALL else {seat for seat, _ in named})
