"""Who sees which scenes, areas and leylines: the only code that decides it."""

from collections.abc import Iterable
from typing import Final

import msgspec
from django.db.models import Prefetch, QuerySet

from campaigns.models import Area, Scene, Seat

PLANNED: Final = Scene.State.PLANNED


def scenes(seat: Seat) -> QuerySet[Scene]:
    """The scenes that somebody may know of, in their order, days loaded; what is only planned is the table's."""
    known = seat.campaign.scenes.select_related("day").order_by("number")
    return known if seat.runs_table else known.exclude(state=PLANNED)


class Place(msgspec.Struct, frozen=True):
    """An area as somebody may know it. `leyline` is "" where there is none, or where he does not know of it."""

    pk: int
    code: str
    name: str
    note: str
    x: int
    y: int
    leyline: str
    near: tuple[str, ...]
    secret: bool = False
    leyline_secret: bool = False


def places(seat: Seat) -> list[Place]:
    """The areas that somebody knows, in the order of their names, with the roads between them (three queries)."""
    every = seat.campaign.areas.prefetch_related(
        Prefetch("neighbours", Area.objects.only("pk", "code")), Prefetch("known_to", Seat.objects.only("pk"))
    ).order_by("name")
    known = [area for area in every if not area.hidden or _told(area, seat)]
    return [_place(area, seat, {other.pk: other.code for other in known}) for area in known]


def _told(area: Area, seat: Seat) -> bool:
    return seat.runs_table or any(other.pk == seat.pk for other in area.known_to.all())


def _place(area: Area, seat: Seat, known: dict[int, str]) -> Place:
    return Place(
        area.pk,
        area.code,
        area.name,
        area.note,
        area.x,
        area.y,
        leyline="" if area.leyline_hidden and not _told(area, seat) else area.leyline,
        near=tuple(sorted(known[other.pk] for other in area.neighbours.all() if other.pk in known)),
        secret=area.hidden,
        leyline_secret=area.leyline_hidden and _told(area, seat),
    )


def roads(places: Iterable[Place]) -> list[tuple[Place, Place]]:
    """Each road once."""
    by_code = {place.code: place for place in places}
    return [(place, by_code[code]) for place in by_code.values() for code in place.near if place.code < code]
