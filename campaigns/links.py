"""Personal links to one seat, used once: to bring it to another device, or to hand it to somebody else."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from campaigns import seats
from campaigns.arrivals import DOUBLE_TAP, digest
from campaigns.models import Seat, SeatLink, User, new_token
from campaigns.seats import Refused

LIFE = {SeatLink.Purpose.DEVICE: timedelta(minutes=15), SeatLink.Purpose.HANDOVER: timedelta(hours=24)}


def issue(seat: Seat, purpose: SeatLink.Purpose) -> str:
    """The token of a new link; it is told only here. An older link of the same purpose is dead from here on."""
    token = new_token()
    with transaction.atomic():
        seat.links.filter(purpose=purpose).delete()
        seat.links.create(purpose=purpose, token_hash=digest(token), ends_at=timezone.now() + LIFE[purpose])
    return token


def find(token: str, purpose: SeatLink.Purpose) -> SeatLink | None:
    """The link of a token, whether it still stands or not."""
    seen = SeatLink.objects.select_related("seat__campaign", "seat__user")
    return seen.filter(token_hash=digest(token), purpose=purpose).first()


def move_device(link: SeatLink, arrival: str) -> Seat | Refused:
    """The seat to sign in to on this device; a removed seat leads nowhere."""
    if link.seat.removed_at or not _spend(link, arrival):
        return Refused.LINK_OVER
    return link.seat


def take_over(link: SeatLink, nickname: str, *, user: User | None, arrival: str) -> Seat | Refused:
    """Give the link's seat to `user`, or to somebody new called `nickname`; the taker's seat."""
    with transaction.atomic():
        seated = seats.sit_down(link.seat.campaign, link.seat.role, nickname, user=user, arrival=arrival)
        if isinstance(seated, Refused):
            return seated
        if not _spend(link, arrival):
            transaction.set_rollback(True)
            return Refused.LINK_OVER
        return seats.hand_over(link.seat, seated.user)


def may_be_fetched_by_gm(seat: Seat) -> bool:
    """Whether the GM may make a device link for somebody who lost his own.

    Whoever opens it is that person, so only for people who are nobody else elsewhere: without password, at no other table.
    """
    return not seat.user.signs_in and not seat.user.seats.exclude(campaign=seat.campaign).exists()


def _spend(link: SeatLink, arrival: str) -> bool:
    """Whether this tap is the one that uses the link. One statement, so of two people only one."""
    now = timezone.now()
    standing = SeatLink.objects.filter(pk=link.pk, used_at=None, ends_at__gt=now)
    if standing.update(used_at=now, used_by=digest(arrival)):
        return True
    return SeatLink.objects.filter(pk=link.pk, used_by=digest(arrival), used_at__gt=now - DOUBLE_TAP).exists()
