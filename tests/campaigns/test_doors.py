"""GMs sign up, in and out; nobody learns from it who has a name here."""

import re

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from campaigns.models import User
from campaigns.tasks import clear_sessions
from tests.campaigns.table import PASSWORD, client_of


@pytest.fixture
def keeper(db) -> User:
    return User.objects.create_user("Keeper", PASSWORD, nickname="Keeper")


def sign_in(client: Client, name: str, password: str = PASSWORD, **written: str):
    return client.post("/login/", {"name": name, "password": password, **written})


def test_a_gm_signs_up_and_opens_a_war(db):
    client = Client()
    response = client.post("/signup/", {"name": "등불지기", "password": "a lantern at sea"})
    assert response.url == "/c/new/"
    assert client.get(response.url).status_code == 200
    cover = client.post(response.url, {"name": "해무항 성배전쟁"}).url
    page = client.get(cover).text
    assert "해무항 성배전쟁" in page and "등불지기" in page


@pytest.mark.parametrize("name", ["Keeper", "keeper", "ＫＥＥＰＥＲ", " Keeper "])
def test_a_name_belongs_to_one_person_however_it_is_written(keeper, name):
    response = Client().post("/signup/", {"name": name, "password": "a lantern at sea"})
    assert response.status_code == 422
    assert User.objects.count() == 1
    assert sign_in(Client(), name).status_code == 302


@pytest.mark.parametrize("password", ["", "short", "password", "등불지기등불지기", "a\x00lantern at sea", "x" * 201])
def test_a_weak_or_broken_password_is_said_at_its_field(db, password):
    response = Client().post("/signup/", {"name": "등불지기등불지기", "password": password})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["password"]
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["", "a\x00b", "\u202ebob", "x" * 41])
def test_a_broken_name_is_said_at_its_field(db, name):
    response = Client().post("/signup/", {"name": name, "password": "a lantern at sea"})
    assert (response.status_code, list(response.context["form"].errors)) == (422, ["name"])


@pytest.mark.parametrize("refused", [False, True])
def test_the_help_of_the_name_is_told_to_who_hears_the_page(db, refused):
    page = Client().post("/signup/", {"name": ""}) if refused else Client().get("/signup/")
    described = re.search(r'<input[^>]*name="name"[^>]*aria-describedby="([^"]*)"', page.content.decode())
    ids = described[1].split() if described else []
    assert ids == (["id_name_error", "id_name_helptext"] if refused else ["id_name_helptext"])
    assert all(f'id="{id}"' in page.content.decode() for id in ids)


def test_signing_in_says_the_same_to_a_wrong_password_and_to_nobodys_name(keeper):
    def answer(name: str) -> str:
        page = sign_in(Client(), name, "wrong")
        assert page.status_code == 422
        return page.context["form"].errors.as_json()

    assert answer("Keeper") == answer("nobody") == answer("n\u202eobody")


def test_the_password_never_comes_back(keeper):
    assert "wrong but secret" not in sign_in(Client(), "Keeper", "wrong but secret").text


def test_somebody_without_a_password_cannot_be_signed_in_as(keeper):
    User.objects.create_user(None, nickname="alice")
    for name in ("alice", "", "None"):
        assert sign_in(Client(), name, "").status_code == 422


def test_signing_in_makes_a_new_session(keeper):
    client = Client()
    client.get("/")
    client.session.save()
    before = client.session.session_key
    token = client.cookies["csrftoken"].value
    sign_in(client, "Keeper")
    assert client.session.session_key != before
    assert client.cookies["csrftoken"].value != token


@pytest.mark.parametrize(
    ("wanted", "led"),
    [
        ("/account/", "/account/"),
        ("https://elsewhere.example/", "/"),
        ("//elsewhere.example", "/"),
        ("javascript:1", "/"),
    ],
)
def test_signing_in_leads_on_within_this_house_only(keeper, wanted, led):
    assert Client().get("/login/", {"next": wanted}).context["next"] == led
    assert sign_in(Client(), "Keeper", next=wanted).url == led


def test_signing_out_clears_the_device(keeper):
    client = client_of(keeper)
    response = client.post("/logout/")
    assert '"storage"' in response["Clear-Site-Data"]
    assert client.get("/account/").status_code == 302
    assert not Session.objects.exists()


def test_a_link_cannot_sign_anybody_out(keeper):
    client = client_of(keeper)
    assert client.get("/logout/").status_code == 405
    assert client.get("/account/").status_code == 200


def test_a_form_from_elsewhere_does_nothing(keeper):
    client = Client(enforce_csrf_checks=True)
    response = sign_in(client, "Keeper")
    assert response.status_code == 403
    assert "너무 오래된 화면" in response.text


def test_a_player_gets_a_way_back_in(table):
    phone = client_of(table.alice.user)
    written = {"what": "password", "name": "Alice of the pier", "password": "a lantern at sea"}
    assert phone.post("/account/", written).url == "/account/"
    assert phone.get(f"/c/{table.code}/").status_code == 200, "this device stays signed in"
    other = Client()
    assert sign_in(other, "alice of the pier", "a lantern at sea").status_code == 302
    assert other.get(f"/c/{table.code}/").status_code == 200


def test_a_refused_name_changes_nothing_on_the_page(table):
    page = client_of(table.alice.user).post(
        "/account/", {"what": "password", "name": "gm", "password": "a lantern at sea"}
    )
    assert page.status_code == 422
    assert "alice" in page.text and not User.objects.get(pk=table.alice.user.pk).signs_in


def test_a_new_password_needs_the_old_one_and_signs_other_devices_out(keeper):
    here, there = client_of(keeper), client_of(keeper)
    written = {"what": "password", "current": "wrong", "password": "another lantern"}
    assert here.post("/account/", written).status_code == 422
    assert here.post("/account/", {**written, "current": PASSWORD}).status_code == 302
    assert here.get("/account/").status_code == 200
    assert there.get("/account/").status_code == 302


def test_a_nickname_changes_unless_somebody_at_the_table_has_it(table):
    alice = client_of(table.alice.user)
    assert alice.post("/account/", {"what": "nickname", "nickname": "BOB"}).status_code == 422
    assert alice.post("/account/", {"what": "nickname", "nickname": "Alicia"}).status_code == 302
    assert "Alicia" in client_of(table.bob.user).get(f"/c/{table.code}/").text


def test_opening_a_war_needs_a_way_back_in(table):
    response = client_of(table.alice.user).post("/c/new/", {"name": "Mine"})
    assert response.url == "/account/"


def test_ended_sessions_are_cleared_away(keeper):
    client = client_of(keeper)
    Session.objects.create(session_key="old", session_data="", expire_date="2020-01-01T00:00:00Z")
    clear_sessions()
    assert not Session.objects.filter(session_key="old").exists()
    assert client.get("/account/").status_code == 200
