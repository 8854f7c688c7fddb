"""What `seeded` makes, by name; in the words of the pages that would have made it."""

from functools import cache
from typing import Any

import msgspec
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.urls import reverse

from campaigns import invites, seats
from campaigns.arrivals import new_arrival
from campaigns.models import Campaign, Role, Seat, User
from campaigns.sessions import BACKEND, SessionStore
from characters import sheets
from combat.models import Fight
from combat.opening import Pick, open_fight
from tests.combat import melee as melees
from tests.combat.war import LANCER, SABER

PLAYERS = {"alice": ("서리", SABER), "bob": ("들불", LANCER)}


def war() -> dict[str, Any]:
    """A GM's war with two players, each with the sheet that `tests.e2e.war` has them paste."""
    gm = seats.open_campaign(_gm(), "해무항 성배전쟁")
    seated = {"gm": gm}
    for who, (nickname, sheet) in PLAYERS.items():
        seat = seats.sit_down(gm.campaign, Role.PLAYER, nickname, user=None, arrival=new_arrival())
        assert isinstance(seat, Seat), seat
        sheets.create(gm.campaign, msgspec.structs.replace(sheet, luck="E"), by=seat.user, owner=seat)
        seated[who] = seat
    invite = next(one for one in invites.open_invites(gm.campaign) if one.role == Role.PLAYER)
    return {
        "war": f"/c/{gm.campaign.code}/",
        "invite": reverse("join", kwargs={"token": invite.token}),
        "cookies": {who: _session(seat.user) for who, seat in seated.items()},
    }


def fight(war: str, title: str, slots: int, rounds: int) -> dict[str, Any]:
    """Saber against Lancer in the war at this address."""
    campaign = Campaign.objects.get(code=war.split("/")[2])
    gm = campaign.seats.get(role=Role.GM)
    codes = {one.name: one.code for one in campaign.characters.all()}
    picks = (Pick(codes[SABER.name], "A", "front"), Pick(codes[LANCER.name], "B", "front"))
    opened = open_fight(campaign, gm, title, picks, {"slots_per_round": slots, "rounds": rounds})
    assert isinstance(opened, Fight), opened
    return {"fight": f"{war}fights/{opened.code}/"}


def melee(slots: int) -> dict[str, Any]:
    """The melee of `tests.combat.melee` with so many slots a round."""
    table = melees.melee(slots_per_round=slots)
    return {
        "fight": table.at(),
        "cookies": {name: _session(seat.user) for name, seat in table.war.seats.items()},
        "codes": {name: person.code for name, person in table.people.items()},
    }


@cache
def _gm() -> User:
    """One for all wars of a server, since a password takes its time."""
    return User.objects.create_user("전쟁지기", "hanji-and-ink-41", nickname="등불지기")


def _session(user: User) -> str:
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = BACKEND
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.save()
    return str(store.session_key)
