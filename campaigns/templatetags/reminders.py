"""Who is away, beside a name."""

from django import template

from campaigns.models import Absence, Seat
from campaigns.reminders.absences import today

register = template.Library()


@register.filter
def away(seat: Seat) -> Absence | None:
    """The note of somebody who is away today, from what was fetched with the seat."""
    day = today(seat.campaign)
    return next((one for one in seat.absences.all() if one.start <= day <= one.end), None)
