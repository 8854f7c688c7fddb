"""What the fights show on the cover of a war (`campaigns.cover`)."""

from typing import Any

from django.http import HttpRequest

from campaigns.models import Seat
from combat.fights import newest, told, whole

RECENT = 3
"""So many ended fights the cover tells; all of them stand in the chronicle."""


def on_cover(request: HttpRequest, seat: Seat) -> tuple[str, dict[str, Any]] | None:
    """What runs now and how the last fights went; nothing before the first fight."""
    running = whole(newest(seat.campaign).filter(record__closed=False), seat.user)
    ended = whole(newest(seat.campaign).filter(record__closed=True)[:RECENT])
    fights = told([*running, *ended])
    context = {"fights": fights, "running": sum(fight.running for fight in fights)}
    return ("combat/cover.html", context) if fights else None
