"""The GM looks after people; everything acts at once, open streams included."""

import pytest

from campaigns import seats
from campaigns.models import Role
from characters.models import Character
from combat.models import Fight
from tabletop import live
from tabletop.models import Chair, Record
from tests.campaigns.table import client_of, sit


@pytest.fixture
def dismissed(monkeypatch) -> list[tuple[int, str]]:
    told: list[tuple[int, str]] = []
    monkeypatch.setattr(live, "dismiss", lambda user, scope: told.append((user, scope)))
    return told


def act(table, seat, what: str, by=None, **written: str):
    return client_of((by or table.gm).user).post(f"/c/{table.code}/people/{seat.pk}/{what}/", written)


def role_of(seat) -> str:
    seat.refresh_from_db()
    return seat.role


def test_a_new_role_holds_at_once(table, dismissed, django_capture_on_commit_callbacks):
    alice = client_of(table.alice.user)
    assert alice.get(f"/c/{table.code}/people/").status_code == 403
    with django_capture_on_commit_callbacks(execute=True):
        act(table, table.alice, "role", role="assistant")
    assert dismissed == [(table.alice.user_id, table.code)]
    assert alice.get(f"/c/{table.code}/people/").status_code == 200


@pytest.mark.parametrize("role", ["", "king", "GM", "player\x00"])
def test_a_role_that_does_not_exist_is_refused(table, role):
    assert act(table, table.alice, "role", role=role).status_code == 422
    assert role_of(table.alice) == Role.PLAYER


def test_the_office_of_gm_goes_to_somebody_who_can_come_back(table):
    act(table, table.alice, "role", role="gm")
    assert role_of(table.alice) == Role.PLAYER, "her seat hangs on one cookie"
    table.alice.user.name = "alice"
    table.alice.user.set_password("a long password")
    table.alice.user.save()
    act(table, table.alice, "role", role="gm")
    assert (role_of(table.alice), role_of(table.gm)) == (Role.GM, Role.ASSISTANT)


def test_somebody_sent_away_is_out_at_once(table, dismissed, django_capture_on_commit_callbacks):
    alice = client_of(table.alice.user)
    with django_capture_on_commit_callbacks(execute=True):
        act(table, table.alice, "remove")
    assert dismissed == [(table.alice.user_id, table.code)]
    assert alice.get(f"/c/{table.code}/").status_code == 404


def test_nobody_sent_away_comes_back_by_the_old_invite(table):
    token = table.campaign.invites.get(role="player", revoked_at=None).token
    act(table, table.alice, "remove")
    assert client_of(table.alice.user).get(f"/join/{token}/").status_code == 410


def test_a_removal_is_undone(table):
    act(table, table.alice, "remove")
    act(table, table.alice, "return")
    assert client_of(table.alice.user).get(f"/c/{table.code}/").status_code == 200


def test_a_removal_is_not_undone_onto_a_taken_name(table):
    act(table, table.alice, "remove")
    sit(table.campaign, "alice")
    act(table, table.alice, "return")
    assert client_of(table.alice.user).get(f"/c/{table.code}/").status_code == 404


def test_the_gm_is_moved_by_nobody(table):
    for what in ("remove", "role", "handover", "device"):
        for by in (table.gm, table.assistant):
            status = act(table, table.gm, what, by, role="player", to="link").status_code
            assert status in {403, 404, 302}
    assert role_of(table.gm) == Role.GM
    assert table.gm.removed_at is None
    assert seats.remove(table.gm) is seats.Refused.GM_STAYS
    assert seats.hand_over(table.gm, table.alice.user) is seats.Refused.GM_STAYS


def test_a_seat_of_another_table_is_not_there(table):
    other = seats.open_campaign(table.stranger, "Elsewhere")
    dora = sit(other.campaign, "dora")
    for what in ("remove", "role", "handover", "device", "return"):
        assert act(table, dora, what, role="assistant", to="link").status_code == 404
    assert role_of(dora) == Role.PLAYER


def chair(table, seat, code: str = "saber") -> Chair:
    record = Record.objects.create(game="fight", setup={}, closed=True)  # nobody plays on in it
    Fight.objects.create(campaign=table.campaign, record=record, title="Pier", by=table.gm.user)
    return Chair.objects.create(record=record, seat=code, user=seat.user)


def test_characters_and_chairs_go_along_with_a_seat(table, dismissed, django_capture_on_commit_callbacks):
    saber = Character.objects.create(campaign=table.campaign, kind="servant", name="Saber", owner=table.alice)
    hers, bobs = chair(table, table.alice), chair(table, table.bob, "lancer")
    with django_capture_on_commit_callbacks(execute=True):
        act(table, table.alice, "handover", to=str(table.eve.pk))
    for thing in (saber, hers, bobs, table.alice):
        thing.refresh_from_db()
    assert (saber.owner, hers.user, bobs.user) == (table.eve, table.eve.user, table.bob.user)
    assert role_of(table.eve) == Role.PLAYER
    assert table.alice.removed_at is not None
    assert set(dismissed) == {(table.alice.user_id, table.code), (table.eve.user_id, table.code)}


def test_chairs_at_other_tables_stay(table):
    other = seats.open_campaign(table.stranger, "Elsewhere")
    seated = seats.sit_down(other.campaign, Role.PLAYER, "alice", user=table.alice.user, arrival="")
    record = Record.objects.create(game="fight", setup={})
    Fight.objects.create(campaign=other.campaign, record=record, title="Hill", by=table.stranger)
    elsewhere = Chair.objects.create(record=record, seat="saber", user=seated.user)
    seats.hand_over(table.alice, table.bob.user)
    elsewhere.refresh_from_db()
    assert elsewhere.user == table.alice.user


def test_the_seat_of_somebody_long_gone_can_still_be_handed_over(table):
    saber = Character.objects.create(campaign=table.campaign, kind="servant", name="Saber", owner=table.alice)
    act(table, table.alice, "remove")
    act(table, table.alice, "handover", to=str(table.bob.pk))
    saber.refresh_from_db()
    assert saber.owner == table.bob
    assert role_of(table.bob) == Role.PLAYER


def test_a_taker_who_is_not_here_is_refused(table):
    for to in ("", "0", str(table.alice.pk), "x\x00"):
        assert act(table, table.alice, "handover", to=to).status_code == 422


def test_who_got_a_seat_handed_over_and_left_comes_back_through_it(table):
    seats.remove(table.bob)
    taker = seats.hand_over(table.alice, table.bob.user)
    assert (taker.pk, taker.removed_at, taker.role) == (table.bob.pk, None, Role.PLAYER)


def test_the_invite_on_the_big_screen_shows_who_sits_down(table):
    client, address = client_of(table.gm.user), f"/c/{table.code}/people/invite/player/"
    arrived = client.get(address).context["arrived"]
    fragment = {"HTTP_HX_REQUEST": "true"}
    assert client.get(address, {"seen": arrived}, **fragment).status_code == 204, "nothing new is not swapped"
    sit(table.campaign, "carol")
    fresh = client.get(address, {"seen": arrived}, **fragment).text
    assert "carol" in fresh and "<html" not in fresh


def test_who_became_gm_meanwhile_is_not_sent_away(table):
    seen = table.campaign.seats.select_related("campaign", "user").get(pk=table.assistant.pk)
    table.assistant.user.name = "assistant"
    table.assistant.user.set_password("a long password")
    table.assistant.user.save()
    assert seats.change_role(table.assistant, Role.GM) is None
    assert seats.remove(seen) is seats.Refused.GM_STAYS


def test_who_signs_out_hears_nothing_more_on_any_page(table, dismissed, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        client_of(table.alice.user).post("/logout/")
    assert dismissed == [(table.alice.user_id, table.code)]


def test_a_new_password_ends_what_other_devices_hear(table, dismissed, django_capture_on_commit_callbacks):
    words = {"what": "password", "name": "앨리스", "password": "two lanterns at sea"}
    with django_capture_on_commit_callbacks(execute=True):
        assert client_of(table.alice.user).post("/account/", words).status_code == 302
    assert dismissed == [(table.alice.user_id, table.code)]
