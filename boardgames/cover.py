"""What the board games show on the cover of a war (`campaigns.cover`)."""

from typing import Any

from django.http import HttpRequest

from boardgames.games import newest, told
from boardgames.shown import RUNNING
from campaigns.models import Seat

RECENT = 3
"""So many ended games the cover tells; more of them stand in the chronicle."""


def on_cover(request: HttpRequest, seat: Seat) -> tuple[str, dict[str, Any]] | None:
    """What is being played and how the last games went; nothing before the first one."""
    running = newest(seat.campaign).filter(RUNNING)
    ended = newest(seat.campaign).exclude(RUNNING)[:RECENT]
    games = told([*running, *ended], seat.user)
    context = {"games": games, "running": sum(game.running for game in games)}
    return ("boardgames/table/cover.html", context) if games else None
