"""Who is at a table, and who was, in the order in which a table names them."""

from django.db.models import Case, IntegerField, Value, When

from campaigns.models import Campaign, Role, Seat

RANKED = (Role.GM, Role.ASSISTANT, Role.PLAYER, Role.SPECTATOR)
_ORDER = Case(*(When(role=role, then=Value(at)) for at, role in enumerate(RANKED)), output_field=IntegerField())


def at_the_table(campaign: Campaign) -> list[Seat]:
    """Everybody present with their characters: who runs the table first, then by when they came."""
    present = campaign.seats.filter(removed_at=None).select_related("user").prefetch_related("characters", "absences")
    return list(present.order_by(_ORDER, "at", "pk"))


def gone(campaign: Campaign) -> list[Seat]:
    """Everybody who was sent away, the last one first; for the GM alone."""
    removed = campaign.seats.exclude(removed_at=None).select_related("user").prefetch_related("characters")
    return list(removed.order_by("-removed_at"))
