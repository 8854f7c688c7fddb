"""Ace Royal on two phones with a computer player, from the opening form to the last Master, through the pages alone."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.e2e.board_games import play_on
from tests.e2e.conftest import DESK
from tests.e2e.war import Ready, Table
from tests.serving import prepared, serving

pytestmark = pytest.mark.e2e

FAST = {"DEMO": "off", "WINDOW_SECONDS": "0", "ANSWER_SECONDS": "0"}


@pytest.fixture
def server_of_its_own(tmp_path):
    with serving(prepared(tmp_path / "var"), **FAST) as running:
        yield running


def open_game(table: Table) -> str:
    """The GM opens a game of both phones and a computer player; seat 1 starts, as agreed. Its address."""
    desk = table.desk
    desk.goto(f"{table.war}games/new/ace-royal/")
    for number, who in enumerate(("서리", "들불", "컴퓨터 (초보)", ""), 1):
        if who:
            desk.select_option(f"[name='chair.{number}']", label=who)
        else:
            desk.select_option(f"[name='chair.{number}']", value="")
    desk.select_option("[name=start]", value="1")
    desk.get_by_role("button", name="게임 열기").click()
    desk.wait_for_url(re.compile(r"/games/[0-9a-f]+/$"))
    return re.search(r"/c/.*", desk.url)[0]


def is_asked(phone: Page) -> bool:
    """Whether the page waits for this phone: the heading bears the mark of a turn of its own."""
    return phone.locator("#turn.mine").count() > 0


def act(phone: Page) -> bool:
    """Answer the question that this phone is asked: assault if it may, else what ends the question soonest."""
    if not is_asked(phone) or not phone.locator("#hand [name=seen]").count():
        return let_pass(phone)
    with suppress(TooLate):  # the table went on under the finger
        answer(phone)
    return True


def let_pass(phone: Page) -> bool:
    """Where everybody is asked, a press goes ahead of being asked, or says that the player goes on."""
    pressed = phone.locator("#hand [name=do][value=ahead]")
    if not pressed.count():
        return False
    with suppress(TooLate):
        pressed.first.click(timeout=3000)
        phone.wait_for_function("() => !document.querySelector('#hand [name=do][value=ahead]')", timeout=3000)
    return True


def answer(phone: Page) -> None:
    seen = phone.locator("#hand [name=seen]").first.input_value(timeout=1000)
    picks = phone.locator("#hand > form[data-pick]")
    assaults = phone.locator(".a-answers .g-act", has_text="습격하기")
    if picks.count():
        for place in range(int(picks.get_attribute("data-least"))):
            picks.locator("[name=card]").nth(place).check()
        picks.locator("button").click(timeout=3000)
    elif assaults.count():
        assaults.first.click(timeout=3000)
    elif phone.locator(".a-answers .btn-wide").count():
        phone.locator(".a-answers .btn-wide").click(timeout=3000)
    else:
        phone.locator(".a-answers .g-act").first.click(timeout=3000)
    phone.wait_for_function(
        "seen => document.querySelector('#hand [name=seen]')?.value !== seen", arg=seen, timeout=3000
    )


def test_a_game_on_two_phones_with_a_computer_player(device, server_of_its_own, shot):
    table = Ready(device, server_of_its_own)
    game = open_game(table)
    phones = [table.alice, table.bob]
    watcher = device(DESK)
    watcher.context.add_cookies(table.desk.context.cookies())
    watcher.goto(f"{game}stage/")
    for phone in phones:
        phone.goto(game)
        expect(phone.locator("#hand")).to_be_visible()

    # the first ritual: a code is set by its button, and lies before everybody
    play_on(phones, act, lambda: phones[0].locator("#turn").inner_text().find("의식") >= 0 and is_asked(phones[0]))
    setting = phones[0].locator(".a-held button", has_text="설치")
    if setting.count():
        setting.first.click()
        expect(watcher.locator("#player-seat-1 .a-codes li")).to_have_count(1)

    play_on(phones, act, lambda: any(phone.locator(".a-duel.running .a-strike.now").count() for phone in phones))
    fighting = next(phone for phone in phones if phone.locator(".a-duel.running .a-strike.now").count())
    fighting.evaluate("scrollTo(0, 0)")
    shot(fighting, "phone-ace-royal")
    shot(watcher, "stage-ace-royal")

    play_on(phones, act, lambda: all(phone.locator(".g-ranking").count() for phone in phones))
    for page in (*phones, watcher):
        expect(page.locator(".g-ranking li").first).to_be_visible()

    phones[0].goto(f"{game}replay/?hands=1&step=12")
    expect(phones[0].locator(".g-open")).to_have_count(3)


def test_a_window_is_let_pass_ahead_and_a_choice_of_when_to_be_asked_is_kept(device, server_of_its_own):
    table = Ready(device, server_of_its_own)
    game = open_game(table)
    phone = table.bob
    phone.goto(game)
    expect(phone.locator("#hand")).to_be_visible()
    phone.get_by_text("언제 물어볼지").click()
    phone.get_by_label("패배하게 될 때만").check()
    # his other device says something else meanwhile: the hand comes anew, and what he has begun here stays
    other = phone.context.new_page()
    other.goto(game)
    other.get_by_text("언제 물어볼지").click()
    other.locator("[name=asks][value=every]").check()
    other.get_by_role("button", name="이대로 두기").click()
    expect(phone.locator("[name=asks][value=every][checked]")).to_be_attached()
    expect(phone.get_by_label("패배하게 될 때만")).to_be_checked()
    phone.get_by_role("button", name="이대로 두기").click()
    phone.wait_for_timeout(500)
    phone.reload()
    phone.get_by_text("언제 물어볼지").click()
    expect(phone.get_by_label("패배하게 될 때만")).to_be_checked()


def test_what_is_open_stays_open_when_the_count_on_it_changes(device, server_of_its_own):
    table = Ready(device, server_of_its_own)
    phone = table.bob
    phone.goto(open_game(table))
    seat = phone.locator("#piles details").first
    seat.locator("summary").click()
    phone.evaluate(
        """() => {
          const piles = document.getElementById("piles");
          const more = piles.cloneNode(true);
          more.querySelector("details").open = false;
          more.querySelector("summary .g-num").textContent = "99";
          htmx.swap(piles, more.outerHTML, { swapStyle: "outerHTML", settleDelay: 20 });
        }"""
    )
    expect(seat.locator("summary")).to_contain_text("99")
    expect(seat).to_have_attribute("open", "")
