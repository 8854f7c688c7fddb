"""Who owes a word, and for how long: for the threads, the board of the war, and reminders.

`owed` is what one seat may know of it; `open_owings` is all of it, for code that tells each person his own only.
"""

from collections.abc import Iterable
from datetime import datetime

import msgspec
from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign, Deadlines, Owing, Seat, Thread
from campaigns.posts.asked import Asked
from campaigns.posts.readable import readable
from campaigns.reminders import clock
from campaigns.reminders.absences import rules_of


class Owed(msgspec.Struct, frozen=True):
    """A word that is owed. `who` are nicknames, or "" for who runs the table; `mine`: the reader owes it.

    `until` is when its time is over (None: never), `late`: it is.
    `post` is the code of the declaration, or of the post that asks; `address` leads to where the reader answers it, or to
    what it is about.
    """

    who: str
    mine: bool
    thread: str
    title: str
    post: str
    kind: str
    by: str
    since: datetime
    until: datetime | None
    late: bool
    address: str


def open_owings(campaign: Campaign) -> QuerySet[Owing]:
    """All that is owed in the war, the oldest first; not for anybody's screen."""
    owings = Owing.objects.filter(settled_at=None, post__campaign=campaign, post__thread__closed_at=None)
    return owings.select_related("post__thread", "post__seat__user", "seat__user").order_by("at", "pk")


def owed(seat: Seat) -> list[Owed]:
    """What is owed, as far as this seat may read what it is about, the oldest first (one query)."""
    return told(_read(seat), seat)


def owed_in(thread: Thread, seat: Seat) -> list[Owing]:
    """What is owed in one thread about posts that this seat reads."""
    return IN_THREAD.all(seat, thread.pk)


def _read(seat: Seat) -> QuerySet[Owing]:
    # Asked of each owing, not of every post of the war: few words are owed, and many posts are readable.
    return open_owings(seat.campaign).filter(Exists(readable(seat).filter(pk=OuterRef("post"))))


IN_THREAD = Asked(lambda seat, thread: _read(seat).filter(post__thread=thread), int)


def told(owings: Iterable[Owing], seat: Seat) -> list[Owed]:
    """What is owed, for the reader; people whom one post waits for stand in one line, himself apart."""
    rules, now = rules_of(seat.campaign), timezone.now()
    present = [owing for owing in owings if owing.seat is None or owing.seat.removed_at is None]
    found: dict[tuple[object, ...], Owed] = {}
    for one, owing in ((_told(owing, seat, rules, now), owing) for owing in present):
        line = (one.post, one.mine, owing.seat is None, one.until)
        there = found.get(line)
        found[line] = msgspec.structs.replace(there, who=f"{there.who}, {one.who}") if there else one
    return list(found.values())


def due(owing: Owing, rules: Deadlines) -> datetime | None:
    """Until when the word may come; None for no end."""
    return owing.until or clock.due(rules, owing.at)


def _told(owing: Owing, seat: Seat, rules: Deadlines, now: datetime) -> Owed:
    post, thread = owing.post, owing.post.thread
    end = due(owing, rules)
    mine = seat.runs_table if owing.seat is None else owing.seat_id == seat.pk
    answer = reverse("thread", args=[seat.campaign.code, thread.code]) + f"?to={post.code}#write"
    return Owed(
        who=owing.seat.user.nickname if owing.seat else "",
        mine=mine,
        thread=thread.code,
        title=thread.title,
        post=post.code,
        kind=post.kind,
        by=post.voice or (post.seat.user.nickname if post.seat else ""),
        since=owing.at,
        until=end,
        late=end is not None and now >= end,
        address=answer if mine else reverse("post", args=[seat.campaign.code, post.code]),
    )
