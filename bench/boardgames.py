"""What the pages of a board game cost: bytes, queries, drawing of fragments, and a move until everybody has it."""

import asyncio
import gzip
import json
import re
import statistics
import time
from typing import Any

from bench import _table
from bench._table import Browser

type Row = tuple[str, str, str]

MOVES = 12
SPELL = json.dumps({"do": "spell", "for": "mana"})


def rows() -> list[Row]:
    with _table.served() as (port, _):
        found = {name: _game(name) for name in ("dominate", "ace-royal")}
        loads = {name: asyncio.run(_first_load(port, game)) for name, game in found.items()}
        queries = {name: _queries(game) for name, game in found.items()}
        drawn = {name: _fragments(game) for name, game in found.items()}
        latency = asyncio.run(_latency(port, found["dominate"]))
    told: list[Row] = []
    for name in found:
        told += [
            (f"first load of a page of {name}, all files compressed", f"{loads[name] / 1000:.1f} kB", "≤ 60 kB"),
            (f"queries of a page of {name}", str(queries[name]), "≤ 15"),
            (f"all fragments of a hand of {name}, median", f"{drawn[name]:.1f} ms", "< 15 ms a fragment"),
        ]
    told.append(("a move of Dominate, from POST to the last of 3 streams, median", f"{latency:.0f} ms", "< 200 ms"))
    return told


class Played:
    """A game that runs, and the cookies of who plays it; `seat-1` is asked in Dominate, in the middle of his turn."""

    def __init__(self, game: Any, address: str, cookies: list[str]):
        self.game, self.address, self.cookies = game, address, cookies


def _game(name: str) -> Played:
    from boardgames import table
    from boardgames.shelf import box_of
    from campaigns.models import Campaign, Role, Seat, User

    campaign = Campaign.objects.create(name="해무항")
    users = [User.objects.create_user(None, nickname=f"{name}{number}") for number in range(3)]
    seats = [Seat.objects.create(campaign=campaign, user=user, role=Role.PLAYER) for user in users]
    options = {"mana_cap": 99} if name == "dominate" else {}
    game: Any = table.open_game(campaign, seats[0], box_of(name), "놀이", users, options)
    _play_on(game, 40)
    return Played(game, f"/c/{campaign.code}/games/{game.code}/", [_table._cookie(user) for user in users])


def _play_on(game: Any, most: int) -> None:
    """Some moves at a glance; in Dominate until the first seat's turn."""
    import msgspec

    from boardgames.shelf import box_of
    from tabletop import records, referee

    box = box_of(game.record.game)
    for number in range(most):
        game.record.refresh_from_db()
        state = records.load(game.record)
        asked = box.rules.awaits(state).seats[0]
        if game.record.game == "dominate" and number > 6 and asked == "seat-1" and state.step.what == "turn":
            return
        move = msgspec.json.decode(msgspec.json.encode(box.mind.moves(state, asked)[0]))
        referee.play(game.record_id, seat=asked, move=move, by=None)


async def _first_load(port: int, played: Played) -> int:
    async with Browser(port, played.cookies[0]) as browser:
        status, page = await browser.get(played.address)
        assert status == 200, status
        files = {file.split("#")[0] for file in re.findall(r'(?:src|href)="(/static/[^"]+)"', page.decode())}
        bodies = [await browser.get(file, "Accept-Encoding: gzip") for file in sorted(files)]
        return len(gzip.compress(page)) + sum(len(body) for _, body in bodies)


def _queries(played: Played) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from boardgames import fragments

    with CaptureQueriesContext(connection) as asked:
        fragments.context(played.game, "seat-1")
    return len(asked)


def _fragments(played: Played) -> float:
    from boardgames.views.table import audience_of
    from tabletop import live

    audience, times = audience_of(played.game, "hand", "seat-1"), []
    for _ in range(30):
        begun = time.perf_counter()
        live.draw(audience)
        times.append(time.perf_counter() - begun)
    return statistics.median(times[5:]) * 1000


async def _latency(port: int, played: Played) -> float:
    """Milliseconds until all three players' streams have brought something of a command spell."""
    times = []
    readers = [await _stream(port, played, cookie) for cookie in played.cookies]
    async with Browser(port, played.cookies[0]) as browser:
        for _ in range(min(MOVES, 3)):
            _status, page = await browser.get(played.address)
            seen = re.search(r'name="seen" value="([0-9a-f]{16})"', page.decode())
            if seen is None:
                break
            begun = time.perf_counter()
            await browser.post(played.address + "moves/", {"as": "seat-1", "seen": seen[1], "move": SPELL})
            await asyncio.gather(*(_next(reader) for reader in readers))
            times.append(time.perf_counter() - begun)
    return statistics.median(times) * 1000 if times else float("nan")


async def _stream(port: int, played: Played, cookie: str) -> asyncio.StreamReader:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
    number = played.cookies.index(cookie) + 1
    path = f"{played.address}stream/?page=hand&as=seat-{number}"
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode())
    await writer.drain()
    await _next(reader)
    return reader


async def _next(reader: asyncio.StreamReader) -> None:
    """Until an event has come; comments that only keep the line open do not count."""
    while not (await asyncio.wait_for(reader.readline(), 20)).startswith(b"data"):
        pass
