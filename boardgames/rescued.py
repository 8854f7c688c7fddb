"""What board games put into the rescue file of a war (`campaigns.takeaway.tables`).

The GM may sit at a game like anybody else, so a running one, decks and hands and all, goes into the sealed part as a whole.
"""

from django.db.models import Q

from campaigns.takeaway.tables import keep, leave


def register() -> None:
    """Name every model of this app, and those of the table below that board games use."""
    keep("boardgames.BoardGame", "campaign", covered=lambda campaign: Q(record__closed=False))
    keep("boardgames.ComputerSeat", "game__campaign", covered=lambda campaign: Q(game__record__closed=False))
    keep("boardgames.Lapse", "game__campaign", covered=lambda campaign: Q(game__record__closed=False))
    keep("boardgames.Passing", "game__campaign", covered=lambda campaign: Q(game__record__closed=False))
    leave("it belongs to a person, not to a war", "boardgames.OwnSet")
    keep("tabletop.Record", "boardgame__campaign", covered=lambda campaign: Q(boardgame__isnull=False, closed=False))
    for label in ("Entry", "Chair"):
        keep(f"tabletop.{label}", "record__boardgame__campaign", covered=_of_running)


def _of_running(campaign: object) -> Q:
    return Q(record__boardgame__isnull=False, record__closed=False)
