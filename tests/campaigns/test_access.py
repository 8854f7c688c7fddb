"""Who gets what at every address of the house. An address that is missing in tests/access fails the test."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

import pytest
from django.contrib.auth import get_user
from django.db import transaction
from django.http import Http404
from django.test import Client, RequestFactory
from django.urls import URLPattern, get_resolver, reverse
from django.urls.resolvers import URLResolver

from campaigns import invites, links
from campaigns.models import SeatLink
from combat import jobs
from combat.odds.answers import AskedPairs
from combat.tasks import compute
from tests import access
from tests.access.answers import VIEWERS
from tests.boardgames.tables import play_dominate
from tests.combat.war import battle, war

ROOMS = [import_module(f"tests.access.{name}") for _, name, _ in iter_modules(access.__path__) if name != "answers"]
ACCESS = {row: answers for room in ROOMS for row, answers in room.ROWS.items()}


@pytest.fixture
def places(db) -> dict[str, object]:
    """Something for every word that an address can hold."""
    found = war()
    invites.renew_all(found.campaign)
    fight = battle(found)
    game = play_dominate(found)
    bob = found.seats["bob"]
    own = {word: thing for room in ROOMS if hasattr(room, "places") for word, thing in room.places(found).items()}
    return own | {
        "client": found.client,
        "code": found.campaign.code,
        "role": "player",
        "pk": bob.pk,
        "kind": "servant",
        "game-kind": "dominate",
        "game": game.code,
        "character": found.saber.code,
        "combatant": found.saber.code,
        "version": found.saber.versions.get().code,
        "portrait": "none",
        "fight": fight.code,
        "seq": 1,
        "job": jobs.begin(found.seats["alice"], AskedPairs((), {}, 1), compute, {}, {}).code,
        "round": 1,
        "slot": 1,
        "join": found.campaign.invites.get(role="player", revoked_at=None).token,
        "device": links.issue(bob, SeatLink.Purpose.DEVICE),
        "take-over": links.issue(bob, SeatLink.Purpose.HANDOVER),
    }


def addresses(resolver: URLResolver) -> Iterator[URLPattern]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern)
        else:
            yield pattern


def found(name: str, word: str) -> str:
    """Under which name the cast's places hold the `word` of the address `name`."""
    if word == "token":
        return name
    return "game-kind" if word == "kind" and name.startswith("game") else word


def test_no_address_is_forgotten() -> None:
    named = {row.partition(" ")[0] for row in ACCESS}
    assert {pattern.name for pattern in addresses(get_resolver())} == named


def opened(client: Client, pattern: URLPattern, address: str, where: dict[str, object]) -> int:
    """What the view of a stream says before anything flows: only the real server reads on."""
    request = RequestFactory().get(address)
    request.user = get_user(client)
    try:
        return pattern.callback(request, **where).status_code
    except Http404:
        return 404


def answer(row: str, viewer: str, places: dict[str, object]) -> int:
    """The status that `viewer` gets; nothing of it stays."""
    name, _, method = row.partition(" ")
    pattern = next(pattern for pattern in addresses(get_resolver()) if pattern.name == name)
    where = {word: places[found(name, word)] for word in pattern.pattern.converters}
    address, client = reverse(name, kwargs=where), places["client"](viewer)
    match method:
        case "POST":
            return client.post(address).status_code
        case "STREAM":
            return opened(client, pattern, address, where)
        case _:
            return client.get(address).status_code


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.__name__.rpartition(".")[2])
def test_everybody_gets_his_own_answer(room: ModuleType, places: dict[str, object]) -> None:
    def answers(row: str) -> str:
        with transaction.atomic():
            said = " ".join(str(answer(row, viewer, places)) for viewer in VIEWERS)
            transaction.set_rollback(True)
        return said

    assert {row: answers(row) for row in room.ROWS} == {row: " ".join(said.split()) for row, said in room.ROWS.items()}
