"""What board games put into the rescue file of a war (`campaigns.takeaway.tables`).

The GM may sit at a game like anybody else, so a running one, decks and hands and all, goes into the sealed part as a whole. So
does one that is over, if it was played with cards that somebody else has made: they stand whole in its setup, and are for who
made them alone.
"""

from collections.abc import Callable, Iterator

from django.db.models import Q
from django.template.loader import render_to_string
from django.utils.translation import gettext

from boardgames.games import newest
from boardgames.models import BoardGame
from boardgames.published import lines
from campaigns.models import Campaign, Role, Seat
from campaigns.takeaway.readable_pages import PARTS, Page
from campaigns.takeaway.session import words
from campaigns.takeaway.tables import keep, leave


def register() -> None:
    """Name every model of this app, and those of the table below that board games use."""
    keep("boardgames.BoardGame", "campaign", covered=_closed_to_the_gm("record__", ""))
    for label in ("ComputerSeat", "Lapse", "Passing"):
        keep(f"boardgames.{label}", "game__campaign", covered=_closed_to_the_gm("game__record__", "game__"))
    leave("it belongs to a person, not to a war", "boardgames.OwnSet")
    keep("tabletop.Record", "boardgame__campaign", covered=_closed_to_the_gm("", "boardgame__"))
    for label in ("Entry", "Chair"):
        keep(
            f"tabletop.{label}",
            "record__boardgame__campaign",
            covered=_closed_to_the_gm("record__", "record__boardgame__"),
        )
    PARTS.append(_pages)


def _closed_to_the_gm(record: str, game: str) -> Callable[[Campaign], Q]:
    """The rows of games that he must not read; how a row leads to the record and to the game of it."""

    def covered(campaign: Campaign) -> Q:
        gms = campaign.seats.filter(role=Role.GM, removed_at=None).values("user")
        there = Q(**{f"{game}isnull": False}) if game else Q()
        own = Q(**{f"{record}setup__has_key": "cards"}) & ~Q(**{f"{game}cards_of__in": gms})
        return there & (Q(**{f"{record}closed": False}) | own)

    return covered


def _pages(campaign: Campaign, gm: Seat) -> Iterator[Page]:
    for game in newest(campaign).select_related("campaign").order_by("pk"):
        yield Page(gettext("Board games"), game.title, lambda it=game: iter([_page(it)]))  # type: ignore[misc]


def _page(game: BoardGame) -> str:
    told = "\n\n".join(words(line.html) for line in lines(game))
    return render_to_string("campaigns/takeaway/read_text.html", {"text": told})
