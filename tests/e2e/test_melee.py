"""A melee of three sides on four phones and a desk: support, an area phantasm, a cancelled chant, a forced return, a retreat."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESK, PHONE
from tests.e2e.seeded import seeded
from tests.e2e.war import Ready, seal

pytestmark = pytest.mark.e2e


class Melee:
    def __init__(self, device, server, slots=5):
        made = seeded(server, "melee", slots=slots)
        self.fight, self.codes = made["fight"], made["codes"]
        self._cookies, self._device, self._address = made["cookies"], device, server.address
        self.desk = self.sit("gm", DESK)
        self.alice, self.bob, self.carol, self.dan = (self.sit(who) for who in ("alice", "bob", "carol", "dan"))

    def sit(self, who, size=PHONE) -> Page:
        page = self._device(size)
        page.context.add_cookies([{"name": "sessionid", "value": self._cookies[who], "url": self._address}])
        page.goto(self.fight)
        return page

    def place(self, page, who, slot):
        """The place against (or for) somebody in a slot, brought into sight."""
        page.click(f'[data-go="{slot}"]')
        place = page.locator(f'[data-row="{self.codes[who]}"] [data-slot="{slot}"] [data-place]')
        place.click()
        return place

    def lay(self, page, who, slot, card):
        self.place(page, who, slot)
        page.click(f'[data-card="{card}"]')

    def open(self, slot):
        self.desk.get_by_role("button", name=f"{slot}번 칸 열기").click()


def test_a_melee_is_played_from_phones_to_its_end(device, server, shot):
    table = Melee(device, server)
    desk, alice, bob, carol, dan = table.desk, table.alice, table.bob, table.carol, table.dan

    table.lay(alice, "lancer", 1, "smash")
    table.lay(alice, "lancer", 2, "np:reeds")
    for who in ("lancer", "archer"):
        expect(table.place(alice, who, 2)).to_have_attribute("aria-label", re.compile("갈대 물결"))
    table.lay(alice, "archer", 3, "spell:long")
    for slot in (3, 4, 5):
        expect(table.place(alice, "archer", slot)).to_have_attribute("aria-label", re.compile(f"긴 주문 {slot - 2}/3"))
    expect(alice.locator("[data-notes]")).to_contain_text("마력이 20 남습니다")
    shot(alice, "phone-melee")
    seal(alice)

    carol.click('[data-card="general:attack"]')
    seal(carol)
    table.lay(dan, "lancer", 3, "onslaught")
    table.lay(dan, "saber", 3, "onslaught")
    seal(dan)
    seal(bob)
    expect(desk.locator("#owes")).to_contain_text("모두 냈습니다")

    table.open(1)
    for page in (alice, bob, carol, dan, desk):
        expect(page.locator("#told")).to_contain_text("일반 공격 보조")
    table.open(2)
    for page in (alice, bob, dan):
        expect(page.locator("#told")).to_contain_text("랜서는 생명력을 12점 잃습니다")
        expect(page.locator("#told")).to_contain_text("아처는 생명력을 12점 잃습니다")
    table.open(3)
    question = bob.locator(".question.full")
    expect(question).to_contain_text("령주를 써서 랜서를 불러들입니까")
    expect(desk.locator("#controls")).to_contain_text("대답을 기다리고 있습니다")
    shot(bob, "phone-forced-return")
    question.get_by_role("button", name="령주").click()
    for page in (alice, carol, dan, desk):
        expect(page.locator("#board")).to_contain_text("강제 귀환")
    for page in (bob, carol, dan):
        expect(page.locator("#told")).to_contain_text("영창")
    table.open(4)
    table.open(5)

    expect(dan.locator("#plan-form")).to_be_visible()
    dan.locator(".declare > summary").click()
    dan.get_by_role("button", name="후퇴", exact=True).click()
    expect(alice.locator(".question")).to_contain_text("아처가 물러납니다")
    for choice in alice.locator(".question select").all():
        choice.select_option("onslaught")
    alice.locator(".question button").click()
    for page in (alice, bob, carol, dan, desk):
        expect(page.locator(".verdict-end")).to_contain_text("세이버 · 라이더의 승리")
        expect(page.locator("#board")).to_contain_text("아처가 후퇴했습니다. 피해는 9점입니다")


def test_on_a_desk_the_whole_table_is_laid_by_keyboard(device, server):
    table = Melee(device, server)
    alice = table.sit("alice", DESK)

    def at(who, slot):
        return alice.locator(f'[data-row="{table.codes[who]}"] [data-slot="{slot}"] [data-place]')

    def shows(who, slot, what):
        expect(at(who, slot)).to_have_attribute("aria-label", re.compile(f": {what}"))

    expect(at("archer", 5)).to_be_visible()
    for key in ("1", "2", "Backspace", "ArrowRight", "ArrowUp", "3"):
        alice.keyboard.press(key)
    shows("lancer", 1, "강타")
    shows("archer", 1, "대기")
    shows("lancer", 2, "맹공")
    alice.keyboard.press("5")  # the area phantasm takes the slot from what lay in it
    shows("lancer", 2, "갈대 물결")
    shows("archer", 2, "갈대 물결")
    alice.keyboard.press("Backspace")
    shows("lancer", 2, "맹공")
    shows("archer", 2, "대기")


def test_what_is_being_laid_is_not_laid_anew_when_the_page_connects(device, server):
    """The stream begins with what the page shows already; only what changes afterwards is put in its place."""
    table = Melee(device, server)
    alice = table.sit("alice", DESK)
    alice.add_init_script(
        "addEventListener('DOMContentLoaded', () => { window.first = document.getElementById('plan-form'); })"
    )
    alice.reload()
    expect(alice.locator("#board .chip:not(.none)")).to_have_count(0)
    seal(table.bob)
    expect(alice.locator("#board .chip:not(.none)")).to_have_count(1)
    assert alice.evaluate("window.first.isConnected")


def test_a_hand_that_a_declaration_changed_still_lays_its_cards(device, server):
    """Active plus signs raise a card in the hand; what was laid stays, and the new hand goes on."""
    table = Melee(device, server)
    bob = table.bob
    bob.click('[data-card="smash"]')
    bob.locator(".declare > summary").click()
    bob.get_by_role("button", name="켜기").first.click()
    expect(bob.locator('[data-card="smash"]')).to_contain_text("피해 5")
    expect(bob.locator("[data-prompt]")).to_contain_text("라이더")
    bob.click('[data-card="counter"]')
    row = bob.locator(f'[data-row="{table.codes["saber"]}"] [data-place]')
    expect(row.first).to_have_attribute("aria-label", re.compile("강타"))
    second = bob.locator(f'[data-row="{table.codes["rider"]}"] [data-place]')
    expect(second.first).to_have_attribute("aria-label", re.compile("반격"))


IN_SIGHT = """(element) => {
    const at = element.getBoundingClientRect();
    const there = [at.top + 2, at.bottom - 2].map((y) => document.elementFromPoint(at.left + at.width / 2, y));
    return there.every((one) => one && (element.contains(one) || one.contains(element)));
}"""


def comes_in_sight(page: Page, what: str) -> bool:
    """At once, or as soon as the browser has scrolled there."""
    for _ in range(20):
        if page.locator(what).evaluate(IN_SIGHT):
            return True
        page.wait_for_timeout(50)
    return False


@pytest.mark.parametrize(
    ("sides", "size", "slots"), [("duel", {"width": 360, "height": 640}, 13), ("melee", PHONE, 13), ("melee", DESK, 25)]
)
def test_what_is_asked_now_stays_in_sight_however_far_one_moves(device, server, sides, size, slots):
    if sides == "melee":
        page = Melee(device, server, slots).sit("alice", size)
    else:
        table = Ready(device, server)
        table.open_fight(slots=slots)
        page = table.alice
        page.set_viewport_size(size)
    page.evaluate("scrollTo({top: document.documentElement.scrollHeight, behavior: 'instant'})")
    gone = []
    for key in ["ArrowRight"] * (slots - 1) + ["ArrowDown", "ArrowUp"] + ["ArrowLeft"] * (slots - 1):
        page.keyboard.press(key)
        for what in ("[data-prompt]", "[data-place]:focus"):
            if not comes_in_sight(page, what):
                gone.append((key, what, page.text_content("[data-prompt]")))
    assert not gone
