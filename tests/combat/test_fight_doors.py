"""Who may open which page of a fight, and that no page differs by what somebody else hides (I-6)."""

import re

import msgspec
import pytest
from django.db import transaction

from campaigns.models import Campaign
from characters import sheets
from characters.sheet import Phantasm, Skill
from tabletop import records
from tests.combat.war import LANCERS_PLAN, SABERS_PLAN, battle, plan, reveal, text_of

TABLE = {"gm": 200, "hana": 200, "alice": 403, "bob": 403, "eve": 403, "mallory": 404, "nobody": 404}
ALL = {"gm": 200, "hana": 200, "alice": 200, "bob": 200, "eve": 200, "mallory": 404, "nobody": 404}
GETS = {
    "rules/": ALL,
    "fights/": ALL,
    "fights/new/": TABLE,
    "fights/import/": TABLE,
    "fights/{fight}/text/": ALL,
    "fights/{fight}/text/?own": ALL,
    "fights/{fight}/text/?file": ALL,
    "fights/{fight}/write-back/": TABLE,
    "fights/{fight}/record.json": TABLE,
}
POSTS = {
    "rules/": {**TABLE, "gm": 302, "hana": 302},
    "fights/new/": {**TABLE, "gm": 422, "hana": 422},
    "fights/import/": {**TABLE, "gm": 422, "hana": 422},
    "fights/{fight}/write-back/": {**TABLE, "gm": 409, "hana": 409},
    "fights/": dict.fromkeys(ALL, 405),
}


@pytest.mark.parametrize(("rest", "doors"), GETS.items())
def test_who_may_read_what(war, rest, doors):
    fight = battle(war)
    address = war.address(rest.format(fight=fight.code))
    assert {who: war.client(who).get(address).status_code for who in doors} == doors


@pytest.mark.parametrize(("rest", "doors"), POSTS.items())
def test_who_may_send_what(war, rest, doors):
    fight = battle(war)
    address = war.address(rest.format(fight=fight.code))
    assert {who: war.client(who).post(address, {}).status_code for who in doors} == doors


@pytest.mark.parametrize("rest", [rest for rest in GETS if "{fight}" in rest])
def test_a_fight_is_found_in_its_own_war_only(war, rest):
    fight = battle(war)
    fight.campaign = Campaign.objects.create(name="다른 전쟁")
    fight.save()
    assert war.client("gm").get(war.address(rest.format(fight=fight.code))).status_code == 404


@pytest.mark.parametrize("rest", [*GETS, "fights/{fight}/seals/1/"])
def test_no_page_is_kept_by_a_cache(war, rest):
    answer = war.client("gm").get(war.address(rest.format(fight=battle(war).code)))
    assert "no-store" in answer["Cache-Control"] and "private" in answer["Cache-Control"]


class Undone(Exception):
    """Takes everything back that happened since the savepoint."""


def everything(war, sabers_plan, *, slots, readers=("gm", "bob", "eve"), **sheet):
    """All that `readers` can get of a fight in which alice sealed `sabers_plan`, without codes and times.

    `sheet` is what else stands on her sheet.
    """
    seen = {}
    try:
        with transaction.atomic():
            sheets.change(war.saber, lambda now: msgspec.structs.replace(now, **sheet), None, "written")
            fight = war.fight(slots_per_round=7)
            plan(fight, war.saber, war.lancer, sabers_plan)
            plan(fight, war.lancer, war.saber, LANCERS_PLAN)
            if slots:
                reveal(war, fight, slots=slots)
            for who in readers:
                client = war.client(who)
                for rest in ("", "log/", *GETS):
                    answer = client.get(war.address(rest.format(fight=fight.code)))
                    body = text_of(answer).replace(fight.code, "FIGHT")
                    seen[who, rest] = answer.status_code, re.sub(r'datetime="[^"]*"', "", body)
            raise Undone
    except Undone:
        records.forget()
    return seen


@pytest.mark.parametrize("slots", [0, 3])
def test_no_page_differs_by_what_alice_has_sealed_and_not_shown(war, slots):
    """I-6."""
    other = (*SABERS_PLAN[:slots], *("onslaught", "", "smash", "", "counter", "onslaught", "")[slots:])
    assert other != SABERS_PLAN
    assert everything(war, SABERS_PLAN, slots=slots) == everything(war, other, slots=slots)


def test_no_player_s_page_differs_by_what_stands_on_alice_s_sheet_alone(war):
    """I-6: ranks, skills, phantasms and secrets that no card has shown."""
    hidden = {
        "luck": "A",
        "mana": "EX",
        "secret": "왕관을 물에 던졌다",
        "true_name": "로엔",
        "skills": (Skill(id="ward", name="물막이", effect="defence", against=("magic",), amount=2, uses=3),),
        "phantasms": (Phantasm(id="reed", name="갈대 물결", damage=12, mp=40),),
    }
    players = ("bob", "eve")
    plain = everything(war, SABERS_PLAN, slots=7, readers=players)
    assert plain == everything(war, SABERS_PLAN, slots=7, readers=players, **hidden)


def test_the_comparison_would_notice_an_opened_card(war):
    other = ("", *SABERS_PLAN[1:])
    assert everything(war, SABERS_PLAN, slots=1) != everything(war, other, slots=1)
