"""What goes wrong at a real table: lines that drop, double taps, two tabs, the back button, a killed server, a removed player."""

import re
import signal

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.war import Ready, Table, lay, seal

pytestmark = pytest.mark.e2e

BEYOND = """[...document.querySelectorAll(".fighter")].flatMap((one) => [...one.querySelectorAll("small, .bar")]
    .filter((part) => part.getBoundingClientRect().right > one.getBoundingClientRect().right + 1)
    .map((part) => part.textContent))"""
"""What reaches out of a combatant's column."""


@pytest.fixture
def table(device, server) -> Table:
    table = Ready(device, server)
    table.open_fight(slots=3)
    return table


def open_slot(desk: Page, number: int) -> None:
    desk.get_by_role("button", name=f"{number}번 칸 열기").click()


def test_a_cut_line_is_said_within_five_seconds_and_right_when_it_is_back(table):
    seal(table.alice)
    lay(table.bob, ["smash"])
    seal(table.bob)
    table.alice.context.set_offline(True)
    expect(table.alice.locator("#offline")).to_be_visible(timeout=5000)
    open_slot(table.desk, 1)
    table.alice.context.set_offline(False)
    expect(table.alice.locator("#told")).to_contain_text("80에서 76으로")
    expect(table.alice.locator("#offline")).to_be_hidden()


def test_a_plan_that_is_being_laid_outlives_a_closed_tab_and_a_reload(table):
    lay(table.alice, ["smash", "counter"])
    table.alice.reload()
    expect(table.alice.locator(".slot:not(.empty)")).to_have_count(2)


def test_what_others_do_does_not_disturb_a_plan_that_is_being_laid(table):
    lay(table.alice, ["smash", "counter"])
    seal(table.bob)
    expect(table.alice.locator("#board")).to_contain_text("봉인함")
    expect(table.alice.locator(".slot:not(.empty)")).to_have_count(2)


def test_what_the_gm_is_filling_in_outlives_the_seal_of_a_player(table):
    """The tools of the desk come anew with every entry; only what they are sent with is the server's then."""
    desk = table.desk
    desk.get_by_text("판정 바꾸기", exact=True).click()
    tool = desk.locator("#controls details[open]")
    bob = tool.locator("[name=who] option").nth(1).get_attribute("value")
    with desk.expect_response("**/numbers/**"):
        tool.locator("[name=who]").select_option(bob)
    tool.locator("#numbers input").first.fill("41")
    tool.locator("[name=above]").check()
    assert (
        tool.locator("[name=above]").evaluate("one => getComputedStyle(one).borderRadius") == "2px"
    )  # a radio is round
    tool.locator("[name=reason]").fill("빗나간 판정")
    tool.locator("[name=reason]").evaluate("one => one.setSelectionRange(1, 3)")
    seen = tool.locator("[name=seen]").get_attribute("value")
    seal(table.alice)
    expect(tool.locator("[name=seen]")).not_to_have_value(seen)
    expect(tool.locator("[name=who]")).to_have_value(bob)
    expect(tool.locator("#numbers input").first).to_have_value("41")
    expect(tool.locator("[name=above]")).to_be_checked()
    expect(tool.locator("[name=reason]")).to_be_focused()
    assert (
        tool.locator("[name=reason]").evaluate("one => one.value.slice(one.selectionStart, one.selectionEnd)") == "나간"
    )
    tool.locator("button[type=submit]").click()
    expect(desk.locator("#log")).to_contain_text("빗나간 판정")
    expect(tool).to_have_count(0)
    desk.get_by_text("판정 바꾸기", exact=True).click()
    expect(tool.locator("[name=reason]")).to_have_value("")  # what was sent does not come back


def test_a_button_keeps_the_focus_when_it_comes_anew(table):
    """Whoever plays by keyboard is not sent back to the head of the page by what others do, nor by his own move."""
    desk = table.desk
    everything = desk.get_by_role("button", name="끝까지 열기")
    everything.focus()
    seen = desk.locator("#controls [name=seen]").first.get_attribute("value")
    for phone in (table.alice, table.bob):
        seal(phone)
    expect(desk.locator("#owes")).to_contain_text("모두 냈습니다")
    expect(desk.locator("#controls [name=seen]").first).not_to_have_value(seen)
    expect(everything).to_be_focused()
    desk.keyboard.press("Shift+Tab")
    expect(desk.get_by_role("button", name="1번 칸 열기")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("button", name="2번 칸 열기")).to_be_focused()


def test_a_key_that_is_held_down_opens_one_slot(table):
    for phone in (table.alice, table.bob):
        seal(phone)
    table.desk.get_by_role("button", name="1번 칸 열기").focus()
    table.desk.keyboard.down("Enter")
    expect(table.desk.get_by_role("button", name="2번 칸 열기")).to_be_focused()
    table.desk.keyboard.down("Enter")
    table.desk.wait_for_timeout(600)
    table.desk.keyboard.up("Enter")
    expect(table.desk.get_by_role("button", name="2번 칸 열기")).to_be_visible()


def test_a_double_tap_opens_one_slot(table):
    for phone in (table.alice, table.bob):
        seal(phone)
    table.desk.get_by_role("button", name="1번 칸 열기").dblclick()
    expect(table.desk.get_by_role("button", name="2번 칸 열기")).to_be_visible()
    table.desk.wait_for_timeout(600)
    expect(table.desk.get_by_role("button", name="2번 칸 열기")).to_be_visible()


def test_two_tabs_of_one_player_show_the_same_hand(table):
    tab = table.alice.context.new_page()
    tab.goto(table.fight)
    lay(table.alice, ["smash"])
    seal(table.alice)
    expect(tab.locator("#plan .stamp")).to_be_visible()
    tab.close()


def test_a_stale_screen_does_nothing_and_says_so(table):
    for phone in (table.alice, table.bob):
        seal(phone)
    other = table.desk.context.new_page()
    other.goto(table.fight)
    other.route("**/stream/**", lambda route: route.abort())
    other.reload()
    open_slot(table.desk, 1)
    expect(table.desk.get_by_role("button", name="2번 칸 열기")).to_be_visible()
    open_slot(other, 1)
    expect(other.locator("#said")).to_contain_text("방금 누른 것은 하지 않았습니다")
    expect(other.get_by_role("button", name="2번 칸 열기")).to_be_visible()
    other.close()


def test_the_back_button_shows_the_fight_as_it_stands(table):
    table.alice.goto(table.war)
    for who, combatant in ((table.bob, "smash"),):
        lay(who, [combatant])
        seal(who)
    open_slot(table.desk, 1)
    table.alice.go_back()
    expect(table.alice.locator("#told")).to_contain_text("80에서 76으로")


def test_a_sealed_plan_can_be_changed_until_the_first_slot_opens(table):
    lay(table.alice, ["smash"])
    seal(table.alice)
    first = table.alice.locator("#plan .mono").inner_text()
    table.alice.get_by_role("link", name="바꾸기").click()
    expect(table.alice.locator(".slot:not(.empty)")).to_have_count(1)
    table.alice.keyboard.press("Backspace")
    lay(table.alice, ["counter"])
    seal(table.alice)
    expect(table.alice.locator("#plan .mono")).not_to_have_text(first)


def test_a_hand_is_laid_and_sealed_with_the_keyboard_alone(table):
    alice = table.alice
    for key in ("1", "2", "4"):
        alice.keyboard.press(key)
    expect(alice.locator(".slot:not(.empty)")).to_have_count(3)
    alice.keyboard.press("Backspace")
    expect(alice.locator(".slot:not(.empty)")).to_have_count(2)
    alice.locator("#seal-button").focus()
    alice.keyboard.press("Enter")
    expect(alice.locator("#plan .stamp")).to_be_visible()


def test_a_card_that_is_used_up_cannot_be_laid_and_says_so(device, server):
    table = Ready(device, server)
    table.open_fight()
    lay(table.alice, ["onslaught"] * 3)
    table.alice.locator('[data-card="onslaught"]').click(force=True)
    expect(table.alice.locator(".slot:not(.empty)")).to_have_count(3)
    expect(table.alice.locator('[data-card="onslaught"]')).to_contain_text("다 썼음")


def test_a_removed_player_is_out_at_once(table):
    table.desk.goto(f"{table.war}people/")
    person = table.desk.locator("li, .owe, .person", has_text="들불").first
    person.locator("summary").first.click()
    person.locator("form[action$='/remove/'] button").click()
    expect(table.bob.locator("#board")).to_have_count(0)
    expect(table.bob.locator("body")).not_to_contain_text("부두의 결투")


def test_what_was_laid_and_not_sealed_goes_with_who_signs_out(table):
    lay(table.alice, ["smash", "counter"])
    table.alice.goto("/account/")
    assert "plan." in table.alice.evaluate("Object.keys(sessionStorage).join()")
    table.alice.route("**/logout/", lambda request: request.fulfill(status=204))  # without its Clear-Site-Data
    table.alice.get_by_role("button", name="나가기").click(no_wait_after=True)
    table.alice.wait_for_function("sessionStorage.length === 0")


def test_accepted_hand_ins_are_there_after_the_server_was_killed(device, server_of_its_own):
    server = server_of_its_own
    table = Ready(device, server)
    table.open_fight(slots=3)
    lay(table.alice, ["smash", "counter"])
    seal(table.alice)
    mark = table.alice.locator("#plan .mono").inner_text()
    server.process.send_signal(signal.SIGKILL)
    server.process.wait()
    expect(table.alice.locator("#offline")).to_be_visible(timeout=5000)
    server.start_again()
    expect(table.alice.locator("#offline")).to_be_hidden(timeout=30_000)
    table.alice.reload()
    expect(table.alice.locator("#plan .mono")).to_have_text(mark)
    expect(table.desk.locator("#owes")).to_contain_text("낸 사람", timeout=20_000)


def test_a_watcher_with_reduced_motion_sees_the_end_state_at_once(table, device):
    page = device(reduced_motion="reduce")
    page.context.add_cookies(table.bob.context.cookies())
    page.goto(table.fight)
    lay(table.alice, ["smash"])
    for phone in (table.alice, table.bob):
        seal(phone)
    open_slot(table.desk, 1)
    expect(page.locator("#told .card").first).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('#told .card')).animationName") == "none"


def test_no_page_scrolls_sideways_on_a_narrow_phone(table, device):
    narrow = device({"width": 320, "height": 640})
    narrow.context.add_cookies(table.alice.context.cookies())
    for path in ("", "people/", "sheets/", "fights/", "log/", "rules/", re.sub(r"^/c/\w+/", "", table.fight)):
        narrow.goto(table.war + path)
        assert narrow.evaluate("document.documentElement.scrollWidth") <= 320, path


def test_the_open_place_is_in_sight_on_a_narrow_phone(table, device):
    narrow = device({"width": 320, "height": 640})
    narrow.context.add_cookies(table.desk.context.cookies())
    narrow.goto(table.war + "people/")
    expect(narrow.get_by_role("link", name="사람들", exact=True)).to_be_in_viewport(ratio=1)


def test_a_long_nickname_stays_in_the_column_of_its_combatant(table):
    table.alice.goto("/account/")
    table.alice.get_by_label("이 자리에서 쓸 이름").fill("별 헤는 밤에 홀로 걷는 아주 긴 이름의 성배전쟁참가자인사람")
    table.alice.get_by_role("button", name="이름 바꾸기").click()
    for page in (table.desk, table.bob):
        page.reload()
        expect(page.locator("#board")).to_contain_text("성배전쟁참가자인사람")
        assert page.evaluate(BEYOND) == []


def test_every_target_of_the_hand_is_large_enough_for_a_thumb(table):
    targets = table.alice.locator("#hand button, #hand summary, #plan button, header a").all()
    boxes = {one.get_attribute("aria-label") or one.inner_text(): one.bounding_box() for one in targets}
    small = {name: box for name, box in boxes.items() if box and min(box["width"], box["height"]) < 44}
    assert not small
