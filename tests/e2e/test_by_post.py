"""A war by post: two scenes, four phones of which one is away, a fight between; then its log, and its rescue elsewhere."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils.timezone import localdate
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK
from tests.e2e.war import Table, lay, seal
from tests.serving import prepared, serving

pytestmark = pytest.mark.e2e

SECRET = "들불 몰래 등대 지하로 내려간다"
WHISPER = "서리만 아는 암호는 청동 열쇠"
OLD_LOG = """<!DOCTYPE html>
<html lang="ja">
  <head>
    <meta charset="UTF-8" />
    <meta http-equiv="X-UA-Compatible" content="ie=edge" />
    <meta name="viewport" content="width=device-width" />
    <title>ccfolia - logs</title>
  </head>
  <body>
<p style="color:#888888;">
  <span> [main]</span>
  <span>세이버</span> :
  <span>
    지난 전쟁의 첫 밤이었다. </span>
</p>
<p style="color:#222222;">
  <span> [main]</span>
  <span>system</span> :
  <span>
    [ 세이버 ] HP : 80 → 71 </span>
</p>
  </body>
</html>
"""


def test_two_scenes_by_post_and_all_that_is_kept_of_them(device, server, tmp_path: Path, shot):
    table = Table(device, server.address)
    desk, alice, bob = table.desk, table.alice, table.bob
    carol, dave = table.sit_down("여울"), table.sit_down("먼길")
    everybody = (desk, alice, bob, carol)
    away(dave, table)
    expect_on(desk, f"{table.war}deadlines/", "먼길")

    open_scene(desk, table, "안개 낀 부두")
    thread = begin_thread(desk, table, "부두의 밤")
    post(desk, thread, "안개가 **부두**를 덮는다.\n\n무엇을 하시겠습니까?")
    for page in everybody:
        expect_on(page, thread, "안개가 부두를 덮는다.")
    post(bob, thread, "배를 살핀다.\n\n2D6+3 수색")
    expect_on(carol, thread, "배를 살핀다.")
    expect(carol.locator("#posts")).to_contain_text("＞")
    shot(carol, "phone-thread")

    declared(alice, thread, SECRET)
    answer(desk, thread, WHISPER)
    expect_on(alice, thread, WHISPER)
    for page in (bob, carol):
        assert_nowhere(page, table, thread)

    fight(table)
    close_scene(desk, table)
    open_scene(desk, table, "다음 날 아침")
    second = begin_thread(desk, table, "아침의 부두")
    post(carol, second, "아무도 없는 부두를 걷는다.")
    expect_on(bob, f"{table.war}log/", "아무도 없는 부두를 걷는다.")
    expect(bob.locator("main")).to_contain_text("부두의 결투")
    shot(bob, "phone-chronicle")

    bring_old_log(desk, table, tmp_path)
    expect_on(carol, f"{table.war}search/?q=첫 밤", "지난 전쟁의")
    log = publish(desk, table, tmp_path)
    assert "안개가" in log and "부두의 결투" in log
    assert SECRET not in log and WHISPER not in log
    assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", log)

    restore_elsewhere(rescue(desk, table, tmp_path), table, device, tmp_path)


def away(phone: Page, table: Table) -> None:
    phone.goto(f"{table.war}deadlines/")
    phone.click("details.more:has([name=start]) > summary")
    phone.fill("[name=start]", str(localdate()))
    phone.fill("[name=end]", str(localdate() + timedelta(days=5)))
    phone.click("details.more:has([name=start]) button.btn-ink")
    expect(phone.locator("main")).to_contain_text("먼길")


def open_scene(desk: Page, table: Table, title: str) -> None:
    desk.goto(f"{table.war}scenes/")
    desk.fill("[name=title]", title)
    desk.click("button[name=state][value=open]")
    expect(desk.locator("main")).to_contain_text(title)


def close_scene(desk: Page, table: Table) -> None:
    desk.goto(f"{table.war}scenes/")
    desk.click(".scene-line.now a")
    desk.click("button[name=do][value=close]")
    expect(desk.locator("button[name=do][value=open]")).to_be_visible()


def begin_thread(desk: Page, table: Table, title: str) -> str:
    """Its address, below the war's scene that is open."""
    desk.goto(f"{table.war}threads/new/")
    desk.fill("[name=title]", title)
    if desk.locator("[name=scene]").count():
        desk.select_option("[name=scene]", index=1)
    desk.click("main form button.btn-ink")
    desk.wait_for_url(re.compile(r"/threads/[0-9a-f]{10}/"))
    return re.search(r"/c/[^?#]+", desk.url)[0]


def post(page: Page, thread: str, text: str) -> None:
    page.goto(thread)
    page.fill("#text", text)
    page.click("#write .send")
    expect(page.locator("#text")).to_have_value("")


def declared(page: Page, thread: str, text: str) -> None:
    page.goto(thread)
    page.fill("#text", text)
    page.select_option("[name=kind]", "declaration")
    page.check("[name=sealed]")
    page.click("#write .send")
    expect(page.locator("#text")).to_have_value("")
    expect(page.locator("#posts")).to_contain_text(text)


def answer(desk: Page, thread: str, text: str) -> None:
    desk.goto(thread)
    desk.click("a.waiting.due")
    desk.fill("#text", text)
    desk.click("#write .send")
    expect(desk.locator("#posts")).to_contain_text(text)


def expect_on(page: Page, address: str, text: str) -> None:
    page.goto(address)
    expect(page.locator("main")).to_contain_text(text)


def assert_nowhere(page: Page, table: Table, thread: str) -> None:
    """Neither the secret nor its answer is in anything this person can ask for."""
    for address in (
        thread,
        f"{table.war}log/",
        f"{table.war}search/?q=등대",
        f"{table.war}board/",
        f"{table.war}deadlines/",
    ):
        html = page.request.get(address).text()
        assert not [word for word in (SECRET, WHISPER, "등대 지하", "청동 열쇠") if word in html], address


def fight(table: Table) -> None:
    table.open_fight(slots=1)
    lay(table.alice, ["smash"])
    seal(table.alice)
    lay(table.bob, ["onslaught"])
    seal(table.bob)
    table.desk.get_by_role("button", name="1번 칸 열기").click()
    for page in (table.desk, table.alice, table.bob):
        expect(page.locator(".verdict-end")).to_contain_text("세이버의 승리")


def bring_old_log(desk: Page, table: Table, folder: Path) -> None:
    file = folder / "old.html"
    file.write_text(OLD_LOG)
    desk.goto(f"{table.war}log/bring/")
    desk.set_input_files("[name=file]", file)
    desk.click("main form button.btn-ink")
    desk.fill("[name=title]", "지난 전쟁")
    desk.click("button[name=act][value=take]")
    expect(desk.locator("main")).to_contain_text("지난 전쟁")


def publish(desk: Page, table: Table, folder: Path) -> str:
    """The log of the session as one file, after a look at it."""
    desk.goto(f"{table.war}session-log/")
    for box in desk.locator("[name=pick]").all():
        box.check()
    desk.click("main form p.acts button.btn-ink")
    with desk.expect_download() as coming:
        desk.click("main .acts a.btn-ink")
    coming.value.save_as(folder / "session.html")
    return (folder / "session.html").read_text()


def rescue(desk: Page, table: Table, folder: Path) -> Path:
    desk.goto(f"{table.war}rescue/")
    desk.click("#rescue button.btn-ink")
    link = desk.locator(".file-list a").first
    expect(link).to_be_visible(timeout=60_000)
    with desk.expect_download() as coming:
        link.click()
    coming.value.save_as(folder / "war.zip")
    return folder / "war.zip"


def restore_elsewhere(file: Path, table: Table, device, folder: Path) -> None:
    """On an empty installation the same war stands again, and who sits down there sees no more than before."""
    with serving(prepared(folder / "elsewhere"), DEMO="off") as other:
        desk = device(DESK, base_url=other.address)
        desk.goto("/signup/")
        desk.fill("[name=name]", "새 등불지기")
        desk.fill("[name=password]", "hanji-and-ink-41")
        desk.click("form button.btn-ink")
        desk.wait_for_url(re.compile(r"/(c/new/)?$"))
        desk.goto("/restore/")
        desk.set_input_files("[name=file]", file)
        desk.click("main form button.btn-ink")
        desk.click("main form button.btn-ink")
        expect(desk.locator("#restoring")).to_contain_text("돌아왔", timeout=60_000)
        desk.click("#restoring a.btn-ink")
        desk.wait_for_url(re.compile(table.war))
        expect_on(desk, f"{table.war}log/", "아무도 없는 부두를 걷는다.")
        expect(desk.locator("main")).to_contain_text(SECRET)
        desk.goto(f"{table.war}people/invite/player/")
        phone = device(base_url=other.address)
        phone.goto(re.search(r"/join/[\w-]+/", desk.content())[0])
        phone.fill("[name=nickname]", "새 사람")
        phone.click("form button.btn-ink")
        phone.wait_for_url(re.compile(r"/c/[0-9a-f]+/$"))
        html = phone.request.get(f"{table.war}log/").text()
        assert "아무도 없는 부두를 걷는다." in html
        assert SECRET not in html and WHISPER not in html
