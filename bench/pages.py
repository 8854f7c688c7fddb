"""What a page costs: bytes on the wire, queries, server time, and what the web entrance adds to Django itself."""

import asyncio
import gzip
import statistics
import subprocess
import sys
import time
from typing import Any

from bench import _table
from bench._table import Browser, Duel

type Row = tuple[str, str, str]

ROUNDS = 120


def rows() -> list[Row]:
    with _table.served() as (port, pid):
        (duel,) = _table.duels(1)
        sizes = asyncio.run(_first_load(port, duel))
        entrance = asyncio.run(_cpu(port, pid, duel))
        fragment, floor = _in_process(duel)
        phone = _phone(port, duel)
    return [
        ("first load of the fight page, all files compressed", f"{sizes['fight'] / 1000:.1f} kB", "≤ 60 kB"),
        ("first load of the sheet page, all files compressed", f"{sizes['sheet'] / 1000:.1f} kB", "≤ 60 kB"),
        ("server CPU of the player's page, through uvicorn", f"{entrance:.2f} ms", "see below"),
        ("the same under Django's WSGI handler alone", f"{floor:.2f} ms", ""),
        ("  ratio", f"{entrance / floor:.2f}", "≤ 2"),
        ("a fragment (spectator's board and log), median", f"{fragment:.1f} ms", "< 15 ms"),
        ("sheet readable, cold, phone profile (CPU ÷ 4, slow 4G)", f"{phone / 1000:.2f} s", "< 2 s"),
    ]


async def _first_load(port: int, duel: Duel) -> dict[str, int]:
    """Page, styles, scripts and drawings, as they cross the wire."""
    alice = duel.players[0]
    found = {}
    async with Browser(port, alice.cookie) as browser:
        sheet = duel.address.split("fights/")[0] + f"sheets/{alice.combatant}/"
        for name, path in (("fight", duel.address), ("sheet", sheet)):
            status, page = await browser.get(path)
            assert status == 200, status
            files = [await browser.get(file, "Accept-Encoding: gzip") for file in sorted(_files(page.decode()))]
            assert all(status == 200 for status, _ in files)
            found[name] = len(gzip.compress(page)) + sum(len(body) for _, body in files)
    return found


def _files(page: str) -> set[str]:
    import re

    return {file.split("#")[0] for file in re.findall(r'(?:src|href)="(/static/[^"]+)"', page)}


async def _cpu(port: int, pid: int, duel: Duel) -> float:
    """CPU milliseconds that the serving process takes for one page (user and system, from the kernel)."""
    async with Browser(port, duel.players[0].cookie) as browser:
        for _ in range(20):
            await browser.get(duel.address)
        before = _table.cpu(pid)
        for _ in range(ROUNDS):
            await browser.get(duel.address)
        return (_table.cpu(pid) - before) * 1000 / ROUNDS


def _in_process(duel: Duel) -> tuple[float, float]:
    """Wall time of drawing a fragment; CPU of the same page under the bare WSGI handler, in this process."""
    from django.core.handlers.wsgi import WSGIHandler

    from combat.models import Fight
    from combat.views import table
    from config.asgi import environ
    from tabletop import live

    fight = Fight.objects.select_related("campaign", "record").get(record_id=duel.record)
    audience = table.audience_of(fight, table.Place("watch", (), ""))
    times = []
    for _ in range(60):
        begun = time.perf_counter()
        live.draw(audience)
        times.append(time.perf_counter() - begun)
    handler, headers = WSGIHandler(), [(b"host", b"localhost"), (b"cookie", duel.players[0].cookie.encode())]
    scope: dict[str, Any] = {"method": "GET", "path": duel.address, "query_string": b"", "http_version": "1.1"}

    def page() -> None:
        response = handler(environ({**scope, "headers": headers}, b""), lambda *_: None)
        assert response.status_code == 200
        response.close()

    for _ in range(20):
        page()
    begun = time.process_time()
    for _ in range(ROUNDS):
        page()
    return statistics.median(times[10:]) * 1000, (time.process_time() - begun) * 1000 / ROUNDS


PHONE = """
import sys, time
from playwright.sync_api import sync_playwright
url, cookie = sys.argv[1:]
with sync_playwright() as play:
    browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="ko-KR")
    name, value = cookie.split("=", 1)
    context.add_cookies([{"name": name, "value": value, "url": url}])
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", {"offline": False, "latency": 150,
        "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8})
    page.goto(url, wait_until="domcontentloaded")
    print(page.evaluate('''() => new Promise(done => {
        const found = () => performance.getEntriesByName("first-contentful-paint")[0];
        if (found()) done(found().startTime);
        else new PerformanceObserver(() => found() && done(found().startTime)).observe({type: "paint", buffered: true});
    })'''))
"""


def _phone(port: int, duel: Duel) -> float:
    """Milliseconds until the sheet is painted, in Chromium with a slow phone's processor and line; nan without Chromium."""
    alice = duel.players[0]
    sheet = f"http://127.0.0.1:{port}" + duel.address.split("fights/")[0] + f"sheets/{alice.combatant}/"
    painted = [
        subprocess.run(
            [sys.executable, "-c", PHONE, sheet, alice.cookie.split(";")[0]],
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        for _ in range(3)
    ]
    return statistics.median(float(one or "nan") for one in painted)
