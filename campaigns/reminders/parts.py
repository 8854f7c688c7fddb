"""What the cover of a war and its log show of deadlines and stand-ins (`campaigns.cover`)."""

from typing import Any

from django.http import HttpRequest

from campaigns.models import Campaign, Role, Seat, StandIn
from campaigns.reminders import absences, standins
from campaigns.reminders.views.table import waiting
from tabletop.prepared import Prepared

LOGGED = 30
ACTED = Prepared(lambda campaign: standins.acted(Campaign(pk=campaign))[:LOGGED], int)


def on_cover(request: HttpRequest, seat: Seat) -> tuple[str, dict[str, Any]] | None:
    """What the reader owes himself and until when, and which stand-in waits for his word."""
    rules = absences.rules_of(seat.campaign)
    own = [one for one in waiting(seat, []) if one.mine] if rules.pk else []
    asked = [row for row in standins.standing(seat.campaign) if _asks(row, seat)]
    return ("campaigns/reminders/cover.html", {"rules": rules, "mine": own, "asked": asked})


def _asks(row: StandIn, seat: Seat) -> bool:
    return (row.who_id == seat.pk and not row.accepted_at) or (seat.role == Role.GM and not row.agreed_at)


def in_log(request: HttpRequest, seat: Seat) -> tuple[str, dict[str, Any]] | None:
    """Who has acted for whom."""
    acted = ACTED.all(seat.campaign_id)
    return ("campaigns/reminders/acted.html", {"acted": acted}) if acted else None
