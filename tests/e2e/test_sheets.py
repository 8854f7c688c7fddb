"""A sheet is written on a phone with one thumb, and read on another."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.war import Ready, Table
from tests.pictures import photo
from tests.serving import Serving

pytestmark = pytest.mark.e2e


def test_a_servant_is_written_on_a_phone(
    device: Callable[..., Page], server: Serving, shot: Callable[[Page, str], None]
) -> None:
    table = Ready(device, server)
    phone = table.sit_down("달무리")
    phone.goto(f"{table.war}sheets/")
    phone.click("text=새 서번트")

    phone.fill("[name=name]", "아처")
    phone.fill("[name=class_]", "아처")
    phone.fill("[name=true_name]", "들판의 활잡이")
    for stat, letter in (("strength", "C"), ("agility", "B"), ("mana", "C"), ("luck", "C")):
        phone.click(f"#i-{stat} >> text='{letter}'")
    expect(phone.locator("#derived")).to_contain_text("4장 · 피해 4")
    expect(phone.locator("#derived")).to_contain_text("15점 중 14점")
    phone.click("text=등급에 맞춰 채우기")
    expect(phone.locator("#i-hp-max")).to_have_value("40")
    expect(phone.locator("#i-mp-max")).to_have_value("80")

    phone.click("text=기술 더하기")
    name = phone.locator("#skills [name$='.name']")
    expect(name).to_be_focused()
    name.fill("매의 눈")
    phone.select_option("#skills [name$='.rank']", "B")
    phone.select_option("#skills [name$='.effect']", "card")
    expect(phone.locator("#skills .if-card")).to_be_visible()
    expect(phone.locator("#skills .if-defence")).to_be_hidden()
    phone.select_option("#skills [name$='.loses_to']", "onslaught")
    shot(phone, "phone-sheet-written")
    phone.click(".save-bar >> text=적어 두기")

    phone.wait_for_url(re.compile(r"/sheets/[0-9a-f]{10}/$"))
    expect(phone.locator("main")).to_contain_text("강타 · 반격에 강함")
    phone.click("text=초상 넣기")
    phone.set_input_files("#picture", {"name": "face.png", "mimeType": "image/png", "buffer": phone.screenshot()})
    phone.click("text=적어 두기")
    expect(phone.locator("img.portrait")).to_be_visible()
    assert phone.locator("img.portrait").evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    shot(phone, "phone-sheet")

    table.bob.goto(phone.url)
    expect(table.bob.locator("main")).to_contain_text("???")
    expect(table.bob.locator("main")).not_to_contain_text("들판의 활잡이")
    expect(table.bob.locator("img.portrait")).to_be_visible()


def test_a_photo_sent_without_scripts_stands_as_it_was_taken(device: Callable[..., Page], server: Serving) -> None:
    table = Ready(device, server)
    phone = table.alice
    phone.goto(f"{table.war}sheets/")
    phone.click("main a:has-text('세이버')")
    phone.click("text=초상 넣기")
    phone.wait_for_url("**/portrait/")
    said = {"csrfmiddlewaretoken": phone.input_value("form:has(#picture) [name=csrfmiddlewaretoken]")}
    taken = {"name": "face.jpg", "mimeType": "image/jpeg", "buffer": photo(6, b"37.5665N 126.978E")}
    assert phone.request.post(phone.url, multipart=said | {"picture": taken}).ok
    phone.goto(phone.url.replace("portrait/", ""))
    size = phone.locator("img.portrait").evaluate(
        "image => image.decode().then(() => [image.naturalWidth, image.naturalHeight])"
    )
    assert size == [3, 2], "the picture lies on its side: 2 wide and 3 high"


def test_two_who_write_the_same_sheet_lose_nothing(device: Callable[..., Page], server: Serving) -> None:
    table = Ready(device, server)
    table.alice.goto(f"{table.war}sheets/")
    table.alice.click("text=세이버")
    edit = f"{table.alice.url}edit/"
    table.alice.goto(edit)
    table.desk.goto(edit)
    table.desk.fill("[name=mission]", "성배를 찾는다.")
    table.desk.click(".save-bar >> text=적어 두기")
    table.desk.wait_for_url(re.compile(r"/sheets/[0-9a-f]{10}/$"))

    table.alice.fill("[name=wish]", "바다로 돌아간다.")
    table.alice.click(".save-bar >> text=적어 두기")
    expect(table.alice.locator("[role=alert]")).to_contain_text("적는 동안 시트가 바뀌었습니다.")
    expect(table.alice.locator("[name=wish]")).to_have_value("바다로 돌아간다.")
    expect(table.alice.locator("[name=mission]")).to_have_value("성배를 찾는다.")
    table.alice.click(".save-bar >> text=적어 두기")
    table.alice.wait_for_url(re.compile(r"/sheets/[0-9a-f]{10}/$"))
    for said in ("바다로 돌아간다.", "성배를 찾는다."):
        expect(table.alice.locator("main")).to_contain_text(said)


def opened_form(phone: Page, table: Table) -> str:
    """The form of the first sheet is open; its address."""
    phone.goto(f"{table.war}sheets/")
    phone.locator("main .faces a").first.click()
    edit = f"{phone.url}edit/"
    phone.goto(edit)
    return edit


def begun(phone: Page, table: Table) -> str:
    """A sheet in whose form something was typed, and the address of that form."""
    edit = opened_form(phone, table)
    phone.fill("[name=wish]", "바다로\n돌아간다.")
    phone.click("text=기술 더하기")
    phone.locator("#skills [name$='.name']").fill("매의 눈")
    phone.wait_for_function(
        "() => Object.keys(localStorage).some((key) => key.startsWith('sheet.') && localStorage[key].includes('매의 눈'))"
    )
    return edit


def discard(phone: Page) -> Page:
    """The page is gone without a word, as a phone does it, and the same device opens another."""
    fresh = phone.context.new_page()
    phone.close()
    return fresh


OFFER = "[data-kept-sheet]"


def test_what_was_typed_into_a_sheet_outlives_a_page_that_the_phone_threw_away(
    device: Callable[..., Page], server: Serving
) -> None:
    table = Ready(device, server)
    edit = begun(table.alice, table)
    phone = discard(table.alice)
    phone.goto(edit)
    expect(phone.locator(OFFER)).to_contain_text("적다가 적어 두지 않은 것이 있습니다")
    expect(phone.locator("[name=wish]")).to_have_value("")
    phone.click("text=이어서 적기")
    expect(phone.locator("[name=wish]")).to_have_value("바다로\n돌아간다.")
    expect(phone.locator("#skills [name$='.name']")).to_have_value("매의 눈")
    expect(phone.locator(OFFER)).to_be_hidden()
    phone = discard(phone)
    phone.goto(edit)
    phone.click("text=이어서 적기")
    phone.click(".save-bar >> text=적어 두기")
    phone.wait_for_url(re.compile(r"/sheets/[0-9a-f]{10}/$"))
    expect(phone.locator("main")).to_contain_text("돌아간다.")
    phone.goto(edit)
    expect(phone.locator(OFFER)).to_be_hidden()
    assert "sheet." not in phone.evaluate("Object.keys(localStorage).join(' ')")


def test_what_was_typed_into_a_sheet_can_be_thrown_away(device: Callable[..., Page], server: Serving) -> None:
    table = Ready(device, server)
    edit = begun(table.alice, table)
    phone = discard(table.alice)
    phone.goto(edit)
    phone.click("text=버리기")
    phone.goto(edit)
    expect(phone.locator(OFFER)).to_be_hidden()


def test_what_was_typed_into_a_sheet_is_for_nobody_else_on_the_device(
    device: Callable[..., Page], server: Serving
) -> None:
    table = Ready(device, server)
    edit = begun(table.alice, table)
    phone = discard(table.alice)
    phone.goto("/account/")
    phone.get_by_role("button", name="나가기").click()
    phone.wait_for_url(re.compile(r"/$"))
    assert "매의 눈" not in phone.evaluate("JSON.stringify(localStorage) + JSON.stringify(sessionStorage)")

    edit = begun(table.bob, table)
    phone = discard(table.bob)
    phone.context.clear_cookies()  # the session has run out, and nobody has signed out
    phone.context.add_cookies(table.desk.context.cookies())
    phone.goto(edit)
    expect(phone.locator("#sheet-form")).to_be_visible()
    expect(phone.locator(OFFER)).to_be_hidden()
    assert "매의 눈" not in phone.evaluate("JSON.stringify(localStorage)")


def test_a_sheet_that_is_open_elsewhere_keeps_nothing_once_its_person_has_signed_out(
    device: Callable[..., Page], server: Serving
) -> None:
    table = Ready(device, server)
    begun(table.alice, table)
    beside = table.alice.context.new_page()
    beside.goto("/account/")
    beside.get_by_role("button", name="나가기").click()
    beside.wait_for_url(re.compile(r"/$"))
    table.alice.evaluate("dispatchEvent(new Event('pagehide'))")
    table.alice.close()
    assert "매의 눈" not in beside.evaluate("JSON.stringify(localStorage)")


def test_what_was_typed_into_a_sheet_stays_kept_where_the_browser_fills_the_form_in_again(
    device: Callable[..., Page], server: Serving
) -> None:
    table = Ready(device, server)
    phone = table.alice
    edit = opened_form(phone, table)
    phone.fill("[name=wish]", "바다로")
    phone.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('sheet.'))")
    phone.add_init_script(
        """document.addEventListener("readystatechange", () => {
          const wish = document.querySelector("[name=wish]");
          if (wish && document.readyState === "interactive") wish.value = "바다로";
        }, { once: true });"""
    )
    phone.reload()
    expect(phone.locator("[name=wish]")).to_have_value("바다로")
    phone.goto(f"{table.war}sheets/")
    phone = discard(phone)
    phone.goto(edit)
    expect(phone.locator(OFFER)).to_be_visible()
