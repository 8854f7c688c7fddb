"""Who sees which bases (거점): the only code that decides it."""

from collections.abc import Iterable
from typing import Any

import msgspec
from django.db.models import Exists, OuterRef

from campaigns.models import Seat
from campaigns.scenes import eye
from campaigns.scenes.parts import Mark
from characters.ledger.pairs import everybody
from characters.ledger.roster import bound_to
from characters.ledger.words import base_mark
from characters.models import Base, Character


class Ground(msgspec.Struct, frozen=True):
    """A base as the reader may know it; `grade` of the leyline it draws on, "" where he does not know of one."""

    code: str
    area: str
    area_name: str
    owner: str
    ruined: bool
    grade: str
    secret: bool


def grounds(seat: Seat) -> list[Ground]:
    """The bases that somebody knows, in areas that he knows (one query beside those of the map)."""
    places = {place.pk: place for place in eye.places(seat)}
    told = Base.known_to.through.objects.filter(base=OuterRef("pk"), seat=seat.pk)
    standing = Base.objects.filter(area__campaign=seat.campaign).select_related("character").annotate(told=Exists(told))
    known = [base for base in standing if base.area_id in places and _knows(base, seat)]
    return [
        Ground(
            base.code,
            places[base.area_id].code,
            places[base.area_id].name,
            base.character.name,
            base.ruined,
            places[base.area_id].leyline if base.drawn and not base.ruined else "",
            base.hidden,
        )
        for base in known
    ]


def marks(seat: Seat) -> Iterable[Mark]:
    """On the map: the base and whose it is."""
    for ground in grounds(seat):
        yield Mark(ground.area, "ruin" if ground.ruined else "base", base_mark(ground.owner, ruined=ground.ruined))


def bases_of(character: Character, seat: Seat) -> list[Base]:
    """Where the character may rest: in a standing base of his own, or of who belongs to him."""
    pair = {character.pk, *(held.character.pk for held in bound_to(character.code, everybody(seat)))}
    found = Base.objects.filter(character__in=pair, ruined=False).select_related("area", "character")
    return list(found.order_by("pk"))


def _knows(base: Any, seat: Seat) -> bool:
    known: bool = seat.runs_table or not base.hidden or base.character.owner_id == seat.pk or base.told
    return known


def follow(old: Seat, new: Seat) -> None:
    """Who takes a seat over knows the bases it knew."""
    for base in Base.objects.filter(known_to=old):
        base.known_to.add(new)
