"""What a seat may read, in prepared queries (`tabletop.prepared`): the eye is `readable`, only its SQL is worked out once."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from campaigns.models import Campaign, Role, Seat
from tabletop.prepared import Prepared


class Asked[Row]:
    """`shape` makes the queryset for a seat, of which it may use its key, its campaign and its role, and for values of `takes`.

    Each role has SQL of its own, since who runs the table reads by other rules.
    """

    def __init__(self, shape: Callable[..., QuerySet[Any, Row]], *takes: type):
        self._shape, self._takes = shape, takes

    def all(self, seat: Seat, *values: int | str) -> list[Row]:
        """What the shape finds for this seat and the values."""
        return self._of_role[Role(seat.role)].all(seat.pk, seat.campaign_id, *values)

    @cached_property
    def _of_role(self) -> dict[Role, Prepared[Row]]:
        return {role: self._for(role) for role in Role}

    def _for(self, role: Role) -> Prepared[Row]:
        def shape(seat: int, campaign: int, *values: int | str) -> QuerySet[Any, Row]:
            return self._shape(Seat(pk=seat, campaign=Campaign(pk=campaign), role=role), *values)

        return Prepared(shape, int, int, *self._takes)
