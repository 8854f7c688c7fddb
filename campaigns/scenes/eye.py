"""Who sees which scenes, areas and leylines: the only code that decides it."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from django.db.models import Exists, OuterRef, QuerySet, Subquery

from campaigns.models import Area, MapPicture, Scene, Seat, SignUp

PLANNED: Final = Scene.State.PLANNED


def scenes(seat: Seat) -> QuerySet[Scene]:
    """The scenes that somebody may know of, in their order, days loaded; what is only planned is the table's."""
    known = seat.campaign.scenes.select_related("day").order_by("number")
    return known if seat.runs_table else known.exclude(state=PLANNED)


def ahead(seat: Seat) -> list[Scene]:
    """The scenes that are on or to come, with their steps; whether the seat has signed up is `signed` (two queries, once)."""
    kept: list[Scene] | None = seat.__dict__.get("_ahead")
    if kept is None:
        signed = SignUp.objects.filter(scene=OuterRef("pk"), seat=seat.pk)
        known = scenes(seat).exclude(state=Scene.State.CLOSED).annotate(signed=Exists(signed))
        kept = seat.__dict__["_ahead"] = list(known.prefetch_related("steps"))
    return kept


def latest(seat: Seat) -> Scene | None:
    """The scene that was opened last; one that is still open goes before those that are over."""
    opened = [(scene.opened_at, scene.number, scene) for scene in ahead(seat) if scene.opened_at]
    if opened:
        return max(opened)[2]
    return scenes(seat).exclude(opened_at=None).order_by("-opened_at", "-number").prefetch_related("steps").first()


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


class Survey(msgspec.Struct, frozen=True):
    """What somebody knows of the map: its areas by name, and the code of the picture under it, "" where there is none."""

    places: tuple[Place, ...]
    picture: str


def places(seat: Seat) -> tuple[Place, ...]:
    """The areas that somebody knows, in the order of their names, with the roads between them."""
    return survey(seat).places


def survey(seat: Seat) -> Survey:
    """Two queries, the first time a page asks."""
    kept: Survey | None = seat.__dict__.get("_survey")
    if kept is None:
        kept = seat.__dict__["_survey"] = _survey(seat)
    return kept


def _survey(seat: Seat) -> Survey:
    told = Area.known_to.through.objects.filter(area=OuterRef("pk"), seat=seat.pk)
    picture = MapPicture.objects.filter(campaign=seat.campaign_id).values("code")
    every = list(seat.campaign.areas.annotate(told=Exists(told), picture=Subquery(picture[:1])).order_by("name"))
    known = {area.pk: area for area in every if not area.hidden or _told(area, seat)}
    roads = Area.neighbours.through.objects.filter(from_area__campaign=seat.campaign_id) if known else ()
    near: dict[int, list[str]] = {pk: [] for pk in known}
    for road in roads:
        if road.from_area_id in known and road.to_area_id in known:
            near[road.from_area_id].append(known[road.to_area_id].code)
    code = every[0].picture if every else picture.first()
    shown = tuple(_place(area, seat, near[area.pk]) for area in known.values())
    return Survey(shown, (code["code"] if isinstance(code, dict) else code) or "")


def _told(area: Any, seat: Seat) -> bool:
    told: bool = seat.runs_table or area.told
    return told


def _place(area: Any, seat: Seat, near: list[str]) -> Place:
    return Place(
        area.pk,
        area.code,
        area.name,
        area.note,
        area.x,
        area.y,
        leyline="" if area.leyline_hidden and not _told(area, seat) else area.leyline,
        near=tuple(sorted(near)),
        secret=area.hidden,
        leyline_secret=area.leyline_hidden and _told(area, seat),
    )


def roads(places: Iterable[Place]) -> list[tuple[Place, Place]]:
    """Each road once."""
    by_code = {place.code: place for place in places}
    return [(place, by_code[code]) for place in by_code.values() for code in place.near if place.code < code]
