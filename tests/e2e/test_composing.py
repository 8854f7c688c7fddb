"""Hangul in the making: a syllable that an input method is still putting together is nobody else's to touch."""

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.e2e.test_by_post import begin_thread, post
from tests.e2e.war import Ready, Table, seal

pytestmark = pytest.mark.e2e


@pytest.fixture
def table(device, server) -> Table:
    return Ready(device, server)


class InputMethod:
    """The browser's own: what is composed stands underlined in the focused field until it is done."""

    def __init__(self, page: Page):
        self._session: CDPSession = page.context.new_cdp_session(page)

    def compose(self, text: str) -> None:
        said = {"text": text, "selectionStart": len(text), "selectionEnd": len(text)}
        self._session.send("Input.imeSetComposition", said)

    def done(self, text: str) -> None:
        self._session.send("Input.insertText", {"text": text})


def test_half_a_syllable_of_the_gm_outlives_what_a_player_does(table):
    table.open_fight(slots=3)
    desk = table.desk
    desk.get_by_text("판정 바꾸기", exact=True).click()
    tool = desk.locator("#controls details[open]")
    reason, seen = tool.locator("[name=reason]"), tool.locator("[name=seen]")
    before = seen.get_attribute("value")
    reason.focus()
    method = InputMethod(desk)
    method.compose("비")
    method.compose("빗")
    seal(table.alice)
    expect(desk.locator("#owes")).to_contain_text("봉인함")
    expect(seen).to_have_value(before)  # the field is not taken away from under it
    method.compose("빗ㄴ")
    method.done("빗나")
    expect(seen).not_to_have_value(before)
    expect(reason).to_be_focused()
    expect(reason).to_have_value("빗나")
    method.compose("ㄱ")
    method.done("간")
    expect(reason).to_have_value("빗나간")


def test_a_line_is_not_posted_in_the_middle_of_a_syllable(table):
    thread = begin_thread(table.desk, table, "부두의 밤")
    phone = table.alice
    phone.goto(thread)
    phone.locator("#text").focus()
    method = InputMethod(phone)
    method.compose("청도")
    phone.keyboard.press("Control+Enter")
    post(table.desk, thread, "그때 종이 울린다.")
    expect(phone.locator("#posts")).to_contain_text("그때 종이 울린다.")
    expect(phone.locator("#text")).to_have_value("청도")
    method.done("청동")
    expect(phone.locator("#saved")).not_to_be_empty()
    expect(phone.locator("#posts")).not_to_contain_text("청도")
    phone.keyboard.press("Control+Enter")
    expect(phone.locator("#posts")).to_contain_text("청동")
    expect(phone.locator("#text")).to_have_value("")
