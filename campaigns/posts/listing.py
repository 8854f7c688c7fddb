"""The threads of a war as a list tells them. Order, last lines and times come from what the reader may read, nothing else."""

from datetime import datetime
from typing import Final

import msgspec
from django.db.models import F, OuterRef, QuerySet, Subquery

from campaigns.models import Post, PostKind, Scene, Seat, Thread
from campaigns.posts.drafts import unfinished
from campaigns.posts.readable import readable, readable_threads
from campaigns.posts.view import SEATED, excerpt, name_of, rolls_line
from campaigns.scenes import eye

MOST: Final = 200


class Row(msgspec.Struct, frozen=True):
    """One thread. `last` is the beginning of the newest post that the reader reads, `by` who speaks in it."""

    code: str
    title: str
    place: str
    scene: Scene | None
    audience: str
    closed: bool
    source: str
    draft: bool
    by: str
    last: str
    at: datetime


def threads(seat: Seat, scene: Scene | None = None) -> list[Row]:
    """The threads that this seat reads, the one with the newest post first."""
    found = list(_newest_first(readable_threads(seat), seat, scene)[:MOST])
    posts = readable(seat).select_related(SEATED).in_bulk([pk for one in found if (pk := one.last_post)])  # type: ignore[attr-defined]
    known = {one.pk: one for one in eye.scenes(seat)}
    drafts = unfinished(seat)
    return [_row(one, posts.get(one.last_post), known, drafts, seat) for one in found]  # type: ignore[attr-defined]


def _newest_first(threads: QuerySet[Thread], seat: Seat, scene: Scene | None) -> QuerySet[Thread]:
    if scene is not None:
        threads = threads.filter(scene=scene)
    newest = readable(seat).filter(thread=OuterRef("pk")).order_by("-sequence")
    annotated = threads.annotate(last_post=Subquery(newest.values("pk")[:1]), last_at=Subquery(newest.values("at")[:1]))
    return annotated.order_by(F("closed_at").asc(nulls_first=True), F("last_at").desc(nulls_last=True), "-at", "-pk")


def _row(thread: Thread, post: Post | None, known: dict[int, Scene], drafts: set[int], seat: Seat) -> Row:
    return Row(
        code=thread.code,
        title=thread.title,
        place=thread.place,
        scene=known.get(thread.scene_id or 0),
        audience=thread.audience,
        closed=thread.closed_at is not None,
        source=thread.source,
        draft=thread.pk in drafts,
        by=name_of(post) if post else "",
        last=_last(post, seat) if post else "",
        at=post.at if post else thread.at,
    )


def _last(post: Post, seat: Seat) -> str:
    """The beginning of a post; of one without words what kind it is."""
    without_words = str(PostKind.LAPSE.label) if post.kind == PostKind.LAPSE else ""
    return excerpt(post, seat, 80) or rolls_line(post, seat) or without_words
