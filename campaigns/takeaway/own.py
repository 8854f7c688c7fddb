"""Everything of one's own (내 것): what somebody wrote, plays and handed in, in one ZIP; nothing of anybody else.

Rooms append their part in `published.register`. Everything is asked of the eyes that the pages ask.
"""

import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import IO, Any, Final

import msgspec
from django.utils import formats, timezone

from campaigns.models import Seat
from campaigns.posts.readable import readable
from campaigns.posts.view import html_of
from campaigns.takeaway.session import clean, words

EPOCH: Final = (1980, 1, 1, 0, 0, 0)

PARTS: list[Callable[[Seat], Iterator[tuple[str, bytes]]]] = []
"""For a seat: names of files and what is in them."""


def write(seat: Seat, file: IO[bytes]) -> int:
    """How many files there are: none for who has written, played and handed in nothing."""
    from campaigns.takeaway.tables import ask_rooms

    ask_rooms()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in (_posts, *PARTS):
            for name, data in part(seat):
                archive.writestr(zipfile.ZipInfo(name, EPOCH), data, zipfile.ZIP_DEFLATED)
        return len(archive.infolist())


def _posts(seat: Seat) -> Iterator[tuple[str, bytes]]:
    """Own posts with the rolls in them, as JSON and to be read."""
    posts = readable(seat).filter(owner=seat).select_related("thread", "seat__user").order_by("at", "pk")
    rows: list[dict[str, Any]] = [
        {
            "thread": post.thread.title,
            "at": post.at,
            "voice": post.voice,
            "kind": post.kind,
            "text": post.text,
            "told": words(clean(html_of(post, seat))),
        }
        for post in posts.iterator(chunk_size=500)
    ]
    if rows:
        yield "posts.json", msgspec.json.format(msgspec.json.encode(rows))
        yield "posts.txt", "\n\n".join(f"[{row['thread']}] {_day(row['at'])}\n{row['told']}" for row in rows).encode()


def _day(at: datetime) -> str:
    return formats.date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")
