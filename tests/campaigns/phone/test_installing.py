"""The manifest, the worker and the page for where there is no signal."""

import json

from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from tests.campaigns.table import client_of
from tests.pages import lasting


def test_the_manifest_names_the_app_in_the_readers_language(db):
    for language, name in (("ko", "성배지기"), ("en", "Grailkeeper")):
        answer = Client(headers={"Accept-Language": language}).get("/manifest.webmanifest")
        assert answer["Content-Type"] == "application/manifest+json"
        told = json.loads(answer.content)
        assert (told["name"], told["lang"], told["display"]) == (name, language, "standalone")


def test_every_icon_is_there_one_of_them_maskable(db):
    icons = json.loads(Client().get("/manifest.webmanifest").content)["icons"]
    assert {icon["purpose"] for icon in icons} == {"any", "maskable"}
    for icon in icons:
        assert finders.find(icon["src"].removeprefix(settings.STATIC_URL)), icon


def test_the_policy_lets_the_browser_read_the_manifest(db):
    assert "manifest-src 'self'" in Client().get("/")["Content-Security-Policy"]


def test_the_worker_is_at_the_root_and_asked_for_anew(db):
    answer = Client().get("/sw.js")
    assert answer["Content-Type"] == "text/javascript"
    assert answer["Cache-Control"] == "no-cache"
    assert b"/offline/" in answer.content


def test_the_worker_and_the_page_without_signal_are_the_same_for_everybody(table):
    def got(client, address):
        return client.get(address).content

    assert got(Client(), "/sw.js") == got(client_of(table.gm.user), "/sw.js")
    page = client_of(table.gm.user).get("/offline/").content.decode()
    page = lasting(page)
    assert table.gm.user.nickname not in page and table.campaign.name not in page


def test_scripts_for_a_device_are_sent_to_who_is_known_only(table):
    assert "queue.js" in client_of(table.alice.user).get("/").content.decode()
    assert "queue.js" not in Client().get("/").content.decode()


def test_the_account_page_has_the_place_where_the_device_says_what_is_missing(table):
    page = client_of(table.alice.user).get("/account/").content.decode()
    assert 'data-phone-says="insecure"' in page and "HTTPS" in page
