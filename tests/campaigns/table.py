"""The cast at one table, and the ways they look at it."""

from types import SimpleNamespace

from django.test import Client

from campaigns import seats
from campaigns.arrivals import new_arrival
from campaigns.models import Campaign, Role, Seat, User

PASSWORD = "lantern-keeper"


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def sit(campaign: Campaign, nickname: str, role: str = Role.PLAYER) -> Seat:
    seated = seats.sit_down(campaign, role, nickname, user=None, arrival=new_arrival())
    assert isinstance(seated, Seat), seated
    return seated


def war(name: str = "Harbour") -> SimpleNamespace:
    """A campaign with the cast: gm, an assistant, the players alice and bob, eve who watches; and a stranger without seat."""
    gm = seats.open_campaign(User.objects.create_user("gm", PASSWORD, nickname="gm"), name)
    campaign = gm.campaign
    seated = {name: sit(campaign, name) for name in ("alice", "bob")}
    return SimpleNamespace(
        campaign=campaign,
        code=campaign.code,
        gm=gm,
        assistant=sit(campaign, "assistant", Role.ASSISTANT),
        eve=sit(campaign, "eve", Role.SPECTATOR),
        stranger=User.objects.create_user("stranger", PASSWORD, nickname="stranger"),
        **seated,
    )
