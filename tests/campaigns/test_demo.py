"""The war that waits on the first start."""

import pytest
from django.test import Client

from campaigns.demo import load_demo
from campaigns.forms import BUDGETS
from campaigns.models import Campaign
from characters import sheets
from characters.budgets import Budgets
from combat.models import Fight
from combat.opening import Pick, open_fight


def test_the_demo_is_a_war_to_look_at(db):
    demo = load_demo()
    gm, phone = Client(), Client()
    gm.post("/login/", {"name": demo.gm, "password": demo.password})
    cover = gm.get(f"/c/{demo.campaign}/")
    assert all(name in cover.text for name in ("해무항 성배전쟁", "서리", "들불", "여울"))
    invite = f"/join/{demo.invite}/"
    form = {"nickname": "모과", "arrival": phone.get(invite).context["form"]["arrival"].value()}
    assert phone.post(invite, form).url == f"/c/{demo.campaign}/"


@pytest.mark.parametrize(("who", "servant", "hp"), [("서리", "세이버", 80), ("들불", "랜서", 60)])
def test_the_battle_that_the_rules_work_out_can_be_fought_in_the_demo(db, who, servant, hp):
    """trpg.md 1-9."""
    campaign = Campaign.objects.get(code=load_demo().campaign)
    gm = campaign.seats.get(role="gm")
    character = campaign.characters.get(name=servant)
    assert (character.owner.user.nickname, sheets.current(character).hp) == (who, hp)
    picks = [
        Pick(one.code, side, "front")
        for one, side in zip(campaign.characters.filter(kind="servant"), "AB", strict=True)
    ]
    assert isinstance(open_fight(campaign, gm, "부두의 결투", tuple(picks), {"slots_per_round": 7}), Fight)


def test_each_demo_has_a_password_of_its_own(db, django_user_model):
    first = load_demo().password
    django_user_model.objects.filter(name="등불지기").update(name=None, name_key=None)
    assert load_demo().password != first


def test_a_campaign_that_says_nothing_has_the_budgets_that_its_sheets_are_checked_against():
    assert {what: getattr(Budgets(), what) for what in BUDGETS} == BUDGETS
