"""Who acts for somebody who is away (대리): asked, accepted by himself and agreed to by the GM, all three, in any order.

Only from then on does the stand-in see the hand of the absent one, and until it is ended by any of the three. What he does
is logged under his own name.
"""

from collections.abc import Iterable
from enum import StrEnum
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from campaigns.models import Campaign, Role, Seat, StandIn
from tabletop import live

PLAYS = (Role.PLAYER, Role.ASSISTANT)


class Refused(StrEnum):
    """Why nobody was asked, or nothing was answered."""

    NOT_A_PLAYER = "not-a-player"
    SAME = "same"
    ASKED = "asked"
    OVER = "over"


def standing(campaign: Campaign) -> QuerySet[StandIn]:
    """All that are asked for or act now, the oldest first."""
    rows = StandIn.objects.filter(absent__campaign=campaign, over_at=None)
    return rows.select_related("absent__user", "who__user", "by").order_by("at", "pk")


def acted(campaign: Campaign) -> QuerySet[StandIn]:
    """Everybody who ever acted for somebody, the latest first."""
    rows = StandIn.objects.filter(absent__campaign=campaign).exclude(Q(accepted_at=None) | Q(agreed_at=None))
    return rows.select_related("absent__user", "who__user").order_by("-at", "-pk")


def acts_for(seat: Seat) -> frozenset[int]:
    """The people (primary keys of users) whose hands this seat holds for them now, besides its own."""
    return frozenset(_acting(seat).values_list("absent__user", flat=True))


def seats_for(seat: Seat) -> frozenset[int]:
    """The seats (primary keys) that it acts for."""
    return frozenset(_acting(seat).values_list("absent", flat=True))


def acts_in(rows: Iterable[StandIn], seat: Seat) -> frozenset[int]:
    """The same, where all that stand are known already."""
    lends = seat.role != Role.SPECTATOR
    return frozenset(row.absent_id for row in rows if lends and row.acts and row.who_id == seat.pk)


def _acting(seat: Seat) -> QuerySet[StandIn]:
    acting = StandIn.objects.filter(
        who=seat.pk, who__removed_at=None, accepted_at__isnull=False, agreed_at__isnull=False, over_at=None
    )
    return acting.exclude(who__role=Role.SPECTATOR)


def ask(absent: Seat, who: Seat, by: Seat) -> StandIn | Refused:
    """Ask `who` to act for `absent`: he himself asks, or the GM, who thereby agrees."""
    if absent.pk == who.pk or absent.campaign_id != who.campaign_id:
        return Refused.SAME
    if who.role not in PLAYS or absent.role != Role.PLAYER or who.removed_at or absent.removed_at:
        return Refused.NOT_A_PLAYER
    agreed = timezone.now() if by.role == Role.GM else None
    try:
        with transaction.atomic():
            return StandIn.objects.create(absent=absent, who=who, by=by.user, agreed_at=agreed)
    except IntegrityError:
        return Refused.ASKED


def accept(row: StandIn, seat: Seat) -> Refused | None:
    """The stand-in says yes."""
    return _set(row, "accepted_at") if row.who_id == seat.pk else Refused.OVER


def agree(row: StandIn, seat: Seat) -> Refused | None:
    """The GM says yes."""
    return _set(row, "agreed_at") if seat.role == Role.GM else Refused.OVER


def end(row: StandIn, seat: Seat) -> Refused | None:
    """Any of the three ends it, or says no; the hand is closed at once."""
    if seat.role != Role.GM and seat.pk not in (row.who_id, row.absent_id):
        return Refused.OVER
    return _over(StandIn.objects.filter(pk=row.pk))


def follow(old: Seat, new: Seat) -> None:
    """A seat that was handed over is nobody's stand-in and has none."""
    _over(StandIn.objects.filter(Q(who=old) | Q(absent=old)))


def _set(row: StandIn, field: str) -> Refused | None:
    done = StandIn.objects.filter(pk=row.pk, over_at=None).update(**{field: timezone.now()})
    return None if done else Refused.OVER


def _over(rows: QuerySet[StandIn]) -> Refused | None:
    with transaction.atomic():
        ended = list(rows.filter(over_at=None).select_related("who__campaign"))
        done = rows.filter(over_at=None).update(over_at=timezone.now())
        for row in ended:
            # His streams of the other's hand end now; the pages behind them ask again.
            transaction.on_commit(partial(live.dismiss, row.who.user_id, row.who.campaign.code))
    return None if done else Refused.OVER
