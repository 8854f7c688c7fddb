"""A real server with a war of its own, and real browsers: phones and a desk."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from tests.serving import Serving, prepared, serving

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}
WHOLE = os.environ.get("CHROMIUM", "/usr/bin/chromium")
LIGHT = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or WHOLE
"""The same engine without a window of its own, for half the work; it cannot show notifications."""
SHOTS = Path(__file__).parent.parent.parent / "docs" / "screenshots"

expect.set_options(timeout=15_000)  # a busy machine needs it, an idle one never waits so long

# Playwright's own loop runs in the main thread, in which fixtures of other tests touch the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.hookimpl(trylast=True)  # after the order was drawn by lot
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole games, which leave pictures, begin first, so that nobody waits for a single one at the end."""
    items.sort(key=lambda item: "shot" not in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    return {**browser_type_launch_args, "executable_path": LIGHT, "args": ["--no-sandbox", "--disable-gpu"]}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(prepared(tmp_path_factory.mktemp("e2e") / "var"), DEMO="off") as running:
        yield running


@pytest.fixture
def server_of_its_own(tmp_path: Path) -> Iterator[Serving]:
    """A server that a test may kill; the devices of that test go to it."""
    with serving(prepared(tmp_path / "var"), DEMO="off") as running:
        yield running


@pytest.fixture
def address(request: pytest.FixtureRequest) -> str:
    """Where the devices of this test go."""
    own = "server_of_its_own" in request.fixturenames
    found: Serving = request.getfixturevalue("server_of_its_own" if own else "server")
    return found.address


@pytest.fixture
def device(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """A browser of somebody's own. Whatever the console complains about (a policy, a script, a 500) fails the test."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def new(size: dict = PHONE, **how: object) -> Page:
        context = browser.new_context(**{"viewport": size, "locale": "ko-KR", "base_url": address, **how})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if _bad(said) else None)
        return page

    yield new
    for context in contexts:
        _leave(context)
        context.close()
    assert not complaints, complaints


def _leave(context: BrowserContext) -> None:
    """Chromium may wait for ever where a context is closed at the moment in which a page of it arrives somewhere."""
    for page in context.pages:
        with suppress(Error):
            page.goto("about:blank", timeout=10_000)


def _bad(said: object) -> bool:
    """A refused move (4xx) and a cut line are what some tests are about; the rest is not."""
    text = said.text  # type: ignore[attr-defined]
    expected = ("status of 4", "net::ERR", "Failed to load resource", "htmx:sendError", "htmx:afterRequest")
    return said.type == "error" and not any(one in text for one in expected)  # type: ignore[attr-defined]


@pytest.fixture
def shot() -> Callable[[Page, str], None]:
    """Leave a picture for people, in docs/screenshots."""
    SHOTS.mkdir(parents=True, exist_ok=True)

    def take(page: Page, name: str) -> None:
        page.wait_for_timeout(1300)  # a reveal has come to rest
        page.screenshot(path=SHOTS / f"{name}.png")

    return take
