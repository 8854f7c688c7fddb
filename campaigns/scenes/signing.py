"""Signing up for a scene: who comes first takes part, up to the cap; the others wait in the order they came."""

import msgspec
from django.db import transaction

from campaigns.models import Area, Role, Scene, Seat, SignUp
from tabletop.game import Illegal

PLAYS = frozenset({Role.PLAYER, Role.GM, Role.ASSISTANT})


class Lists(msgspec.Struct, frozen=True):
    """Who takes part, and who waits for a place; in the order they came."""

    inside: tuple[Seat, ...]
    waiting: tuple[Seat, ...]

    def holds(self, seat: Seat) -> bool:
        return any(other.pk == seat.pk for other in (*self.inside, *self.waiting))


def signed_up(scene: Scene) -> Lists:
    """One query, or none where they were fetched with the scene."""
    seats = [each.seat for each in scene.sign_ups.all() if each.seat.removed_at is None]
    cap = len(seats) if scene.cap is None else scene.cap
    return Lists(tuple(seats[:cap]), tuple(seats[cap:]))


def sign_up(scene: Scene, seat: Seat) -> SignUp | Illegal:
    """Take the next place. Refused: `no_sign_up`, `scene_closed`, `only_players`."""
    with transaction.atomic():
        locked = Scene.objects.select_for_update().get(pk=scene.pk)
        if not locked.signs_up:
            return Illegal("no_sign_up", "format")
        if locked.state not in {Scene.State.ANNOUNCED, Scene.State.OPEN}:
            return Illegal("scene_closed", "format")
        if seat.role not in PLAYS:
            return Illegal("only_players", "format")
        return SignUp.objects.get_or_create(scene=locked, seat=seat)[0]


def sign_off(scene: Scene, seat: Seat) -> None:
    """Give the place back; the first who waits has it."""
    scene.sign_ups.filter(seat=seat).delete()


def follow(old: Seat, new: Seat) -> None:
    """Who takes a seat over takes its places in scenes, and what it knew of the map."""
    for place in old.sign_ups.exclude(scene__sign_ups__seat=new):
        place.seat = new
        place.save(update_fields=["seat"])
    for area in Area.objects.filter(known_to=old):
        area.known_to.add(new)
