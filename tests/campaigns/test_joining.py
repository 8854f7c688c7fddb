"""A player opens a link, picks a name, and sits."""

import unicodedata
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from campaigns import invites, seats
from campaigns.arrivals import new_arrival
from campaigns.models import Role, Seat, User
from tests.campaigns.table import client_of, sit, war


def link(table, role=Role.PLAYER) -> str:
    return f"/join/{table.campaign.invites.get(role=role, revoked_at=None).token}/"


def form(client: Client, address: str, nickname: str) -> dict[str, str]:
    return {"nickname": nickname, "arrival": client.get(address).context["form"]["arrival"].value()}


def join(client: Client, address: str, nickname: str):
    return client.post(address, form(client, address, nickname))


@pytest.mark.parametrize("role", invites.INVITED)
def test_a_nickname_is_all_it_takes(table, role):
    client = Client()
    response = join(client, link(table, role), "carol")
    assert response.url == f"/c/{table.code}/"
    seat = Seat.objects.get(user__nickname="carol")
    assert (seat.campaign, seat.role, seat.user.signs_in) == (table.campaign, role, False)
    assert client.get(response.url).status_code == 200


def test_opening_the_link_seats_nobody(table):
    before = Seat.objects.count()
    page = Client().get(link(table))
    assert "alice" in page.text and "gm" in page.text
    assert Seat.objects.count() == before


def test_a_double_tap_makes_one_seat(table):
    client, second = Client(), Client()
    written = form(client, link(table), "carol")
    assert client.post(link(table), written).status_code == 302
    # the second tap left before the first answer brought the cookie
    assert second.post(link(table), written).status_code == 302
    assert User.objects.filter(nickname="carol").count() == 1
    assert second.get(f"/c/{table.code}/").status_code == 200


def test_the_same_form_found_later_lets_nobody_in(table):
    written = form(Client(), link(table), "carol")
    Client().post(link(table), written)
    Seat.objects.filter(user__nickname="carol").update(at=timezone.now() - timedelta(minutes=5))
    assert Client().post(link(table), written).status_code == 422


def test_who_sits_goes_straight_in_and_keeps_the_role(table):
    response = client_of(table.bob.user).get(link(table, Role.SPECTATOR))
    assert response.url == f"/c/{table.code}/"
    table.bob.refresh_from_db()
    assert table.bob.role == Role.PLAYER


def test_somebody_who_signs_in_elsewhere_sits_down_as_the_same_person(table):
    client = client_of(table.stranger)
    assert client.get(link(table)).context["form"]["nickname"].value() == "stranger"
    join(client, link(table), "stranger")
    assert table.campaign.seats.get(user=table.stranger).role == Role.PLAYER


def test_a_name_that_is_taken_elsewhere_stays_with_its_people(table):
    other = war_of(table.stranger)
    sit(other, "dora")
    assert join(client_of(table.stranger), link(table), "dora").status_code == 422
    table.stranger.refresh_from_db()
    assert table.stranger.nickname == "stranger"


def war_of(user: User):
    return seats.open_campaign(user, "Another").campaign


@pytest.mark.parametrize("nickname", ["alice", "ALICE", "ａｌｉｃｅ", " alice "])
def test_two_people_at_a_table_never_look_the_same(table, nickname):
    response = join(Client(), link(table), nickname)
    assert response.status_code == 422
    assert "nickname-taken" in response.context["form"].errors.as_json()
    assert User.objects.filter(nickname__iexact="alice").count() == 1


def test_the_name_of_somebody_who_left_is_free(table):
    seats.remove(table.alice)
    assert join(Client(), link(table), "alice").status_code == 302


@pytest.mark.parametrize(
    "nickname", ["", "   ", "a\x00b", "\u202eecila", "a\u200bb", "ㅤ", "x" * 41, "s" + "\u0300\u0301\u0302" * 3]
)
def test_what_is_no_name_is_said_at_its_field(table, nickname):
    before = User.objects.count()
    response = join(Client(), link(table), nickname)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["nickname"]
    assert User.objects.count() == before


@pytest.mark.parametrize("nickname", ["👩‍🚀", "달 🌙", unicodedata.normalize("NFD", "들불")])
def test_emoji_and_any_way_of_typing_are_welcome(table, nickname):
    assert join(Client(), link(table), nickname).status_code == 302
    assert User.objects.filter(nickname=unicodedata.normalize("NFC", nickname)).exists()


def test_a_form_without_its_token_lets_nobody_in(table):
    assert Client().post(link(table), {"nickname": "carol"}).status_code == 422


def test_a_renewed_invite_says_whom_to_ask(table):
    old = link(table)
    client_of(table.gm.user).post(f"/c/{table.code}/people/invite/player/renew/")
    for answer in (Client().get(old), Client().post(old, {"nickname": "carol", "arrival": new_arrival()})):
        assert answer.status_code == 410
        assert "진행자에게 새 링크" in answer.text
    assert Client().get(link(table)).status_code == 200


def test_an_invite_ends(table):
    table.campaign.invites.update(ends_at=timezone.now() - timedelta(seconds=1))
    assert Client().get(link(table)).status_code == 410


def test_an_ended_invite_still_leads_who_sits_to_the_table(table):
    table.campaign.invites.update(ends_at=timezone.now() - timedelta(seconds=1))
    assert client_of(table.alice.user).get(link(table)).status_code == 302


@pytest.mark.parametrize("token", ["nobody-gave-this", "x" * 300, "%00", "..%2f"])
def test_a_token_that_nobody_gave_is_not_found(db, token):
    assert Client().get(f"/join/{token}/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_eight_at_once_with_one_name_make_one_person():
    campaign = war().campaign

    def knock(_: int) -> Seat | seats.Refused:
        try:
            return seats.sit_down(campaign, Role.PLAYER, "carol", user=None, arrival=new_arrival())
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as knocking:
        answers = list(knocking.map(knock, range(8)))
    assert sum(isinstance(answer, Seat) for answer in answers) == 1
    assert answers.count(seats.Refused.NICKNAME_TAKEN) == 7
