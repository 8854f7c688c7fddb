"""Everything that moves people: sitting down, roles, leaving, handing a seat over. Each acts at once, open streams included."""

from collections.abc import Callable
from enum import StrEnum
from functools import partial

from django.db import transaction
from django.utils import timezone

from campaigns import invites, names
from campaigns.arrivals import digest, just_now
from campaigns.models import Campaign, Role, Seat, User
from tabletop import live

FOLLOW: list[Callable[[Seat, Seat], None]] = []
"""What goes along when a seat is handed over: other apps append (old seat, new seat) in their AppConfig.ready."""

FETCHED: list[Callable[[Seat, Seat], None]] = []
"""Told when somebody is given the device link of another's seat: (who got it, whose it is)."""


class Refused(StrEnum):
    """Why people stay as they are."""

    NICKNAME_TAKEN = "nickname-taken"
    GM_STAYS = "gm-stays"
    NO_SIGN_IN = "no-sign-in"
    LINK_OVER = "link-over"


def open_campaign(user: User, name: str) -> Seat:
    """A new war with its GM at the table and the links for the others; the GM's seat."""
    with transaction.atomic():
        campaign = Campaign.objects.create(name=name)
        invites.renew_all(campaign)
        return Seat.objects.create(campaign=campaign, user=user, role=Role.GM)


def sit_down(campaign: Campaign, role: str, nickname: str, *, user: User | None, arrival: str) -> Seat | Refused:
    """Seat `user`, or somebody new, as `role` under `nickname`. Who sits already keeps his seat, and its role."""
    with transaction.atomic():
        _lock(campaign, *_tables_of(user))
        if seat := seat_of(campaign, user, arrival):
            return seat
        if user is None:
            return _seat_somebody_new(campaign, role, nickname, arrival)
        if not (_is_free(campaign, nickname, user) and rename(user, nickname) is None):
            return Refused.NICKNAME_TAKEN
        seated, _ = campaign.seats.update_or_create(user=user, defaults={"role": role, "removed_at": None})
        return seated


def seat_of(campaign: Campaign, user: User | None, arrival: str) -> Seat | None:
    """The seat this person has, or took with the same form a moment ago."""
    present = campaign.seats.select_related("user").filter(removed_at=None)
    if user is not None:
        return present.filter(user=user).first()
    seat = present.filter(arrival=digest(arrival)).first()
    return seat if seat and just_now(seat.at) else None


def rename(user: User, nickname: str) -> Refused | None:
    """Another nickname, if it is free at every table where the person sits."""
    with transaction.atomic():
        tables = _tables_of(user)
        _lock(*tables)
        if not all(_is_free(campaign, nickname, user) for campaign in tables):
            return Refused.NICKNAME_TAKEN
        user.nickname = nickname
        user.save(update_fields=["nickname"])
        return None


def change_role(seat: Seat, role: str) -> Refused | None:
    """Another role. Who becomes GM takes the office over; the one who had it is an assistant from then on."""
    with transaction.atomic():
        _hold(seat)
        if seat.role == Role.GM:
            return Refused.GM_STAYS
        if role == Role.GM:
            # the war must not be lost with the cookie of one phone
            if not seat.user.signs_in:
                return Refused.NO_SIGN_IN
            _stand_down(seat.campaign)
        seat.role = role
        seat.save(update_fields=["role"])
        _dismiss(seat)
        return None


def remove(seat: Seat) -> Refused | None:
    """Send somebody from the table. The invites are renewed, or he would come back in by the one he has."""
    with transaction.atomic():
        _hold(seat)
        if seat.role == Role.GM:
            return Refused.GM_STAYS
        _leave(seat)
        invites.renew_all(seat.campaign)
        return None


def bring_back(seat: Seat) -> Refused | None:
    """Undo a removal."""
    with transaction.atomic():
        _hold(seat)
        if not _is_free(seat.campaign, seat.user.nickname, seat.user):
            return Refused.NICKNAME_TAKEN
        seat.removed_at = None
        seat.save(update_fields=["removed_at"])
        return None


def hand_over(seat: Seat, user: User) -> Seat | Refused:
    """Give everything of `seat` (characters, chairs) to the seat of `user`, who takes one now if he has none.

    The row of the old seat stays, so that the history keeps its names. The role goes along to somebody who only watched.
    """
    with transaction.atomic():
        _hold(seat)
        if seat.role == Role.GM:
            return Refused.GM_STAYS
        taker, _ = seat.campaign.seats.get_or_create(user=user, defaults={"role": seat.role})
        if taker.role == Role.SPECTATOR or taker.removed_at:
            taker.role, taker.removed_at = seat.role, None
            taker.save(update_fields=["role", "removed_at"])
        if taker.pk != seat.pk:
            _give_all(seat, taker)
        return taker


def _lock(*campaigns: Campaign) -> None:
    """One at a time at a table, so that a free nickname is still free when it is given."""
    keys = [campaign.pk for campaign in campaigns]
    list(Campaign.objects.select_for_update().filter(pk__in=keys).order_by("pk"))


def _hold(seat: Seat) -> None:
    """Lock the table and look again: somebody may have moved this person since the page was asked for."""
    _lock(seat.campaign)
    seat.refresh_from_db(fields=["role", "removed_at"])


def _tables_of(user: User | None) -> list[Campaign]:
    return list(Campaign.objects.filter(seats__user=user, seats__removed_at=None)) if user else []


def _is_free(campaign: Campaign, nickname: str, user: User | None = None) -> bool:
    present = campaign.seats.filter(removed_at=None).exclude(user=user)
    taken = {names.fold(other) for other in present.values_list("user__nickname", flat=True)}
    return names.fold(nickname) not in taken


def _seat_somebody_new(campaign: Campaign, role: str, nickname: str, arrival: str) -> Seat | Refused:
    if not _is_free(campaign, nickname):
        return Refused.NICKNAME_TAKEN
    user = User.objects.create_user(None, nickname=nickname)
    return Seat.objects.create(campaign=campaign, user=user, role=role, arrival=digest(arrival))


def _stand_down(campaign: Campaign) -> None:
    gm = campaign.seats.select_related("campaign", "user").get(role=Role.GM, removed_at=None)
    gm.role = Role.ASSISTANT
    gm.save(update_fields=["role"])
    _dismiss(gm)


def _give_all(seat: Seat, taker: Seat) -> None:
    for follow in FOLLOW:
        follow(seat, taker)
    _leave(seat)
    _dismiss(taker)


def _leave(seat: Seat) -> None:
    seat.removed_at = seat.removed_at or timezone.now()
    seat.save(update_fields=["removed_at"])
    seat.links.filter(used_at=None).delete()
    _dismiss(seat)


def silence(user: User) -> None:
    """End what a person hears, in every war and on every device: each page asks again who he is, if he still is anybody."""
    for code in user.seats.filter(removed_at=None).values_list("campaign__code", flat=True):
        transaction.on_commit(partial(live.dismiss, user.pk, code))


def _dismiss(seat: Seat) -> None:
    """End the person's open streams; the pages behind them ask again who he is now."""
    transaction.on_commit(partial(live.dismiss, seat.user_id, seat.campaign.code))
