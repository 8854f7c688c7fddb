"""Who is away (부재): notes that everybody at the table reads."""

from collections.abc import Iterable
from datetime import date

from django.db.models import QuerySet
from django.utils import timezone

from campaigns.models import Absence, Campaign, Deadlines, Seat
from campaigns.reminders.clock import zone

AHEAD = 5
"""So many notes a person can have that are not over yet."""


def rules_of(campaign: Campaign) -> Deadlines:
    """The campaign's deadlines; where it has none, what holds without any (not saved)."""
    try:
        return campaign.deadlines
    except Deadlines.DoesNotExist:
        return Deadlines(campaign=campaign)


def today(campaign: Campaign) -> date:
    """The day it is where the campaign is played."""
    return timezone.now().astimezone(zone(rules_of(campaign))).date()


def note(seat: Seat, start: date, end: date, text: str) -> Absence | None:
    """Keep a note; None when there are too many."""
    if upcoming([seat], today(seat.campaign)).count() >= AHEAD:
        return None
    made, _ = Absence.objects.get_or_create(seat=seat, start=start, end=end, defaults={"note": text})
    return made


def upcoming(seats: Iterable[Seat], day: date) -> QuerySet[Absence]:
    """Notes of these seats that are not over, the next one first."""
    return Absence.objects.filter(seat__in=seats, end__gte=day).select_related("seat__user")


def away(campaign: Campaign, day: date) -> set[int]:
    """The seats that are away on that day."""
    on = Absence.objects.filter(seat__campaign=campaign, start__lte=day, end__gte=day)
    return set(on.values_list("seat_id", flat=True))
