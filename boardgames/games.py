"""The board games of a campaign as lists tell them (보드게임 목록): who plays, whose turn it is, who won. All of it is public.

A list does not fold what has ended: the report of the last entry names the winners.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import OuterRef, QuerySet, Subquery

from boardgames import passing, shown, table
from boardgames.models import BoardGame
from boardgames.shelf import box_of
from boardgames.table import Held
from campaigns.models import Campaign, User
from tabletop.models import Entry


class Summary(msgspec.Struct, frozen=True):
    """One line of a list; `due` are the names of those who must move and may be named, `owes` whether the reader must.

    `folder` is where the game's templates are.
    """

    code: str
    title: str
    folder: str
    at: datetime
    names: tuple[str, ...]
    running: bool
    due: tuple[str, ...] = ()
    owes: bool = False
    winners: tuple[str, ...] = ()


def newest(campaign: Campaign) -> QuerySet[BoardGame]:
    """The campaign's games, the latest first, with what `told` needs: of one that has ended, the `last` report."""
    ended = Entry.objects.filter(record=OuterRef("record"), seq=OuterRef("record__seq"), record__closed=True)
    games = BoardGame.objects.filter(campaign=campaign).select_related("record")
    return games.annotate(last=Subquery(ended.values("report"))).order_by("-at", "-pk")


def told(games: Iterable[BoardGame], reader: User) -> list[Summary]:
    """A line for each of the games, for `reader`: one query for all of them, and a fold for what is still played."""
    games = list(games)
    held = table.held_by(games)
    return [_summary(game, held[game.pk], reader) for game in games]


def _summary(game: Any, seats: dict[str, Held], reader: User) -> Summary:
    box, running = box_of(game.record.game), not shown.over(game)
    own = {seat for seat, one in seats.items() if one.user == reader.pk}
    return Summary(
        code=game.code,
        title=game.title,
        folder=box.folder,
        at=game.at,
        names=tuple(one.name for one in seats.values()),
        running=running,
        due=tuple(seats[seat].name for seat in box.asked(shown.view(game, ()))) if running else (),
        owes=running and any(passing.owes(game, seat) for seat in own),
        winners=() if running else tuple(seats[seat].name for seat in box.winners(game.last)),
    )
