"""The battle of trpg.md 1-9, from an empty server to 69/80 and 49/60, on two phones, a desk and a stage."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK
from tests.e2e.war import Table, lay, seal

pytestmark = pytest.mark.e2e

SABERS = ["smash", "counter", "counter", "onslaught", "wait", "smash", "counter"]
LANCERS = ["onslaught", "smash", "onslaught", "onslaught", "smash", "smash", "counter"]
TOLD = [
    ("강타는 맹공에 강합니다", "60에서 56으로"),
    ("반격은 강타에 강합니다", "56에서 51로"),
    ("맹공은 반격에 강합니다", "80에서 75로"),
    ("", "75에서 73으로"),
    ("", "73에서 69로"),
    ("", "아무도 다치지 않았습니다"),
    ("", "51에서 49로"),
]


def test_a_war_from_nothing_to_the_end_of_its_first_fight(device, server, shot):
    table = Table(device, server.address)
    stage = device(DESK)
    watcher = table.device()
    table.open_fight()
    desk, alice, bob = table.desk, table.alice, table.bob
    stage.context.add_cookies(desk.context.cookies())
    stage.goto(f"{table.fight}stage/")
    watcher.close()

    lay(alice, SABERS[:5])
    shot(alice, "phone-plan")
    lay(alice, SABERS[5:])
    seal(alice)
    shot(alice, "phone-sealed")
    expect(bob.locator("#board")).to_contain_text("봉인함")
    expect(desk.locator("#owes")).to_contain_text("낸 사람")
    lay(bob, LANCERS)
    seal(bob)
    expect(desk.locator("#owes")).to_contain_text("모두 냈습니다")

    for number, (why, what) in enumerate(TOLD, 1):
        desk.get_by_role("button", name=f"{number}번 칸 열기").click()
        for page in (alice, bob, desk):
            expect(page.locator("#told")).to_contain_text(what)
            expect(page.locator("#told")).to_contain_text(why)
        if number < 7:
            expect(stage.locator("#stage")).to_contain_text(f"7칸 중 {number}칸 열림")
        if number == 3:
            shot(alice, "phone-reveal")
            shot(desk, "gm-desk")
            shot(stage, "stage")

    for page in (alice, bob, desk, stage):
        expect(page.locator(".verdict-end")).to_contain_text("세이버의 승리")
        expect(page.locator(".losses")).to_contain_text("11/80")
        expect(page.locator(".losses")).to_contain_text("11/60")
    assert numbers(alice) == ["69/80", "49/60"]
    shot(alice, "phone-end")

    seals_hold(bob, table)
    kept(table)


def numbers(page: Page) -> list[str]:
    return [value.inner_text() for value in page.locator(".bar-hp .val").all()]


def seals_hold(phone: Page, table: Table) -> None:
    """One tap checks the other side's seal against what was opened."""
    phone.goto(f"{table.fight}seals/1/")
    expect(phone.locator(".verdict-seal")).to_contain_text("봉인한 그대로입니다")


def kept(table: Table) -> None:
    """The GM writes HP back; the sheets, the log of the war and the text of the fight tell it for good."""
    desk = table.desk
    desk.get_by_role("link", name="시트에 옮기기").click()
    desk.locator("button[value=write]").click()
    expect(desk.get_by_role("link", name="끝난 모습")).to_be_visible()
    table.alice.goto(f"{table.war}sheets/")
    expect(table.alice.locator("main")).to_contain_text(re.compile(r"69\s*/\s*80"))
    table.bob.goto(f"{table.war}log/")
    expect(table.bob.locator("main")).to_contain_text("부두의 결투")
    table.bob.goto(f"{table.fight}text/")
    expect(table.bob.locator("main")).to_contain_text("11/60")
