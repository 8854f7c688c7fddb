"""Who gets what at every address of the house. An address that is missing here fails the test: write down who may."""

from collections.abc import Iterator

import pytest
from django.contrib.auth import get_user
from django.http import Http404
from django.test import Client, RequestFactory
from django.urls import URLPattern, get_resolver, reverse
from django.urls.resolvers import URLResolver

from campaigns import invites, links
from campaigns.models import SeatLink
from combat import jobs
from combat.odds.answers import AskedPairs
from combat.tasks import compute
from tests.boardgames.tables import play_dominate
from tests.combat.war import battle, war

VIEWERS = ("nobody", "mallory", "eve", "alice", "hana", "gm")
"""Not signed in; without a seat; who watches; who plays (Saber is hers); the assistant; the GM."""

EVERYBODY = "200 200 200 200 200 200"
SEATED = "404 404 200 200 200 200"
TABLE = "404 404 403 403 200 200"
GM_ONLY = "404 404 403 403 403 200"

# What a GET answers, or an empty POST where there is no GET. 302 and 422 there are answers to somebody who was let in.
# A fight's record holds the sealed plans while it runs; a look at them is not there where the war does not allow it.
# Whose numbers, and since when, must be asked: without it there is nothing to show.
# A running board game has no record for anybody, and its stream is asked for as the hand that alice plays there.
ACCESS = {
    "home": EVERYBODY,
    "signup": "200 302 302 302 302 302",
    "login": "200 302 302 302 302 302",
    "logout POST": "302 302 302 302 302 302",
    "account": "302 200 200 200 200 200",
    "language POST": "302 302 302 302 302 302",
    "campaign-new": "302 302 302 302 302 302",
    "campaign": SEATED,
    "log": SEATED,
    "campaign-settings": GM_ONLY,
    "device-link": SEATED,
    "people": TABLE,
    "invite-qr": TABLE,
    "invite-renew POST": "404 404 403 403 403 302",
    "seat-remove POST": "404 404 403 403 403 302",
    "seat-return POST": "404 404 403 403 403 404",
    "seat-role POST": "404 404 403 403 403 422",
    "seat-handover": GM_ONLY,
    "seat-device POST": GM_ONLY,
    "join": "200 200 302 302 302 302",
    "device": EVERYBODY,
    "take-over": EVERYBODY,
    "sheets": SEATED,
    "sheet-new": "404 404 403 403 200 200",
    "sheet-derive POST": SEATED,
    "sheet-paste": SEATED,
    "sheet": SEATED,
    "sheet-edit": "404 404 403 200 200 200",
    "sheet-portrait": "404 404 403 200 200 200",
    "portrait": "404 404 404 404 404 404",
    "sheet-versions": SEATED,
    "sheet-version": SEATED,
    "sheet-restore POST": "404 404 403 302 302 302",
    "rules": SEATED,
    "rule-profile POST": "404 404 403 403 404 404",
    "rehearsal": SEATED,
    "odds POST": "404 404 422 422 422 422",
    "odds-pairs POST": "404 404 403 403 302 302",
    "odds-job": "404 404 404 200 404 404",
    "odds-cancel POST": "404 404 404 302 404 404",
    "fights": SEATED,
    "fight-new": TABLE,
    "fight": SEATED,
    "fight-stage": SEATED,
    "fight-stream STREAM": SEATED,
    "fight-told": SEATED,
    "fight-fork": TABLE,
    "fight-compare": "404 404 403 403 404 404",
    "fight-review": SEATED,
    "fight-import": TABLE,
    "fight-text": SEATED,
    "fight-record": TABLE,
    "fight-seal": SEATED,
    "fight-write-back": TABLE,
    "fight-look POST": "404 404 403 403 403 404",
    "fight-plan POST": "404 404 403 302 302 302",
    "fight-ahead": "404 404 403 404 404 404",
    "fight-draft POST": "404 404 403 409 409 409",
    "fight-move POST": "404 404 403 403 302 302",
    "fight-rewind-since": "404 404 403 403 404 404",
    "fight-numbers": "404 404 403 403 404 404",
    "fight-rewind POST": "404 404 403 403 302 302",
    "games": SEATED,
    "game-new": "404 404 403 200 200 200",
    "game-guide": SEATED,
    "game-import": TABLE,
    "game": SEATED,
    "game-stage": SEATED,
    "game-stream STREAM": "404 404 404 200 404 404",
    "game-move POST": "404 404 403 403 403 403",
    "game-seats": SEATED,
    "game-replay": SEATED,
    "game-record": "404 404 409 409 409 409",
}


@pytest.fixture
def places(db) -> dict[str, object]:
    """Something for every word that an address can hold."""
    found = war()
    invites.renew_all(found.campaign)
    fight = battle(found)
    game = play_dominate(found)
    bob = found.seats["bob"]
    return {
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


@pytest.mark.parametrize("row", ACCESS)
def test_everybody_gets_his_own_answer(row: str, places: dict[str, object]) -> None:
    name, _, method = row.partition(" ")
    pattern = next(pattern for pattern in addresses(get_resolver()) if pattern.name == name)
    where = {word: places[found(name, word)] for word in pattern.pattern.converters}
    address = reverse(name, kwargs=where)

    def answer(viewer: str) -> int:
        client = places["client"](viewer)
        match method:
            case "POST":
                return client.post(address).status_code
            case "STREAM":
                return opened(client, pattern, address, where)
            case _:
                return client.get(address).status_code

    assert {viewer: answer(viewer) for viewer in VIEWERS} == dict(
        zip(VIEWERS, map(int, ACCESS[row].split()), strict=True)
    )
