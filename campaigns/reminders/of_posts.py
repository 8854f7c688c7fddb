"""The words that are owed in threads, as debts: public where everybody may read what asks for them."""

from collections.abc import Iterator
from itertools import groupby

from django.urls import reverse

from campaigns.models import Audience, Campaign, Owing
from campaigns.people import present
from campaigns.posts import lapsing
from campaigns.reminders.owing import Debt


def of_posts(campaign: Campaign) -> Iterator[Debt]:
    """One debt for each post that asks; who runs the table owes together. What is late is settled first, as agreed."""
    table = tuple(sorted(seat.pk for seat in present(campaign) if seat.runs_table))
    rows = sorted(lapsing.settled(campaign), key=lambda owing: owing.post_id)
    for _, asked in groupby(rows, key=lambda owing: owing.post_id):
        yield _debt(campaign, list(asked), table)


def _debt(campaign: Campaign, asked: list[Owing], table: tuple[int, ...]) -> Debt:
    post = asked[0].post
    thread = post.thread
    seats = {pk for owing in asked for pk in (table if owing.seat_id is None else (owing.seat_id,))}
    # What is not certainly for everybody is told to nobody but whom it waits for.
    public = (
        post.audience == Audience.ALL and thread.audience == Audience.ALL and not (post.covered or post.withdrawn_at)
    )
    return Debt(
        key=f"post:{post.code}",
        kind="post",
        title=thread.title if public else "",
        path=reverse("thread", args=[campaign.code, thread.code]),
        since=min(owing.at for owing in asked),
        seats=tuple(sorted(seats)),
        public=public,
        until=max((one.until for one in asked if one.until), default=None),
    )
