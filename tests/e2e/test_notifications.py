"""A reminder as a browser shows it: what the service worker makes of a message, and where a tap leads."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import WHOLE
from tests.e2e.war import Ready, wait_for_worker
from tests.serving import until

pytestmark = pytest.mark.e2e

SHOWN = """navigator.serviceWorker.ready.then((ready) => ready.getNotifications())
    .then((all) => all.map((one) => [one.title, one.body, one.tag, one.data.path]))"""


@pytest.fixture(scope="module")
def browser(launch_browser) -> Iterator[Browser]:
    whole = launch_browser(executable_path=WHOLE)
    yield whole
    whole.close()


@pytest.fixture
def alice(device, server) -> Page:
    table = Ready(device, server)
    phone = table.alice
    phone.goto(table.war)
    phone.context.grant_permissions(["notifications"])
    wait_for_worker(phone)
    return phone


def deliver(phone: Page, address: str, data: str) -> None:
    """What the browser does when its push service has something for it."""
    found: list[dict] = []
    session = phone.context.new_cdp_session(phone)
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    phone.wait_for_timeout(500)
    message = {"origin": address, "registrationId": found[-1]["registrationId"], "data": data}
    session.send("ServiceWorker.deliverPushMessage", message)
    session.detach()


def delivered(phone: Page, address: str, body: str) -> list[list[str]]:
    """What is shown once a reminder of these words is; Chromium drops one in twenty that is handed to it like this."""
    told = {"title": "해무항 성배전쟁", "body": body, "tag": "a", "path": "/account/"}

    def shown() -> list[list[str]]:
        deliver(phone, address, json.dumps(told))
        phone.wait_for_timeout(500)
        notes = phone.evaluate(SHOWN)
        return notes if any(note[1] == body for note in notes) else []

    return until(shown)


def test_a_reminder_is_shown_and_a_newer_one_takes_its_place(alice, server):
    assert delivered(alice, server.address, "하나") == [["해무항 성배전쟁", "하나", "a", "/account/"]]
    assert delivered(alice, server.address, "둘") == [["해무항 성배전쟁", "둘", "a", "/account/"]]


def test_a_message_that_is_none_shows_nothing(alice, server):
    deliver(alice, server.address, "not json")
    assert [note[1] for note in delivered(alice, server.address, "하나")] == ["하나"]


def test_the_page_for_reminders_says_how_it_stands_with_this_browser(alice):
    alice.goto("/account/reminders/")
    expect(alice.get_by_text("이 브라우저로는 아직 알림을 받지 않습니다.")).to_be_visible()
    expect(alice.get_by_role("button", name="여기서 알림 받기")).to_be_visible()
    expect(alice.get_by_role("button", name="여기서 알림 끄기")).to_be_hidden()
