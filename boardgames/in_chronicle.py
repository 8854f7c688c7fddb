"""Board games in the chronicle of the war: each links to its replay."""

from collections.abc import Iterable

from boardgames.games import newest, told
from campaigns.models import Seat
from campaigns.posts.chronicle import Before, Entry, Wanted, older


def ask(seat: Seat, wanted: Wanted, before: Before | None, most: int) -> Iterable[Entry]:
    """Played at the table, so in no scene and no place of the story."""
    if wanted.place or wanted.scene or wanted.character:
        return []
    games = newest(seat.campaign)
    if wanted.nickname:
        games = games.filter(record__chairs__user__nickname=wanted.nickname)
    rows = list(older(games, before)[:most])
    lines = told(rows, seat.user)
    return [
        Entry(game.code, game.at, game.pk, "boardgames/table/entry.html", {"games": [line]})
        for game, line in zip(rows, lines, strict=True)
    ]


def find(seat: Seat, code: str) -> Entry | None:
    game = newest(seat.campaign).filter(code=code).first()
    return Entry(game.code, game.at, game.pk, "", {}) if game else None
