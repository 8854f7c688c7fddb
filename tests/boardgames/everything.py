"""Every byte that somebody can get of a board game, for tests that change only what is hidden and compare."""

import re
from typing import Any

from django.test import Client
from django.utils import translation

from boardgames.views.table import audience_of, place_of
from tabletop import live
from tests.boardgames.tables import Table
from tests.pages import lasting

PAGES = ("", "?as=", "stage/", "replay/", "replay/?step=4&hands=1", "replay/?step=9", "seats/", "record.json")
AROUND = ("", "games/", "log/")


def everything(at: Table, who: str) -> list[Any]:
    """Every byte that `who` can get: pages, the pages around the game, and what the streams would send."""
    client = Client()
    client.force_login(at.user(who))
    got: list[Any] = []
    for page in [*(at.at(page) for page in PAGES), *(at.war.address(page) for page in AROUND)]:
        answer = client.get(page)
        got.append((answer.status_code, clean(answer.content.decode(), at)))
    place = place_of(at.war.seats[who], at.game)
    for page, acting in ((place.page, place.acting), ("stage", "")):
        for language in ("ko", "en"):
            with translation.override(language):
                got.append(clean(str(live.draw(audience_of(at.game, page, acting))), at))
    return got


def clean(text: str, at: Table) -> str:
    """Without what differs between two databases that hold the same: addresses, tokens, the time."""
    for word in (at.game.code, at.war.campaign.code, at.war.saber.code, at.war.lancer.code, at.war.emi.code):
        text = text.replace(word, "·")
    text = lasting(text)
    text = re.sub(r'value="p\d+"', "·", text)
    return re.sub(r"\d\d:\d\d(:\d\d)?|datetime=\"[^\"]+\"|T\d\d:\d\d[^\"]*", "·", text)
