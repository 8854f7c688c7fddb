"""Signing up for a scene: who comes first takes part, up to the cap; the others wait in the order they came."""

from collections.abc import Callable
from datetime import datetime

import msgspec
from django.db import transaction
from django.utils import timezone

from campaigns.models import Area, Deadlines, Role, Scene, Seat, SignUp, Unanswered, User
from campaigns.reminders import clock
from campaigns.reminders.absences import rules_of
from tabletop.game import Illegal

PLAYS = frozenset({Role.PLAYER, Role.GM, Role.ASSISTANT})


BARS: list[Callable[[Scene, Seat], Illegal | None]] = []
"""What other rooms forbid somebody who wants to take part; they append in AppConfig.ready."""


class Lists(msgspec.Struct, frozen=True):
    """Who takes part, who waits for a place, and who sits it out; in the order they came."""

    inside: tuple[Seat, ...]
    waiting: tuple[Seat, ...]
    out: tuple[Seat, ...] = ()

    def holds(self, seat: Seat) -> bool:
        return any(other.pk == seat.pk for other in (*self.inside, *self.waiting))

    def without(self, seat: Seat) -> bool:
        return any(other.pk == seat.pk for other in self.out)


def signed_up(scene: Scene) -> Lists:
    """One query, or none where they were fetched with the scene."""
    said = [each for each in scene.sign_ups.all() if each.seat.removed_at is None]
    seats = [each.seat for each in said if not each.out]
    cap = len(seats) if scene.cap is None else scene.cap
    return Lists(tuple(seats[:cap]), tuple(seats[cap:]), tuple(each.seat for each in said if each.out))


def closes_at(scene: Scene, rules: Deadlines) -> datetime | None:
    """When sign-ups are late: the campaign's term after the scene was announced; None for never."""
    return clock.due(rules, scene.announced_at or scene.at) if scene.signs_up else None


def over(scene: Scene, rules: Deadlines) -> bool:
    """Whether sign-ups have ended, as the war has agreed on for what comes too late. Asked, never awaited."""
    end = closes_at(scene, rules)
    return end is not None and rules.unanswered != Unanswered.MARK and timezone.now() >= end


def sign_up(scene: Scene, seat: Seat, *, by: User | None = None) -> SignUp | Illegal:
    """Take the next place. Refused: `no_sign_up`, `scene_closed`, `only_players`, `sign_up_over`, and what BARS say.

    `by` is who runs the table and takes somebody in: after the end of sign-ups too, and in spite of every bar.
    """
    with transaction.atomic():
        locked = Scene.objects.select_for_update(of=("self",)).select_related("campaign__deadlines").get(pk=scene.pk)
        if refused := _refused(locked, seat) or (_barred(locked, seat) if by is None else None):
            return refused
        signed, made = SignUp.objects.get_or_create(scene=locked, seat=seat, defaults={"by": by})
        if signed.out and not made:
            signed.delete()  # who sat it out and comes after all comes last
            signed = SignUp.objects.create(scene=locked, seat=seat, by=by)
        return signed


def sit_out(scene: Scene, seat: Seat) -> Illegal | None:
    """Say that one does not take part this time, so that nobody waits. Refused as `sign_up` is."""
    with transaction.atomic():
        locked = Scene.objects.select_for_update().get(pk=scene.pk)
        if refused := _refused(locked, seat):
            return refused
        locked.sign_ups.filter(seat=seat).delete()
        SignUp.objects.create(scene=locked, seat=seat, out=True)
    return None


def _refused(scene: Scene, seat: Seat) -> Illegal | None:
    if not scene.signs_up:
        return Illegal("no_sign_up", "format")
    if scene.state not in {Scene.State.ANNOUNCED, Scene.State.OPEN}:
        return Illegal("scene_closed", "format")
    return None if seat.role in PLAYS else Illegal("only_players", "format")


def _barred(scene: Scene, seat: Seat) -> Illegal | None:
    if scene.sign_ups.filter(seat=seat, out=False).exists():
        return None
    if not seat.runs_table and over(scene, rules_of(scene.campaign)):
        return Illegal("sign_up_over", "format")
    return next(filter(None, (bar(scene, seat) for bar in BARS)), None)


def sign_off(scene: Scene, seat: Seat) -> Illegal | None:
    """Give the place back; the first who waits has it. Refused: `scene_closed`, since who took part in it stays."""
    with transaction.atomic():
        locked = Scene.objects.select_for_update().get(pk=scene.pk)
        if locked.state == Scene.State.CLOSED:
            return Illegal("scene_closed", "format")
        locked.sign_ups.filter(seat=seat).delete()
    return None


def unsaid(scene: Scene) -> list[Seat]:
    """The players who have not said yet whether they take part, in the order they came to the table (one query)."""
    players = scene.campaign.seats.filter(role=Role.PLAYER, removed_at=None).select_related("user")
    return list(players.exclude(sign_ups__scene=scene).order_by("at", "pk"))


def follow(old: Seat, new: Seat) -> None:
    """Who takes a seat over takes its places in scenes, and what it knew of the map."""
    for place in old.sign_ups.exclude(scene__sign_ups__seat=new):
        place.seat = new
        place.save(update_fields=["seat"])
    for area in Area.objects.filter(known_to=old):
        area.known_to.add(new)
