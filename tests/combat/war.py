"""A small war for the tests of fights: the cast at their seats, and the sheets of trpg.md, section 0."""

from typing import NamedTuple

import msgspec
from django.http import HttpResponse
from django.test import Client

from campaigns.models import Campaign, Role, Seat, User
from characters import sheets
from characters.models import Character
from characters.sheet import Master, Servant
from combat.models import Fight
from combat.opening import Pick, open_fight
from tabletop import referee
from tests.pages import lasting

SABER = Servant(
    name="세이버",
    class_="saber",
    strength="B",
    endurance="A",
    agility="C",
    mana="D",
    hp=80,
    hp_max=80,
    mp=70,
    mp_max=70,
)
LANCER = Servant(
    name="랜서", class_="lancer", strength="B", endurance="C", agility="A", mana="D", hp=60, hp_max=60, mp=70, mp_max=70
)
EMI = Master(name="에미", combat="C", fortune="D", conviction="B", hp=20, hp_max=20, mp=30, mp_max=30)

SABERS_PLAN = ("smash", "counter", "counter", "onslaught", "", "smash", "counter")
LANCERS_PLAN = ("onslaught", "smash", "onslaught", "onslaught", "smash", "smash", "counter")


class War(NamedTuple):
    """alice plays Saber, whose Master is Emi (nobody's); bob plays Lancer; eve only watches; mallory is a stranger."""

    campaign: Campaign
    seats: dict[str, Seat]
    saber: Character
    lancer: Character
    emi: Character

    def client(self, name: str) -> Client:
        """The browser of somebody of the cast; of nobody, if there is no such person."""
        client = Client()
        if user := User.objects.filter(nickname=name).first():
            client.force_login(user)
        return client

    def address(self, rest: str = "") -> str:
        return f"/c/{self.campaign.code}/{rest}"

    def picks(self, *, master: bool = False) -> tuple[Pick, ...]:
        beside = (Pick(self.emi.code, "A", "back"),) if master else ()
        return (Pick(self.saber.code, "A", "front"), Pick(self.lancer.code, "B", "front"), *beside)

    def fight(self, title: str = "부두의 결투", *, master: bool = False, **settings: object) -> Fight:
        opened = open_fight(self.campaign, self.seats["gm"], title, self.picks(master=master), settings)
        assert isinstance(opened, Fight), opened
        return opened


ROLES = {
    "gm": Role.GM,
    "hana": Role.ASSISTANT,
    "alice": Role.PLAYER,
    "bob": Role.PLAYER,
    "eve": Role.SPECTATOR,
}


def war() -> War:
    campaign = Campaign.objects.create(name="해무항 성배전쟁")
    seats = {
        name: Seat.objects.create(campaign=campaign, user=User.objects.create_user(None, nickname=name), role=role)
        for name, role in ROLES.items()
    }
    User.objects.create_user(None, nickname="mallory")
    emi = sheets.create(campaign, EMI, by=None, owner=None)
    saber = msgspec.structs.replace(SABER, master=emi.code)
    return War(
        campaign=campaign,
        seats=seats,
        saber=sheets.create(campaign, saber, by=None, owner=seats["alice"]),
        lancer=sheets.create(campaign, LANCER, by=None, owner=seats["bob"]),
        emi=emi,
    )


def plan(fight: Fight, by: Character, against: Character, cards: tuple[str, ...]) -> None:
    """Hand in a plan of one card a slot; "" is Wait."""
    slots = [{"attack": {against.code: card}} if card else {} for card in cards]
    move = {"by": by.code, "do": "plan", "slots": slots}
    played = referee.play(fight.record_id, seat=by.code, move=move, by=by.owner.user, sealed=True)
    assert isinstance(played, referee.Accepted), played


def gm_does(war: War, fight: Fight, do: str, **move: object) -> None:
    played = referee.play(fight.record_id, seat="gm", move={"by": "gm", "do": do, **move}, by=war.seats["gm"].user)
    assert isinstance(played, referee.Accepted), played
    fight.record.refresh_from_db()


def reveal(war: War, fight: Fight, **slots: int) -> None:
    gm_does(war, fight, "reveal", **slots)


def text_of(response: HttpResponse) -> str:
    """What the person got, without the tokens that differ with every answer."""
    return lasting(response.content.decode())


def battle(war: War, title: str = "부두의 결투", *, slots: int = 7) -> Fight:
    """The fight of trpg.md 1-9, opened as far as `slots` of its seven slots."""
    fight = war.fight(title, slots_per_round=7)
    plan(fight, war.saber, war.lancer, SABERS_PLAN)
    plan(fight, war.lancer, war.saber, LANCERS_PLAN)
    if slots:
        reveal(war, fight, slots=slots)
    return fight
