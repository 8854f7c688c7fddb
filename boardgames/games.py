"""The board games of a campaign as lists tell them (보드게임 목록): who plays, whose turn it is, who won. All of it is public."""

from collections.abc import Iterable
from datetime import datetime

import msgspec
from django.db.models import QuerySet

from boardgames import table
from boardgames.models import BoardGame
from boardgames.shelf import box_of
from campaigns.models import Campaign, User
from tabletop import records


class Summary(msgspec.Struct, frozen=True):
    """One line of a list; `due` are the names of those who must move, `owes` whether the reader is one of them."""

    code: str
    title: str
    game: str
    at: datetime
    names: tuple[str, ...]
    running: bool
    due: tuple[str, ...] = ()
    owes: bool = False
    winners: tuple[str, ...] = ()


def newest(campaign: Campaign) -> QuerySet[BoardGame]:
    return BoardGame.objects.filter(campaign=campaign).select_related("record").order_by("-at", "-pk")


def told(games: Iterable[BoardGame], reader: User) -> list[Summary]:
    return [_summary(game, reader) for game in games]


def _summary(game: BoardGame, reader: User) -> Summary:
    seats = table.held(game)
    awaited = box_of(game.record.game).rules.awaits(records.load(game.record)).seats
    return Summary(
        code=game.code,
        title=game.title,
        game=game.record.game,
        at=game.at,
        names=tuple(one.name for one in seats.values()),
        running=not game.record.closed,
        due=tuple(seats[seat].name for seat in awaited),
        owes=any(seats[seat].user == reader.pk for seat in awaited),
        winners=tuple(seats[seat].name for seat in records.view(game.record, ()).outcome.winners),
    )
