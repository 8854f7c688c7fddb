"""Whom board games by post wait for, as debts that people are reminded of (`campaigns.reminders.owing`).

Only what everybody may know is told: who is asked in the open. In a window nobody learns who could have answered, so of
a window nothing is told at all. Games without a time for decisions are played at one sitting, and nobody is reminded of them.
"""

from collections.abc import Iterator
from datetime import timedelta

from django.urls import reverse

from boardgames import deadlines, passing, shown
from boardgames.games import newest
from boardgames.models import BoardGame
from boardgames.shelf import box_of
from boardgames.shown import RUNNING
from campaigns.models import Campaign
from campaigns.people import present
from campaigns.reminders.owing import Debt
from tabletop.models import Chair


def of_games(campaign: Campaign) -> Iterator[Debt]:
    """One debt for each game that waits for people."""
    games = list(newest(campaign).filter(RUNNING, term__isnull=False))
    chairs, heard = (_chairs(campaign, games), deadlines.last_heard(games)) if games else ({}, {})
    for game in games:
        asked = box_of(game.record.game).asked(shown.view(game, ()))
        seats = {chairs.get((game.record_id, seat)) for seat in asked} - {None}
        if game.term is None or not seats or shown.over(game) or passing.in_window(game):
            continue
        since = deadlines.since(game, heard)
        until = since + timedelta(seconds=game.term)
        yield Debt(
            key=f"game:{game.code}:{since.timestamp():.0f}",
            kind="move",
            title=game.title,
            path=reverse("game", args=[campaign.code, game.code]),
            since=since,
            seats=tuple(sorted(seat for seat in seats if seat is not None)),
            until=until,
        )


def _chairs(campaign: Campaign, games: list[BoardGame]) -> dict[tuple[int, str], int]:
    """(record, seat of the game) → who plays it, as a seat at the table."""
    seats = {seat.user_id: seat.pk for seat in present(campaign)}
    chairs = Chair.objects.filter(record__in=[game.record_id for game in games])
    held = chairs.values_list("record", "seat", "user")
    return {(record, seat): seats[user] for record, seat, user in held if user in seats}
