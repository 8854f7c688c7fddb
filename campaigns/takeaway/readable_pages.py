"""The war as pages that a browser opens from a disk: what its GM reads today, without a server.

Rooms append their part in `rescued.register`; a page is written in pieces, so that a long war needs no more memory.
"""

from collections.abc import Callable, Iterator

import msgspec
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext

from campaigns.models import Campaign, Post, PostKind, Role, Seat, Thread
from campaigns.posts.readable import readable_threads
from campaigns.posts.reading import posts_in
from campaigns.posts.view import html_of, name_of

type Chunks = Iterator[str]


class Page(msgspec.Struct, frozen=True):
    """One page: under which heading it stands in the index, its title, and its body in pieces."""

    heading: str
    title: str
    body: Callable[[], Chunks]


PARTS: list[Callable[[Campaign, Seat], Iterator[Page]]] = []
"""From the campaign and the GM's seat to pages."""


def pages(campaign: Campaign) -> Iterator[tuple[str, Chunks]]:
    """The entries of the ZIP, `read.html` last: it lists the others."""
    gm = campaign.seats.select_related("campaign", "user").filter(role=Role.GM).order_by("removed_at").last()
    if gm is None:
        return
    listed: list[tuple[str, str, str]] = []
    with translation.override(settings.LANGUAGE_CODE):
        for part in (threads, *PARTS):
            for page in part(campaign, gm):
                name = f"read/{len(listed) + 1}.html"
                listed.append((page.heading, page.title, name))
                yield name, _whole(campaign, page)
        yield "read.html", iter([_index(campaign, listed)])


def _whole(campaign: Campaign, page: Page) -> Chunks:
    context = {"campaign": campaign, "page": page, "language": translation.get_language()}
    head, _, foot = render_to_string("campaigns/takeaway/read_page.html", context).partition("<!--body-->")
    yield head
    yield from page.body()
    yield foot


def _index(campaign: Campaign, listed: list[tuple[str, str, str]]) -> str:
    headings: dict[str, list[tuple[str, str]]] = {}
    for heading, title, name in listed:
        headings.setdefault(heading, []).append((title, name))
    context = {"campaign": campaign, "headings": headings, "language": translation.get_language()}
    return render_to_string("campaigns/takeaway/read.html", context)


def threads(campaign: Campaign, gm: Seat) -> Iterator[Page]:
    for thread in readable_threads(gm).order_by("at", "pk"):
        yield Page(gettext("Threads"), thread.title, lambda thread=thread: _posts(thread, gm))  # type: ignore[misc]


def _posts(thread: Thread, gm: Seat) -> Chunks:
    for post in posts_in(thread, gm).iterator(chunk_size=500):
        yield _post(post, gm)


def _post(post: Post, gm: Seat) -> str:
    label = str(PostKind(post.kind).label) if post.kind in PostKind.values else post.kind
    context = {"post": post, "name": name_of(post), "html": html_of(post, gm), "kind": label}
    return render_to_string("campaigns/takeaway/read_post.html", context)
