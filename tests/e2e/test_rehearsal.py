"""A player rehearses alone on the phone: the app plays the other side and opens the slots, and nothing of it stays."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.war import Ready, lay

pytestmark = pytest.mark.e2e


def test_a_player_rehearses_from_the_phone_to_the_end(device, server):
    table = Ready(device, server)
    desk, phone = table.desk, table.alice
    desk.goto(f"{table.war}rules/")
    desk.fill("[name='rule.slots_per_round']", "3")
    desk.click("form.leaf-form button.btn-ink")

    phone.goto(f"{table.war}fights/")
    phone.click("a[href$='/rehearsal/']")
    phone.click(".ready button.btn-ink")
    phone.wait_for_url(re.compile(r"/fights/[0-9a-f]+/"))
    rehearsal = phone.url

    expect(phone.locator("#plan-form")).to_be_visible()
    lay(phone, ["smash", "counter", "onslaught"])
    phone.click("#seal-button")  # the app may have opened everything before anybody could see the seal
    expect(phone.locator(".verdict-end")).to_be_visible(timeout=30_000)
    expect(phone.locator("#hand")).to_contain_text("연습이라")
    phone.click(".verdict-end a[href$='/review/']")
    expect(phone.locator("h1")).to_have_text("돌아보기")
    expect(phone.locator(".cards-shown")).to_contain_text("강타")

    answer = table.bob.goto(rehearsal)
    assert answer.status == 404
    desk.goto(f"{table.war}fights/")
    assert re.search(r"/fights/([0-9a-f]+)", rehearsal)[1] not in desk.content()
