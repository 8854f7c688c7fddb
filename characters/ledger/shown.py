"""What the ledger shows elsewhere: terms and alliances beside the map, pairs along its foot, rests under a scene, what waits."""

from collections.abc import Iterable
from typing import Any

import msgspec
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse

from campaigns.models import Role, Scene, Seat
from campaigns.scenes import eye
from campaigns.scenes.asks import Ask
from characters.ledger import recoveries, terms, upkeep
from characters.ledger.house import House
from characters.ledger.pairs import everybody, pacts, pairs
from characters.ledger.resting import Reckoning
from characters.ledger.roster import Held
from characters.models import Recovery, Term
from characters.sheet import Sheet

type Told = tuple[str, dict[str, Any]] | None


class Running(msgspec.Struct, frozen=True):
    """A term as who it concerns is told of it."""

    term: Term
    sheet: Sheet
    over: bool


class Declared(msgspec.Struct, frozen=True):
    """A recovery with what it comes to as things stand."""

    recovery: Recovery
    sheet: Sheet
    reckoning: Reckoning


class Own(msgspec.Struct, frozen=True):
    """A character that the reader plays, and what it declared in this scene. `bound`: it can do nothing but rest (R-OTHER-6b)."""

    held: Held
    bound: bool
    declared: tuple[Declared, ...]
    rests: bool


def running(seat: Seat) -> list[Running]:
    """The terms that concern the reader (R-OTHER-4d, R-OTHER-6c), read once a page."""
    kept: list[Running] | None = seat.__dict__.get("_terms")
    if kept is None:
        found = terms.told_to(seat, everybody)
        sheets = {held.character.pk: held.sheet for held in everybody(seat)} if found else {}
        kept = seat.__dict__["_terms"] = [Running(term, sheets[term.character_id], terms.over(term)) for term in found]
    return kept


def terms_part(request: HttpRequest, seat: Seat) -> Told:
    found = running(seat)
    return ("characters/ledger/parts/terms.html", {"running": found}) if found else None


def alliances_part(request: HttpRequest, seat: Seat) -> Told:
    found = pacts(seat)
    return ("characters/ledger/parts/alliances.html", {"pacts": found}) if found or seat.runs_table else None


def pairs_part(request: HttpRequest, seat: Seat) -> Told:
    found = pairs(seat)
    return ("characters/ledger/parts/pairs.html", {"pairs": found}) if found else None


def under_scene(request: HttpRequest, seat: Seat, scene: Scene) -> Told:
    """Rests of this scene: the reader's own characters, and for who runs the table everybody's declarations."""
    if seat.role == Role.SPECTATOR:
        return None
    house = recoveries.house_of(seat.campaign)
    declared = _declared(seat, scene, house)
    mine = [held for held in everybody(seat) if held.character.owner_id == seat.pk and not held.gone]
    bound = terms.bound(seat.campaign, scene) if running(seat) else {}
    own = [_own(held, declared, bound=held.character.code in bound) for held in mine]
    starts = seat.runs_table and scene.is_open and bool(upkeep.due(everybody(seat), house)) and not upkeep.begun(scene)
    if not (own or declared or starts):
        return None
    waiting = [each for each in declared if each.recovery.state == Recovery.State.DECLARED] if seat.runs_table else []
    answered = [each for each in declared if each.recovery.state != Recovery.State.DECLARED] if seat.runs_table else []
    context = {"own": own, "waiting": waiting, "answered": answered, "starts": starts, "running": running(seat)}
    return "characters/ledger/parts/scene.html", context


def asks(seat: Seat) -> Iterable[Ask]:
    """Declarations and terms for who runs the table; resting and terms for who plays."""
    yield from _of_terms(seat)
    if seat.runs_table:
        yield from _of_recoveries(seat)
    elif seat.role != Role.SPECTATOR:
        yield from _of_own(seat)


def _of_terms(seat: Seat) -> Iterable[Ask]:
    for each in running(seat):
        if seat.runs_table and each.over:
            where = reverse("term", args=[seat.campaign.code, each.term.code])
            yield Ask("characters/ledger/asks/judge.html", where, {"name": each.term.character.name}, weight=12)


def _of_recoveries(seat: Seat) -> Iterable[Ask]:
    for recovery in _live(seat):
        if recovery.state == Recovery.State.DECLARED:
            where = reverse("scene", args=[seat.campaign.code, recovery.scene.code])
            said = {"name": recovery.character.name, "kind": recovery.kind}
            yield Ask("characters/ledger/asks/answer.html", f"{where}#rests", said, weight=18)


def _live(seat: Seat) -> list[Recovery]:
    """The declarations in scenes that are on, and those that were never answered, as far as they are the reader's to see."""
    kept: list[Recovery] | None = seat.__dict__.get("_live")
    if kept is None:
        waits, on = Q(state=Recovery.State.DECLARED), Q(scene__state=Scene.State.OPEN)
        known = Recovery.objects.filter(waits | on, scene__campaign=seat.campaign)
        kept = seat.__dict__["_live"] = list(_mine(known, seat))
    return kept


def _mine(recoveries: QuerySet[Recovery], seat: Seat) -> QuerySet[Recovery]:
    told = recoveries.exclude(state=Recovery.State.WITHDRAWN)
    told = told if seat.runs_table else told.filter(character__owner=seat)
    return told.select_related("character", "scene", "base__area", "entry").order_by("pk")


def _of_own(seat: Seat) -> Iterable[Ask]:
    """Who is at 0 or below and has not said yet that he rests: before anything else, for the scene may end."""
    endangered = [each for each in running(seat) if each.term.character.owner_id == seat.pk]
    scene = eye.latest(seat) if endangered else None
    if scene is None or not scene.is_open:
        return
    declared = {recovery.character_id for recovery in _live(seat) if recovery.scene_id == scene.pk}
    for each in endangered:
        if each.term.character_id not in declared:
            where = reverse("recover", args=[seat.campaign.code, scene.code, each.term.character.code])
            yield Ask("characters/ledger/asks/rest.html", where, {"name": each.term.character.name}, weight=11)


def _declared(seat: Seat, scene: Scene, house: House) -> list[Declared]:
    """In one scene, in the order they came."""
    live = [each for each in _live(seat) if each.scene_id == scene.pk]
    found = live if scene.is_open else list(_mine(Recovery.objects.filter(scene=scene), seat))
    held = {each.character.pk: each for each in everybody(seat)}
    return [_with_sum(each, held[each.character_id], house) for each in found if each.character_id in held]


def _with_sum(recovery: Recovery, held: Held, house: House) -> Declared:
    return Declared(recovery, held.sheet, recoveries.reckoned(recovery, house, held.sheet, held.standing))


def _own(held: Held, declared: list[Declared], *, bound: bool) -> Own:
    mine = tuple(each for each in declared if each.recovery.character_id == held.character.pk)
    rests = any(each.recovery.kind == "rest" and each.recovery.state in {"declared", "done"} for each in mine)
    return Own(held, bound, mine, rests)
