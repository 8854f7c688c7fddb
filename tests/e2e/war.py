"""What people do to get a war going: through the pages alone, or where it is not what is tested, as they have left it."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Error, Page, expect

from tests.e2e.conftest import DESK, PHONE
from tests.e2e.seeded import seeded
from tests.serving import Serving, until

SABER = """이름: 세이버
클래스: saber
근력 B
내구 A
민첩 C
마력 D
행운 E
HP 80/80
MP 70/70"""
LANCER = """이름: 랜서
클래스: lancer
근력 B
내구 C
민첩 A
마력 D
행운 E
HP 60/60
MP 70/70"""

_signed_in: dict[str, Any] = {}
"""The GM's cookies, by server: who signs up again and again is slowed down."""


class Table:
    """A GM at a desk and two players with phones, each with a sheet; `open_fight` brings them to a fight."""

    def __init__(self, device: Callable[..., Page], address: str = ""):
        self.device = device
        self.desk = device(DESK, storage_state=_signed_in.get(address))
        if address not in _signed_in:
            self._sign_up()
            _signed_in[address] = self.desk.context.storage_state()
        self._open_war()
        self.invite = self._invite()
        self.alice = self.sit_down("서리")
        self.bob = self.sit_down("들불")
        paste_sheet(self.alice, self.war, SABER)
        paste_sheet(self.bob, self.war, LANCER)

    def _sign_up(self) -> None:
        self.desk.goto("/signup/")
        self.desk.fill("[name=name]", "등불지기")
        self.desk.fill("[name=password]", "hanji-and-ink-41")
        self.desk.click("form button.btn-ink")
        self.desk.wait_for_url(re.compile(r"/(c/new/)?$"))

    def _open_war(self) -> None:
        desk = self.desk
        desk.goto("/c/new/")
        desk.fill("[name=name]", "해무항 성배전쟁")
        desk.click("main form button.btn-ink")
        desk.wait_for_url(re.compile(r"/c/[0-9a-f]+/$"))
        self.war = re.search(r"/c/[0-9a-f]+/", desk.url)[0]

    def _invite(self) -> str:
        self.desk.goto(f"{self.war}people/invite/player/")
        return re.search(r"/join/[\w-]+/", self.desk.content())[0]

    def sit_down(self, nickname: str, **how: object) -> Page:
        """Somebody opens the invite link on a phone and picks a nickname."""
        phone = self.device(**how)
        phone.goto(self.invite)
        phone.fill("[name=nickname]", nickname)
        phone.click("form button.btn-ink")
        phone.wait_for_url(re.compile(r"/c/[0-9a-f]+/$"))
        return phone

    def open_fight(self, title: str = "부두의 결투", slots: int = 7, rounds: int = 1) -> None:
        """The GM opens a fight of Saber against Lancer, and everybody comes to it."""
        desk = self.desk
        desk.goto(f"{self.war}fights/new/")
        desk.fill("[name=title]", title)
        if slots != 10:
            desk.click("details.rules-fold > summary")
            desk.fill("[name='rule.slots_per_round']", str(slots))
            desk.fill("[name='rule.rounds']", str(rounds))
        desk.click("#ready button")
        desk.wait_for_url(re.compile(r"/fights/[0-9a-f]+/$"))
        self.fight = re.search(r"/c/.*", desk.url)[0]
        for phone in (self.alice, self.bob):
            phone.goto(self.fight)
            expect(phone.locator("#plan-form")).to_be_visible()


class Ready(Table):
    """The same table, at which the war is open already and everybody has sat down with a sheet."""

    def __init__(self, device: Callable[..., Page], server: Serving):
        self.device, self._server = device, server
        made = seeded(server, "war")
        self.war, self.invite = made["war"], made["invite"]
        self.desk, self.alice, self.bob = (
            self._device_of(made["cookies"][who], size)
            for who, size in (("gm", DESK), ("alice", PHONE), ("bob", PHONE))
        )

    def _device_of(self, session: str, size: dict[str, int]) -> Page:
        page = self.device(size)
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": self._server.address}])
        return page

    def open_fight(self, title: str = "부두의 결투", slots: int = 7, rounds: int = 1) -> None:
        self.fight = seeded(self._server, "fight", war=self.war, title=title, slots=slots, rounds=rounds)["fight"]
        self.desk.goto(self.fight)
        for phone in (self.alice, self.bob):
            phone.goto(self.fight)
            expect(phone.locator("#plan-form")).to_be_visible()


def paste_sheet(phone: Page, war: str, text: str) -> None:
    """A player pastes the sheet as people post it, looks at what was understood, and keeps it."""
    phone.goto(f"{war}sheets/paste/")
    phone.fill("[name=text]", text)
    phone.click("form.paste-form button.btn-ink")
    expect(phone.locator(".read-lines")).to_be_visible()
    phone.click("main form button.btn-ink")
    phone.wait_for_url(re.compile("/sheets/new/"))
    phone.click("main form button.btn-ink[type=submit], main form button.btn-ink:not([type])")
    phone.wait_for_url(re.compile(r"/sheets/[0-9a-f]{10}/"))


def wait_for_worker(page: Page) -> None:
    """Until the service worker answers for the pages of this device."""
    page.evaluate(
        """() => navigator.serviceWorker.controller !== null
          || new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", () => done(true)))"""
    )


def wait_for(page: Page, expression: str, given: object = None) -> None:
    """Until the page says so; `expression` may answer with a promise, which `wait_for_function` would take for a yes."""

    def said() -> bool:
        try:
            return bool(page.evaluate(expression, given))
        except Error as fault:
            if "context was destroyed" in fault.message:  # it was just leaving for another page
                return False
            raise

    until(said, 30)


def lay(phone: Page, cards: list[str]) -> None:
    for card in cards:
        phone.click(f'[data-card="{card}"]')


def seal(phone: Page) -> None:
    phone.click("#seal-button")
    expect(phone.locator("#plan .stamp")).to_be_visible()
