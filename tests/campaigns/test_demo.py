"""The war that waits on the first start."""

from django.test import Client

from campaigns.demo import load_demo
from campaigns.forms import BUDGETS
from characters.budgets import Budgets


def test_the_demo_is_a_war_to_look_at(db):
    demo = load_demo()
    gm, phone = Client(), Client()
    gm.post("/login/", {"name": demo.gm, "password": demo.password})
    cover = gm.get(f"/c/{demo.campaign}/")
    assert all(name in cover.text for name in ("해무항 성배전쟁", "서리", "들불", "여울"))
    invite = f"/join/{demo.invite}/"
    form = {"nickname": "모과", "arrival": phone.get(invite).context["form"]["arrival"].value()}
    assert phone.post(invite, form).url == f"/c/{demo.campaign}/"


def test_each_demo_has_a_password_of_its_own(db, django_user_model):
    first = load_demo().password
    django_user_model.objects.filter(name="등불지기").update(name=None, name_key=None)
    assert load_demo().password != first


def test_a_campaign_that_says_nothing_has_the_budgets_that_its_sheets_are_checked_against():
    assert {what: getattr(Budgets(), what) for what in BUDGETS} == BUDGETS
