"""When an answer is due, and when nobody is to be disturbed: the campaign's own clock.

The hours of a deadline run through the night as well; only its end is moved out of the quiet hours.
"""

from datetime import datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from campaigns.models import Deadlines

OVER = "over"
ASKED = "asked"
"""The moments of a debt at its two ends; between them stand the hours before the deadline, as numbers."""


@cache
def zones() -> tuple[str, ...]:
    """Every time zone that people live in, by its name."""
    return tuple(sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/")))


def zone(rules: Deadlines) -> ZoneInfo:
    return ZoneInfo(rules.zone)


def due(rules: Deadlines, since: datetime) -> datetime | None:
    """Until when somebody may take who has been asked `since`; None where there is no deadline."""
    if rules.hours is None:
        return None
    return awake(rules, since + timedelta(hours=rules.hours))


def awake(rules: Deadlines, at: datetime) -> datetime:
    """`at`, or the end of the quiet hours that it falls into."""
    if not quiet(rules, at):
        return at
    assert rules.quiet_to is not None
    local = at.astimezone(zone(rules))
    day = local.date() + timedelta(days=local.time() >= rules.quiet_to)
    return datetime.combine(day, rules.quiet_to, zone(rules)).astimezone(at.tzinfo)


def quiet(rules: Deadlines, at: datetime) -> bool:
    """Whether it is one of the quiet hours; they may go over midnight."""
    start, end = rules.quiet_from, rules.quiet_to
    if start is None or end is None or start == end:
        return False
    now = at.astimezone(zone(rules)).time()
    return start <= now < end if start < end else not end <= now < start


def moment(rules: Deadlines, since: datetime, until: datetime | None, now: datetime) -> str:
    """What is to be said of a debt now: that it is asked for, that so many hours are left, or that its time is over.

    Only the latest of them: who was not told an earlier one in time is not told it late.
    """
    if until is None:
        return ASKED
    if now >= until:
        return OVER
    reached = [hours for hours in rules.before if since < until - timedelta(hours=hours) <= now]
    return str(min(reached)) if reached else ASKED


def parsed(text: str) -> time | None:
    """The time of day that a form says; None for nothing."""
    return time.fromisoformat(text) if text else None
