"""Who comes to sit where sealed cards can be seen, while a fight runs: the log of that fight says so."""

from functools import partial

from django.db import transaction

from campaigns.models import Seat
from tabletop import referee
from tabletop.models import Chair


def sits(seat: Seat, *, by: Seat, how: str) -> None:
    """Note it for every combatant of `seat` in a running fight of the war, once what led to it is done.

    A rehearsal is nobody's but its owner's, so nothing is noted there.
    """
    chairs = Chair.objects.filter(
        record__fight__campaign=seat.campaign,
        record__fight__rehearsal=False,
        record__closed=False,
        user=seat.user,
    )
    for record, combatant in chairs.order_by("record", "seat").values_list("record", "seat"):
        # After the commit: a writer that waits for the record must not wait for the table too.
        transaction.on_commit(partial(referee.sit, record, seat=combatant, how=how, by=by.user))
