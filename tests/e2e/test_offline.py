"""A phone without signal: the own pages stay readable, a plan waits on the device, and what became of it is said."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.war import Ready, Table, lay, seal, wait_for, wait_for_worker

pytestmark = pytest.mark.e2e


@pytest.fixture
def table(device, server) -> Table:
    table = Ready(device, server)
    for page in (table.desk, table.alice, table.bob):
        page.goto(table.war)
        wait_for_worker(page)
    table.open_fight(slots=3, rounds=2)
    for phone in (table.alice, table.bob):
        wait_until_kept(phone, table.fight)
    return table


def wait_until_kept(phone: Page, path: str) -> None:
    wait_for(phone, "path => caches.open('own').then((own) => own.match(path)).then((had) => Boolean(had))", path)


def offline(phone: Page, yes: bool) -> None:
    phone.context.set_offline(yes)


def kept(phone: Page) -> list[str]:
    return phone.evaluate(
        "caches.open('own').then((own) => own.keys()).then((all) => all.map((one) => new URL(one.url).pathname))"
    )


def queued(phone: Page) -> str:
    return phone.evaluate("Object.keys(localStorage).filter((one) => one.startsWith('queued.')).join()")


def test_the_hand_opens_without_signal_marked_with_its_age(table):
    alice = table.alice
    offline(alice, True)
    alice.reload()
    expect(alice.locator("#offline")).to_contain_text("에 본 그대로를 보여 드립니다")
    expect(alice.locator('#hand [data-card="smash"]')).to_be_visible()
    assert (
        alice.evaluate("getComputedStyle(document.querySelector('.hand')).display") == "grid"
    )  # its looks are kept too


def test_the_own_sheet_opens_without_signal_and_the_others_does_not(table):
    alice = table.alice
    alice.goto(f"{table.war}sheets/")
    own, other = (
        alice.locator("a[href*='/sheets/']", has_text=name).first.get_attribute("href") for name in ("세이버", "랜서")
    )
    alice.goto(other)
    alice.goto(own)
    wait_until_kept(alice, own)
    offline(alice, True)
    alice.goto(own)
    expect(alice.locator("main")).to_contain_text("세이버")
    expect(alice.locator("#offline")).to_be_visible()
    alice.goto(other)
    expect(alice.locator("h1")).to_have_text("연결 없음")
    expect(alice.locator("[data-kept-list]")).to_contain_text("세이버")
    assert other not in kept(alice)


def test_a_plan_sealed_without_signal_is_sent_when_there_is_one(table):
    alice = table.alice
    offline(alice, True)
    alice.reload()
    lay(alice, ["smash", "counter", "smash"])
    alice.click("#seal-button")
    expect(alice.locator("#queued")).to_contain_text("이 기기에 보관했고")
    expect(table.desk.locator("#owes")).not_to_contain_text("낸 사람")
    offline(alice, False)
    expect(alice.locator("#queued [data-outcome=taken]")).to_contain_text("제때 도착해 봉인되었습니다")
    expect(alice.locator("#plan .stamp")).to_be_visible()
    expect(table.desk.locator("#owes")).to_contain_text("낸 사람")
    alice.locator("#queued").get_by_role("button", name="닫기").click()
    assert queued(alice) == ""


def test_a_plan_that_waits_is_sent_by_whatever_page_is_opened(table):
    alice = table.alice
    offline(alice, True)
    lay(alice, ["smash"])
    alice.click("#seal-button")
    expect(alice.locator("#queued [data-outcome=waiting]")).to_be_visible()
    alice.goto("about:blank")
    offline(alice, False)
    alice.goto("/account/")
    expect(alice.locator("#queued [data-outcome=taken]")).to_contain_text("부두의 결투")


def test_a_plan_that_comes_too_late_is_said_to_be_late_and_its_cards_are_kept(table):
    alice, desk = table.alice, table.desk
    offline(alice, True)
    lay(alice, ["smash", "counter"])
    alice.click("#seal-button")
    expect(alice.locator("#queued [data-outcome=waiting]")).to_be_visible()
    seal(table.bob)
    desk.get_by_role("button", name="1번 칸 열기").click()
    expect(desk.get_by_role("button", name="2번 칸 열기")).to_be_visible()
    offline(alice, False)
    late = alice.locator("#queued [data-outcome=late]")
    expect(late).to_contain_text("늦어서 받지 않았습니다")
    for slot in (2, 3):
        desk.get_by_role("button", name=f"{slot}번 칸 열기").click()
    expect(alice.locator("#plan-form")).to_be_visible()
    alice.reload()
    late.get_by_role("button", name="이 패를 다시 놓기").click()
    expect(alice.locator(".slot:not(.empty)")).to_have_count(2)
    assert queued(alice) == ""


def test_signing_out_leaves_nothing_on_the_device(table):
    alice = table.alice
    offline(alice, True)
    lay(alice, ["smash"])
    alice.click("#seal-button")
    expect(alice.locator("#queued [data-outcome=waiting]")).to_be_visible()
    assert queued(alice) and kept(alice)
    alice.route("**/queued/", lambda request: request.abort())
    offline(alice, False)
    alice.goto("/account/")
    alice.get_by_role("button", name="나가기").click()
    alice.wait_for_url(re.compile(r"/$"))
    wait_for(alice, "caches.keys().then((all) => !all.includes('own'))")
    assert queued(alice) == ""


def test_another_person_on_the_same_device_finds_nothing_of_the_first(table):
    """Also where nobody signed out: the server has forgotten the session, or its cookie has been taken away."""
    alice = table.alice
    page = table.fight
    assert page in kept(alice)
    alice.context.clear_cookies()
    alice.context.add_cookies(table.bob.context.cookies())
    alice.goto("/account/")
    wait_for(alice, "caches.open('own').then((own) => own.keys()).then((all) => all.length < 2)")
    offline(alice, True)
    alice.goto(page)
    expect(alice.locator("h1")).to_have_text("연결 없음")


def test_who_runs_the_table_keeps_no_page(table):
    desk = table.desk
    wait_for_worker(desk)
    desk.goto(table.fight)
    desk.goto(f"{table.war}sheets/")
    assert kept(desk) == ["/-/whose"]


def test_a_removed_player_keeps_no_page_of_the_war(table):
    bob, desk = table.bob, table.desk
    assert table.fight in kept(bob)
    desk.goto(f"{table.war}people/")
    person = desk.locator("li", has_text="들불").first
    person.locator("summary").first.click()
    person.locator("form[action$='/remove/'] button").click()
    wait_for(bob, "caches.open('own').then((own) => own.keys()).then((all) => all.length < 2)")


def test_the_own_portrait_stands_on_the_own_sheet_without_signal(table):
    alice = table.alice
    alice.goto(f"{table.war}sheets/")
    own = alice.locator("a[href*='/sheets/']", has_text="세이버").first.get_attribute("href")
    alice.goto(f"{own}portrait/")
    alice.set_input_files("#picture", {"name": "face.png", "mimeType": "image/png", "buffer": alice.screenshot()})
    alice.click("text=적어 두기")
    expect(alice.locator("img.portrait")).to_be_visible()
    picture = alice.locator("img.portrait").get_attribute("src")
    alice.goto(own)
    wait_until_kept(alice, own)
    wait_until_kept(alice, picture)
    offline(alice, True)
    alice.goto(own)
    assert alice.locator("img.portrait").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
