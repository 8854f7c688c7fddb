"""Who is waited for (낼 것이 남은 사람), from every room that waits for people; they append to SOURCES in AppConfig.ready.

What leaves the house by mail, notification or Discord is made of `Debt` and nothing else, so what stands in one must be
public in the war, or the debt must say that it is not.
"""

from collections.abc import Callable, Iterable
from datetime import datetime

import msgspec

from campaigns import people
from campaigns.models import Campaign, Deadlines
from campaigns.reminders import clock


class Debt(msgspec.Struct, frozen=True):
    """Something that seats owe. `key` stays the same while it is the same thing that is owed.

    `template` makes the words for it of `title` and `round`; `path` is where it is paid. `public` says whether everybody at the
    table may know of it; of what is not, people are told only that something waits for them. `seats` are primary keys.
    `lent`: a stand-in can pay it. `until`: its own end, where it has one; else the campaign's deadlines say it.
    """

    key: str
    kind: str
    title: str
    path: str
    since: datetime
    seats: tuple[int, ...]
    public: bool = True
    round: int = 0
    lent: bool = False
    until: datetime | None = None


SOURCES: list[Callable[[Campaign], Iterable[Debt]]] = []
"""What is owed in a campaign now."""

SETTLERS: list[Callable[[Campaign], None]] = []
"""What a room does in a campaign when time is over; asked by the worker. Rooms ask themselves at every read and write."""


def debts(campaign: Campaign) -> list[Debt]:
    """Everything that is owed in the campaign, the oldest first."""
    with people.once(campaign):
        found = [debt for source in SOURCES for debt in source(campaign) if debt.seats]
    return sorted(found, key=lambda debt: (debt.since, debt.key))


def until(rules: Deadlines, debt: Debt) -> datetime | None:
    """Until when it is to be paid; None for no end."""
    return debt.until or clock.due(rules, debt.since)


def moment(rules: Deadlines, debt: Debt, now: datetime) -> str:
    """What is to be said of it now (see `clock.moment`)."""
    return clock.moment(rules, debt.since, until(rules, debt), now)
