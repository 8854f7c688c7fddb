"""Board games in the chronicle of the war: each links to its replay."""

from collections.abc import Iterable
from typing import Any

from boardgames.games import newest, told
from boardgames.models import BoardGame
from campaigns.models import Seat
from campaigns.posts.chronicle import Entry, Span, Wanted, within


def ask(seat: Seat, wanted: Wanted, span: Span) -> Iterable[Entry]:
    """Played at the table, so in no scene and no place of the story."""
    if wanted.place or wanted.scene or wanted.character:
        return []
    games = newest(seat.campaign)
    if wanted.nickname:
        games = games.filter(record__chairs__user__nickname=wanted.nickname)
    return [Entry(game.code, game.at, game.pk, game) for game in within(games, span)]


def tell(seat: Seat, games: list[BoardGame]) -> Iterable[dict[str, Any]]:
    return [{"games": [line]} for line in told(games, seat.user)]


def find(seat: Seat, code: str) -> Entry | None:
    game = newest(seat.campaign).filter(code=code).first()
    return Entry(game.code, game.at, game.pk) if game else None
