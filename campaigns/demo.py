"""A war to look at on the first start."""

import secrets
from collections.abc import Callable, Mapping

import msgspec
from django.db import transaction

from campaigns import invites, seats
from campaigns.arrivals import new_arrival
from campaigns.models import Campaign, Role, Seat, User

BRING: list[Callable[[Mapping[str, Seat]], None]] = []
"""What other rooms bring to the demo, from its seats by nickname; appended in their AppConfig.ready."""


COMPANY = {"서리": Role.PLAYER, "들불": Role.PLAYER, "여울": Role.SPECTATOR}


class Demo(msgspec.Struct, frozen=True):
    """What the first start tells on the terminal: how the GM signs in, and the token of the players' invite."""

    gm: str
    password: str
    invite: str
    campaign: str


def load_demo() -> Demo:
    """The war of Haemu Harbour (해무항 성배전쟁): its GM, two players and somebody who watches."""
    password = "-".join(secrets.token_hex(2) for _ in range(3))
    with transaction.atomic():
        gm = User.objects.create_user("등불지기", password, nickname="등불지기")
        campaign = seats.open_campaign(gm, "해무항 성배전쟁").campaign
        seated = {nickname: _seat(campaign, role, nickname) for nickname, role in COMPANY.items()}
        for bring in BRING:
            bring(seated)
        invite = invites.open_invites(campaign)[0]
    return Demo(gm=gm.nickname, password=password, invite=invite.token, campaign=campaign.code)


def _seat(campaign: Campaign, role: Role, nickname: str) -> Seat:
    seated = seats.sit_down(campaign, role, nickname, user=None, arrival=new_arrival())
    assert isinstance(seated, Seat)
    return seated
