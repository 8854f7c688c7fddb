"""Pages tell everybody what is his to know, in his language, with few queries, whatever people have typed."""

import json

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns import invites, links, seats
from campaigns.models import Role, SeatLink, User
from characters.models import Character
from tests.campaigns.table import client_of, sit
from tests.pages import lasting


def pages_of(seat) -> dict[str, str]:
    """Every page of people that this seat gets, without what differs from request to request."""
    client = client_of(seat.user)
    code = seat.campaign.code
    asked = [
        "/",
        "/account/",
        f"/c/{code}/",
        f"/c/{code}/log/",
        f"/c/{code}/device/",
        f"/c/{code}/people/",
        f"/c/{code}/settings/",
    ]
    return {address: stable(client.get(address)) for address in asked}


def stable(response) -> str:
    # Each part of a page that is drawn by itself masks the token anew.
    return lasting(response.text)


@pytest.mark.parametrize("who", ["alice", "eve"])
def test_i6_what_only_the_gm_knows_leaves_no_byte_in_other_peoples_pages(table, who):
    """I-6."""
    seat = getattr(table, who)
    before = pages_of(seat)
    carol = sit(table.campaign, "carol")
    seats.remove(carol)  # her name, and that she was here
    invites.renew(table.campaign, Role.SPECTATOR)  # tokens
    links.issue(table.bob, SeatLink.Purpose.DEVICE)
    links.issue(table.bob, SeatLink.Purpose.HANDOVER)
    table.campaign.budgets = {"stats": 99}
    table.campaign.save()
    table.bob.user.name = "bob-signs-in"  # how others sign in
    table.bob.user.set_password("a lantern at sea")
    table.bob.user.save()
    seats.open_campaign(table.bob.user, "Elsewhere")  # where else they sit
    assert pages_of(seat) == before


def test_an_invite_is_shown_to_nobody_but_who_runs_the_table(table):
    tokens = [invite.token for invite in table.campaign.invites.all()]
    for seat in (table.alice, table.eve):
        shown = "".join(pages_of(seat).values())
        assert not any(token in shown for token in tokens)


def test_who_joins_sees_who_sits_there_and_never_who_was_sent_away(table):
    seats.remove(table.bob)
    page = Client().get(f"/join/{invites.open_invites(table.campaign)[0].token}/").text
    page = lasting(page)
    assert "alice" in page
    assert "bob" not in page


def test_the_cover_tells_whether_the_gm_may_look(table):
    def told() -> bool:
        return "진행자도 보지 않습니다" in client_of(table.alice.user).get(f"/c/{table.code}/").text

    assert told()
    client_of(table.gm.user).post(f"/c/{table.code}/settings/", {"name": "Harbour", "gm_sees_sealed": "on"})
    assert not told()


def test_a_new_war_shows_its_gm_three_steps_and_then_the_table(db):
    gm = seats.open_campaign(User.objects.create_user("gm", "a lantern at sea", nickname="gm"), "Harbour")
    address, client = f"/c/{gm.campaign.code}/", client_of(gm.user)

    def step() -> str:
        return client.get(address).context["steps"]["next"]

    assert step() == "invite"
    alice = sit(gm.campaign, "alice")
    assert step() == "sheets"
    for name in ("Saber", "Lancer"):
        Character.objects.create(campaign=gm.campaign, kind="servant", name=name, owner=alice)
    assert step() == "fight"
    assert client_of(alice.user).get(address).context["steps"] is None


def test_other_rooms_show_their_part_on_the_cover_and_in_the_log(table, monkeypatch):
    parts = [lambda request, seat: ("campaigns/person.html", {"other": table.stranger.seats.get()}), lambda *_: None]
    seats.open_campaign(table.stranger, "Elsewhere")
    monkeypatch.setattr("campaigns.views.cover.PARTS", parts)
    monkeypatch.setattr("campaigns.posts.views.chronicle.LOG", parts)
    for address in (f"/c/{table.code}/", f"/c/{table.code}/log/"):
        assert "stranger" in client_of(table.alice.user).get(address).text


def queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


@pytest.mark.parametrize("address", ["/", "/c/{code}/", "/c/{code}/people/", "/c/{code}/log/", "/account/"])
def test_a_page_asks_little_and_no_more_when_the_table_grows(table, address):
    client, address = client_of(table.gm.user), address.format(code=table.code)
    few = queries(client, address)
    for n in range(12):
        seat = sit(table.campaign, f"player {n}")
        Character.objects.create(campaign=table.campaign, kind="servant", name=f"Servant {n}", owner=seat)
    assert queries(client, address) == few <= 15


@pytest.mark.parametrize(
    ("language", "lang", "said"),
    [
        ("ko", "ko", "진행자로 들어가기"),
        ("en", "en", "Come in as GM"),
        ("ja", "ja", "日本語"),
        ("zh-hant", "zh-hant", "繁體中文"),
    ],
)
def test_everybody_reads_his_own_language(db, language, lang, said):
    client = Client()
    assert client.post("/language/", {"language": language, "next": "/"}).url == "/"
    page = client.get("/").text
    assert f'<html lang="{lang}"' in page
    assert said in page


@pytest.mark.parametrize(
    "written",
    [{"language": "xx"}, {"language": "ko\x00"}, {"next": "//elsewhere.example"}, {"language": "en", "next": "\x00"}],
)
def test_a_broken_choice_of_language_leads_to_a_page_of_this_house(db, written):
    response = Client().post("/language/", written)
    assert response.status_code == 302
    assert "elsewhere" not in response.url


def test_what_is_not_there_says_how_to_get_back_to_ones_seat(db):
    page = Client().get("/c/0123456789/")
    assert page.status_code == 404
    assert "새 기기용 링크" in page.text
    assert "/login/?next=/c/0123456789/" in page.text


def test_a_war_that_exists_looks_to_strangers_like_one_that_does_not(table):
    def answer(code: str) -> str:
        return stable(client_of(table.stranger).get(f"/c/{code}/")).replace(code, "")

    assert answer(table.code) == answer("0123456789")


def test_a_fragment_for_somebody_without_a_seat_becomes_a_whole_page(table):
    fragment = {"HTTP_HX_REQUEST": "true"}
    sent = client_of(table.stranger).get(f"/c/{table.code}/sheets/", **fragment)
    assert (sent.status_code, sent["HX-Redirect"]) == (404, f"/c/{table.code}/")
    assert "HX-Redirect" not in client_of(table.stranger).get(f"/c/{table.code}/sheets/")
    assert "HX-Redirect" not in client_of(table.alice.user).get(f"/c/{table.code}/sheets/none/", **fragment)


def test_a_wrong_role_is_told_whom_to_ask(table):
    page = client_of(table.alice.user).get(f"/c/{table.code}/people/")
    assert page.status_code == 403
    assert "진행자가" in page.text


def test_a_fault_of_ours_is_told_without_its_reason(table, monkeypatch):
    def break_down(campaign):
        raise RuntimeError("sealed: smash counter")

    monkeypatch.setattr("campaigns.views.cover.at_the_table", break_down)
    client = client_of(table.alice.user)
    client.raise_request_exception = False
    page = client.get(f"/c/{table.code}/")
    assert page.status_code == 500
    assert "sealed" not in page.text
    assert "무언가 잘못되었습니다" in page.text


@override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=1000)
def test_what_is_too_large_is_refused_with_a_sentence(db):
    page = Client().post("/login/", {"name": "x" * 2000})
    assert page.status_code == 400
    assert "너무 큽니다" in page.text


def test_names_with_markup_stay_names_everywhere(table):
    hostile = "<b>x</b>&'\""
    table.campaign.name = hostile
    table.campaign.save()
    seats.rename(table.bob.user, hostile)
    for seat in (table.gm, table.alice):
        assert "<b>x" not in "".join(pages_of(seat).values())
    assert "<b>x" not in Client().get(f"/join/{invites.open_invites(table.campaign)[0].token}/").text


@pytest.mark.parametrize("name", ["", "a\x00b", "\u202ewar", "x" * 81, "s" + "\u0300" * 5])
def test_a_war_needs_a_name_that_can_be_read(table, name):
    client = client_of(table.gm.user)
    assert client.post("/c/new/", {"name": name}).status_code == 422
    assert client.post(f"/c/{table.code}/settings/", {"name": name}).status_code == 422
    table.campaign.refresh_from_db()
    assert table.campaign.name == "Harbour"


def test_settings_are_kept_and_an_empty_budget_is_without_limit(table):
    written = {"name": "Haemu", "stats": "20", "skills": "", "phantasm_count": "0"}
    assert client_of(table.gm.user).post(f"/c/{table.code}/settings/", written).status_code == 302
    table.campaign.refresh_from_db()
    assert table.campaign.name == "Haemu"
    assert table.campaign.budgets | {"stats": 20, "skills": None, "phantasm_count": 0} == table.campaign.budgets


@pytest.mark.parametrize("number", ["-1", "1000", "9" * 400, "١٢", "1e3", "NaN", "1.5", "\x00"])
def test_a_budget_is_a_small_whole_number(table, number):
    response = client_of(table.gm.user).post(f"/c/{table.code}/settings/", {"name": "Harbour", "stats": number})
    allowed = number == "١٢"
    assert response.status_code == (302 if allowed else 422)


def test_the_qr_is_the_address_that_stands_under_it(table):
    page = client_of(table.gm.user).get(f"/c/{table.code}/people/invite/player/")
    invite = table.campaign.invites.get(role="player", revoked_at=None)
    assert page.context["address"] == "http://testserver" + reverse("join", args=[invite.token])
    assert "<svg" in page.text and "style=" not in page.text


def test_a_qr_for_phones_never_says_127_0_0_1_while_the_house_is_open_to_the_network(table, settings, monkeypatch):
    monkeypatch.setattr("tabletop.serving.addresses.in_network", lambda: "192.0.2.7")
    client, address = client_of(table.gm.user), f"/c/{table.code}/people/invite/player/"
    alone = client.get(address, SERVER_NAME="127.0.0.1", SERVER_PORT="8000")
    assert "127.0.0.1:8000" in alone.context["address"] and alone.context["local"]
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "192.0.2.7"]
    opened = client.get(address, SERVER_NAME="127.0.0.1", SERVER_PORT="8000")
    assert opened.context["address"].startswith("http://192.0.2.7:8000/join/") and not opened.context["local"]


def test_no_page_needs_a_style_or_a_script_of_its_own(table):
    for address, page in pages_of(table.gm).items():
        assert " style=" not in page and "<style" not in page and " on" + "click" not in page, address


def test_the_settings_of_htmx_are_readable(db):
    page = Client().get("/").text
    config = page.partition("""<meta name="htmx-config" content='""")[2].partition("'")[0]
    assert json.loads(config)["historyCacheSize"] == 0
