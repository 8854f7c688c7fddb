"""Personal links: used once, for a short while, and kept nowhere in readable form."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from campaigns import links, seats
from campaigns.arrivals import new_arrival
from campaigns.models import Role, SeatLink, User
from campaigns.tasks import clear_links
from tests.campaigns.table import client_of

DEVICE, HANDOVER = SeatLink.Purpose.DEVICE, SeatLink.Purpose.HANDOVER


def tap(client: Client, address: str, **written: str):
    return client.post(address, {"arrival": new_arrival(), **written})


def own_link(seat) -> str:
    page = client_of(seat.user).post(f"/c/{seat.campaign.code}/device/")
    assert page["Cache-Control"] == "private, no-store"
    return page.context["address"].removeprefix("http://testserver")


def test_a_seat_comes_along_to_another_device(table):
    address, phone = own_link(table.alice), Client()
    assert "alice" in phone.get(address).text
    assert tap(phone, address).url == f"/c/{table.code}/"
    assert phone.get("/account/").context["user"] == table.alice.user


def test_a_device_link_works_once(table):
    address = own_link(table.alice)
    tap(Client(), address)
    late = Client()
    for answer in (late.get(address), tap(late, address)):
        assert answer.status_code == 410
    assert late.get(f"/c/{table.code}/").status_code == 404


def test_the_second_tap_on_the_same_button_is_in_as_well(table):
    address, arrival = own_link(table.alice), new_arrival()
    first, second = Client(), Client()
    assert [client.post(address, {"arrival": arrival}).status_code for client in (first, second)] == [302, 302]


def test_looking_at_a_link_does_not_use_it(table):
    address = own_link(table.alice)
    for _ in range(3):
        Client().get(address)
        Client().head(address)
    assert tap(Client(), address).status_code == 302


def test_a_device_link_lasts_fifteen_minutes(table, time_machine):
    time_machine.move_to(timezone.now(), tick=False)
    address = own_link(table.alice)
    time_machine.shift(timedelta(minutes=14, seconds=59))
    assert Client().get(address).status_code == 200
    time_machine.shift(timedelta(seconds=2))
    assert Client().get(address).status_code == 410
    assert tap(Client(), address).status_code == 410


def test_a_new_device_link_ends_the_one_before(table):
    first, second = own_link(table.alice), own_link(table.alice)
    assert Client().get(first).status_code == 404
    assert Client().get(second).status_code == 200


def test_the_database_cannot_tell_a_token(table):
    token = own_link(table.alice).split("/")[2]
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM campaigns_seatlink")
        assert token not in str(cursor.fetchall())


def test_the_link_of_somebody_who_was_sent_away_leads_nowhere(table):
    address = own_link(table.alice)
    seats.remove(table.alice)
    assert tap(Client(), address).status_code == 404


def test_a_page_about_to_change_who_one_is_says_so(table):
    page = client_of(table.bob.user).get(own_link(table.alice)).text
    assert "bob" in page and "alice" in page and "비밀번호가 없으니" in page


def test_a_device_link_is_no_handover_and_the_other_way_round(table):
    device, handover = links.issue(table.alice, DEVICE), links.issue(table.bob, HANDOVER)
    assert Client().get(f"/take/{device}/").status_code == 404
    assert Client().get(f"/device/{handover}/").status_code == 404


def test_the_gm_brings_back_a_player_who_lost_the_cookie(table):
    page = client_of(table.gm.user).post(f"/c/{table.code}/people/{table.alice.pk}/device/")
    assert tap(Client(), page.context["address"].removeprefix("http://testserver")).status_code == 302


@pytest.mark.parametrize("why", ["signs in", "sits elsewhere"])
def test_the_gm_never_becomes_somebody_who_is_more_than_a_seat_at_his_table(table, why):
    user = table.alice.user
    if why == "signs in":
        user.name = "alice"
        user.set_password("a long password")
        user.save()
    else:
        seats.sit_down(
            seats.open_campaign(table.stranger, "Elsewhere").campaign, "player", "alice", user=user, arrival=""
        )
    response = client_of(table.gm.user).post(f"/c/{table.code}/people/{table.alice.pk}/device/")
    assert response.url == f"/c/{table.code}/people/"
    assert not table.alice.links.exists()


def handover_link(table, seat) -> str:
    page = client_of(table.gm.user).post(f"/c/{table.code}/people/{seat.pk}/handover/", {"to": "link"})
    return page.context["address"].removeprefix("http://testserver")


def test_somebody_new_takes_a_seat_over(table):
    address, client = handover_link(table, table.alice), Client()
    assert "alice" in client.get(address).text
    assert client_of(table.alice.user).get(f"/c/{table.code}/").status_code == 200, "until then the seat stays as it is"
    assert tap(client, address, nickname="carol").url == f"/c/{table.code}/"
    assert client.get(f"/c/{table.code}/").status_code == 200
    assert client_of(table.alice.user).get(f"/c/{table.code}/").status_code == 404
    assert table.campaign.seats.get(user__nickname="carol").role == Role.PLAYER


def test_a_seat_is_handed_over_to_one_person_only(table):
    address = handover_link(table, table.alice)
    tap(Client(), address, nickname="carol")
    assert tap(Client(), address, nickname="dora").status_code == 410
    assert not User.objects.filter(nickname="dora").exists()


def test_a_double_tap_takes_over_once(table):
    address, arrival = handover_link(table, table.alice), new_arrival()
    for client in (Client(), Client()):
        assert client.post(address, {"nickname": "carol", "arrival": arrival}).status_code == 302
    assert User.objects.filter(nickname="carol").count() == 1


def test_a_handover_link_lasts_a_day(table, time_machine):
    time_machine.move_to(timezone.now(), tick=False)
    address = handover_link(table, table.alice)
    time_machine.shift(timedelta(hours=24, seconds=1))
    assert tap(Client(), address, nickname="carol").status_code == 410


def test_who_watches_takes_a_seat_over_by_link_and_plays(table):
    tap(client_of(table.eve.user), handover_link(table, table.alice), nickname="eve")
    table.eve.refresh_from_db()
    assert table.eve.role == Role.PLAYER


def test_a_taker_may_not_be_called_like_somebody_at_the_table(table):
    assert tap(Client(), handover_link(table, table.alice), nickname="bob").status_code == 422
    table.alice.refresh_from_db()
    assert table.alice.removed_at is None


def test_dead_links_are_cleared_away(table):
    dead, alive = links.issue(table.alice, DEVICE), links.issue(table.bob, DEVICE)
    table.alice.links.update(ends_at=timezone.now() - timedelta(days=8))
    clear_links()
    assert links.find(dead, DEVICE) is None
    assert links.find(alive, DEVICE) is not None
