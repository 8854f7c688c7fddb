"""Who is at a table, and who was, in the order in which a table names them."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.models import Case, IntegerField, Value, When

from campaigns.models import Campaign, Role, Seat

RANKED = (Role.GM, Role.ASSISTANT, Role.PLAYER, Role.SPECTATOR)
_ORDER = Case(*(When(role=role, then=Value(at)) for at, role in enumerate(RANKED)), output_field=IntegerField())


def at_the_table(campaign: Campaign) -> list[Seat]:
    """Everybody present with their characters: who runs the table first, then by when they came."""
    present = campaign.seats.filter(removed_at=None).select_related("user").prefetch_related("characters", "absences")
    return list(present.order_by(_ORDER, "at", "pk"))


def present(campaign: Campaign) -> list[Seat]:
    """The same people with their names alone (one query)."""
    kept: list[Seat] | None = campaign.__dict__.get("_present")
    return _present(campaign) if kept is None else kept


@contextmanager
def once(campaign: Campaign) -> Iterator[None]:
    """Within it `present` asks the first time only: several rooms name people of the same moment."""
    if "_present" in campaign.__dict__:
        yield
        return
    campaign.__dict__["_present"] = _present(campaign)
    try:
        yield
    finally:
        campaign.__dict__.pop("_present", None)


def _present(campaign: Campaign) -> list[Seat]:
    return list(campaign.seats.filter(removed_at=None).select_related("user").order_by(_ORDER, "at", "pk"))


def gone(campaign: Campaign) -> list[Seat]:
    """Everybody who was sent away, the last one first; for the GM alone."""
    removed = campaign.seats.exclude(removed_at=None).select_related("user").prefetch_related("characters")
    return list(removed.order_by("-removed_at"))
