"""A thread read in pages: the newest, before or after a post, around a post. The post is the bookmark, so nothing is counted."""

from typing import Final

import msgspec
from django.db.models import QuerySet

from campaigns.models import Post, Seat, Thread
from campaigns.posts.asked import Asked
from campaigns.posts.readable import readable
from campaigns.posts.view import with_about

PAGE: Final = 40
LONGEST: Final = 120
"""Of a page that grows while it is open."""


class Window(msgspec.Struct, frozen=True):
    """Posts in their order; `older` and `newer`: there are more before and after them."""

    posts: tuple[Post, ...]
    older: bool
    newer: bool

    @property
    def first(self) -> Post | None:
        return self.posts[0] if self.posts else None

    @property
    def last(self) -> Post | None:
        return self.posts[-1] if self.posts else None


def posts_in(thread: Thread | int, seat: Seat) -> QuerySet[Post]:
    """The thread's posts that this seat may read."""
    return with_about(readable(seat)).filter(thread=thread).order_by("sequence")


NEWEST = Asked(lambda seat, thread: posts_in(thread, seat).reverse()[: PAGE + 1], int)


def newest(thread: Thread, seat: Seat) -> Window:
    return _turned(NEWEST.all(seat, thread.pk), PAGE, newer=False)


def before(thread: Thread, seat: Seat, post: Post) -> Window:
    return _back(posts_in(thread, seat).filter(sequence__lt=post.sequence), newer=True)


def after(thread: Thread, seat: Seat, post: Post) -> Window:
    return _on(posts_in(thread, seat).filter(sequence__gt=post.sequence), PAGE, older=True)


def around(thread: Thread, seat: Seat, post: Post) -> Window:
    """The post with a few before it."""
    lead = _back(posts_in(thread, seat).filter(sequence__lt=post.sequence), newer=True, size=PAGE // 4)
    tail = _on(posts_in(thread, seat).filter(sequence__gte=post.sequence), PAGE - PAGE // 4, older=lead.older)
    return Window((*lead.posts, *tail.posts), lead.older, tail.newer)


def since(thread: Thread, seat: Seat, sequence: int) -> Window:
    """From this place on: a page that stays open."""
    return _on(posts_in(thread, seat).filter(sequence__gte=sequence), LONGEST, older=True)


def _back(posts: QuerySet[Post], *, newer: bool, size: int = PAGE) -> Window:
    return _turned(list(posts.reverse()[: size + 1]), size, newer=newer)


def _turned(rows: list[Post], size: int, *, newer: bool) -> Window:
    return Window(tuple(reversed(rows[:size])), len(rows) > size, newer)


def _on(posts: QuerySet[Post], size: int, *, older: bool) -> Window:
    rows = list(posts[: size + 1])
    return Window(tuple(rows[:size]), older, len(rows) > size)
