"""Writing in a thread with a real browser: drafts outlive a closed tab, others' posts arrive in place, two taps post once."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.test_by_post import begin_thread, post
from tests.e2e.war import Ready, Table

pytestmark = pytest.mark.e2e


@pytest.fixture
def table(device, server) -> Table:
    return Ready(device, server)


def test_a_draft_outlives_a_closed_tab(table):
    thread = begin_thread(table.desk, table, "부두의 밤")
    phone = table.alice
    phone.goto(thread)
    phone.fill("#text", "쓰다 만 글")
    expect(phone.locator("#saved")).not_to_be_empty()
    phone.fill("#text", "쓰다 만 글, 한 마디 더")
    again = phone.context.new_page()
    leave(phone)  # what was typed last goes along
    expect_draft(again, thread, "쓰다 만 글, 한 마디 더")
    again.click("#write .send")
    expect(again.locator("#posts")).to_contain_text("한 마디 더")
    again.goto(thread)
    expect(again.locator("#text")).to_have_value("")
    table.alice = again


def test_what_two_devices_write_in_one_thread_is_there_on_both(table):
    thread = begin_thread(table.desk, table, "두 기기")
    phone = table.alice
    desk = phone.context.new_page()
    for page in (phone, desk):
        page.goto(thread)
    phone.fill("#text", "손전화로 쓰다 만 글")
    expect(phone.locator("#saved")).not_to_be_empty()
    desk.fill("#text", "책상에서 쓴 글")
    desk.click("#write .send")
    expect(desk.locator("#posts")).to_contain_text("책상에서 쓴 글")
    expect(desk.locator("#other-drafts")).to_contain_text("손전화로 쓰다 만 글")
    desk.click("#other-drafts a")
    expect(desk.locator("#text")).to_have_value("손전화로 쓰다 만 글")
    desk.click("#write .send")
    expect(desk.locator("#posts")).to_contain_text("손전화로 쓰다 만 글")
    expect(desk.locator("#other-drafts")).to_be_hidden()
    desk.goto(thread)
    expect(desk.locator("#text")).to_have_value("")


def leave(page: Page) -> None:
    """Away from the page, and the tab closed a moment later: what a page says last goes through the tools that hold its answers
    back here, and is lost if they end with the tab before it is out."""
    page.goto("about:blank")
    page.wait_for_timeout(500)
    page.close()


def expect_draft(page: Page, thread: str, text: str) -> None:
    """The beacon may arrive a moment after the next page was asked for."""
    for _ in range(20):
        page.goto(thread)
        if page.locator("#text").input_value() == text:
            return
        page.wait_for_timeout(250)
    expect(page.locator("#text")).to_have_value(text)


def test_a_post_of_somebody_else_arrives_without_moving_what_is_read(table):
    desk, reader = table.desk, table.alice
    thread = begin_thread(desk, table, "긴 밤")
    for number in range(14):
        desk.request.post(f"{thread}write/", form=fields(desk, thread, f"{number}번째 물결이 부두에 부딪힌다. " * 6))
    reader.goto(thread)
    reader.evaluate("scrollTo({ top: 300, behavior: 'instant' })")
    reader.wait_for_timeout(300)
    before = top_of(reader)
    assert before["at"] > 0
    post(table.bob, thread, "새로 온 글")
    expect(reader.locator("#posts")).to_contain_text("새로 온 글")
    reader.wait_for_timeout(300)
    assert top_of(reader) == before

    reader.evaluate("scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })")
    reader.wait_for_timeout(300)
    post(table.bob, thread, "끝에서 기다리는 사람에게")
    last = reader.locator(".post").last
    expect(last).to_contain_text("끝에서 기다리는 사람에게")
    expect(last).to_be_in_viewport()


def top_of(page: Page) -> dict:
    """Which post stands highest in the window, and how high."""
    return page.evaluate(
        """() => {
          const seen = [...document.querySelectorAll('.post')].find((one) => one.getBoundingClientRect().bottom > 120);
          return { id: seen.id, at: Math.round(scrollY), top: Math.round(seen.getBoundingClientRect().top) };
        }"""
    )


def fields(page: Page, thread: str, text: str) -> dict[str, str]:
    html = page.request.get(thread).text()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', html)
    arrival = re.search(r'name="arrival"[^>]*value="([^"]+)"', html)
    assert token and arrival
    said = {"csrfmiddlewaretoken": token[1], "arrival": arrival[1], "to": "", "kind": "narration"}
    return {**said, "voice": "", "audience": "all", "text": text}


def test_a_double_tap_posts_once_and_keeps_the_voice(table):
    thread = begin_thread(table.desk, table, "두 번 누르기")
    phone = table.bob
    phone.goto(thread)
    phone.fill("#text", "한 번만 말한다")
    voice = phone.locator("[name=voice]").input_value()
    phone.evaluate("() => { const send = document.querySelector('#write .send'); send.click(); send.click(); }")
    expect(phone.locator("#text")).to_have_value("")
    expect(phone.locator("#posts")).to_contain_text("한 번만 말한다")
    table.alice.goto(thread)
    expect(table.alice.locator(".post", has_text="한 번만 말한다")).to_have_count(1)
    assert phone.locator("[name=voice]").input_value() == voice
    phone.fill("#text", "그리고 한 번 더")
    phone.click("#write .send")
    expect(table.alice.locator(".post")).to_have_count(2)


@pytest.mark.parametrize("anew", [False, True], ids=["typed-on", "written-over"])
def test_what_is_typed_while_a_post_is_on_its_way_is_the_next_post(table, anew):
    thread = begin_thread(table.desk, table, "느린 밤")
    phone = table.alice
    phone.goto(thread)
    phone.route("**/write/*", lambda route: (phone.wait_for_timeout(2500), route.continue_()))
    phone.fill("#text", "첫 글")
    phone.click("#write .send", no_wait_after=True)
    if anew:
        phone.fill("#text", "")
    phone.locator("#text").press_sequentially("다음 글을 이미 씁니다")
    phone.check("[name=sealed]")
    expect(phone.locator("#posts")).to_contain_text("첫 글")
    expect(phone.locator("#text")).to_have_value("다음 글을 이미 씁니다")
    expect(phone.locator("[name=sealed]")).to_be_checked()
    expect_draft(phone, thread, "다음 글을 이미 씁니다")


@pytest.mark.parametrize("anew", [False, True], ids=["typed-on", "written-over"])
def test_a_page_that_is_left_while_its_post_is_on_its_way_keeps_what_was_typed_since(table, anew):
    thread = begin_thread(table.desk, table, "더 느린 밤")
    phone = table.alice
    phone.goto(thread)
    again = phone.context.new_page()
    phone.fill("#text", "첫 글")
    phone.route("**/write/*", lambda route: route.fetch())  # posted, and its answer never comes
    phone.click("#write .send", no_wait_after=True)
    if anew:
        phone.fill("#text", "")
    phone.locator("#text").press_sequentially("다음 글을 이미 씁니다")
    expect(phone.locator("#posts")).to_contain_text("첫 글")
    leave(phone)
    expect_draft(again, thread, "다음 글을 이미 씁니다")
    table.alice = again


def test_a_post_whose_answer_was_lost_is_not_taken_for_what_was_typed_since(table):
    thread = begin_thread(table.desk, table, "끊긴 밤")
    phone = table.alice
    phone.goto(thread)
    phone.fill("#text", "첫 글")
    phone.route("**/write/*", lambda route: (route.fetch(), route.abort()))
    phone.click("#write .send")
    expect(phone.locator("#posts")).to_contain_text("첫 글")
    phone.unroute("**/write/*")
    phone.fill("#text", "첫 글을 고쳐 씁니다")
    phone.click("#write .send")
    expect(phone.locator("#said-there")).to_contain_text("이미 올라갔습니다")
    expect(phone.locator("#text")).to_have_value("첫 글을 고쳐 씁니다")
    phone.click("#write .send")
    expect(phone.locator("#posts")).to_contain_text("첫 글을 고쳐 씁니다")
    expect(phone.locator(".post")).to_have_count(2)


def test_dice_are_put_in_by_a_tap_and_a_wrong_roll_says_why(table):
    thread = begin_thread(table.desk, table, "주사위")
    phone = table.alice
    phone.goto(thread)
    phone.click("#text")
    phone.click(".dice summary")
    phone.click("[data-insert='2D6']")
    expect(phone.locator("#text")).to_have_value("2D6")
    phone.fill("#text", "900D6")
    phone.click("#write .send")
    expect(phone.locator("#said-there")).to_contain_text("900D6")
    expect(phone.locator("#said-there")).to_be_in_viewport()
    expect(phone.locator("#text")).to_have_value("900D6")  # what was typed stays
    phone.fill("#text", "3R6>=5 매복")
    phone.click("#write .send")
    expect(phone.locator("#posts")).to_contain_text("매복")


def test_what_waits_goes_from_an_open_page_when_it_is_answered(table):
    desk, phone = table.desk, table.alice
    thread = begin_thread(desk, table, "기다림")
    desk.goto(thread)
    phone.goto(thread)
    phone.fill("#text", "부두를 살핀다")
    phone.select_option("[name=kind]", "declaration")
    phone.click("#write .send")
    expect(desk.locator("#owing .waiting")).to_have_count(1)
    desk.click("#owing a.waiting")
    desk.fill("#text", "아무도 없다.")
    desk.click("#write .send")
    expect(phone.locator("#owing")).to_be_hidden()


def test_the_board_that_is_open_hears_of_a_new_scene(table):
    phone = table.alice
    phone.goto(f"{table.war}board/")
    table.desk.goto(f"{table.war}scenes/")
    table.desk.fill("[name=title]", "해무 속의 종소리")
    table.desk.click("button[name=state][value=open]")
    expect(phone.locator("#board-when")).to_contain_text("해무 속의 종소리")
