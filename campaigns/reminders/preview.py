"""Exactly what the Discord channel of a campaign gets, before it gets it."""

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from campaigns.models import Campaign, Deadlines
from campaigns.reminders import outbox, wording
from campaigns.reminders.clock import ASKED, OVER, due
from campaigns.reminders.owing import Debt, debts, moment

SHOWN = 5
"""So many messages the preview shows."""


def preview(campaign: Campaign, rules: Deadlines) -> list[str]:
    """The messages, character by character: of what is owed now, or of an example while nothing is."""
    people, now = outbox.people_of(campaign), timezone.now()
    owed = [debt for debt in debts(campaign) if debt.public][:SHOWN]
    if owed:
        return [wording.channel(campaign, rules, debt, moment(rules, debt, now), people.names(debt)) for debt in owed]
    names = [seat.user.nickname for seat in people.seats.values() if not seat.runs_table][:2] or ["…"]
    with translation.override(rules.language):
        example = Debt("example", "plan", _("A fight"), f"/c/{campaign.code}/", now, (), round=1)
    moments = [ASKED, OVER] if due(rules, now) else [ASKED]
    return [wording.channel(campaign, rules, example, at, names) for at in moments]
