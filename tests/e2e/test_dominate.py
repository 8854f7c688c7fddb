"""Dominate on two phones with two computer players, from the opening form to the ranking, through the pages alone."""

import os
import re
import signal

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.board_games import play_on
from tests.e2e.conftest import DESK
from tests.e2e.war import Ready, Table

pytestmark = pytest.mark.e2e


def open_short_game(table: Table) -> str:
    """The GM opens a short game of both phones and two computer players; its address."""
    desk = table.desk
    desk.goto(f"{table.war}games/")
    desk.click("a[href$='/games/new/dominate/']")
    for number, who in enumerate(("서리", "들불", "컴퓨터 (초보)", "컴퓨터 (초보)"), 1):
        desk.select_option(f"[name='chair.{number}']", label=who)
    desk.select_option("[name='rule.mode']", "short")
    desk.get_by_role("button", name="게임 열기").click()
    desk.wait_for_url(re.compile(r"/games/[0-9a-f]+/$"))
    return re.search(r"/c/.*", desk.url)[0]


def act(phone: Page) -> bool:
    """Do one thing, if this phone is asked: lay two cards and play them, else the first thing that is offered."""
    if not phone.locator("#hand [name=seen]").count():
        return False
    seen = phone.locator("#hand [name=seen]").first.input_value()
    cards = phone.locator("[data-picker] [data-card]:not([aria-disabled=true])")
    if cards.count():
        for place in range(min(2, cards.count())):
            cards.nth(place).click()
        play = phone.locator(".g-play button")
        (play if play.is_enabled() else phone.locator(".g-act").first).click()
    elif phone.locator(".g-acts .btn-wide").count():
        phone.locator(".g-acts .btn-wide").click()
    else:
        phone.locator(".g-act").last.click()
    wait_until_done(phone, seen)
    return True


def wait_until_done(phone: Page, seen: str) -> None:
    """Until the hand asks about a later moment of the game, or about nothing any more."""
    phone.wait_for_function("seen => document.querySelector('#hand [name=seen]')?.value !== seen", arg=seen)


def test_a_short_game_on_two_phones_with_two_computer_players(device, server, shot):
    table = Ready(device, server)
    game = open_short_game(table)
    phones = [table.alice, table.bob]
    watcher = device(DESK)
    watcher.context.add_cookies(table.desk.context.cookies())
    watcher.goto(f"{game}stage/")
    for phone in phones:
        phone.goto(game)
        expect(phone.locator("#hand")).to_be_visible()

    play_on(phones, act, lambda: phones[0].locator("[data-picker]").count() > 0)
    phones[0].evaluate("scrollTo(0, 0)")
    shot(phones[0], "phone-dominate")
    shot(watcher, "stage-dominate")

    play_on(phones, act, lambda: all(phone.locator(".g-ranking").count() for phone in phones))
    for page in (*phones, watcher):
        expect(page.locator(".g-ranking li").first).to_be_visible()
        expect(page.locator("#turn h2")).to_contain_text("의 승리")

    phones[0].goto(f"{game}replay/?hands=1&step=12")
    expect(phones[0].locator(".g-open")).to_have_count(4)


def test_a_worker_that_is_killed_while_computers_play_costs_only_time(device, server):
    table = Ready(device, server)
    game = open_short_game(table)
    for phone in (table.alice, table.bob):
        phone.goto(game)
    play_on([table.alice, table.bob], act, lambda: table.alice.locator("[data-picker]").count() > 0)
    os.kill(server.pid_of("celery"), signal.SIGKILL)
    play_on([table.alice, table.bob], act, lambda: "2라운드" in table.alice.locator("#turn .cap").first.inner_text())
