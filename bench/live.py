"""From a tap to every screen: how long until the last open stream has the new fragment, the move being durable."""

import asyncio
import statistics
import time

from bench import _table
from bench._table import Browser, Duel, Watcher

type Row = tuple[str, str, str]

MOVES = 60


def rows() -> list[Row]:
    with _table.served() as (port, pid):
        measured = _table.duels(13)
        few = asyncio.run(_latency(port, measured[0], 20))
        many = asyncio.run(_latency(port, measured[0], 200, pid))
        before = _table.cpu(pid)
        rate, done = asyncio.run(_sustained(port, measured[1:], 50))
        spent = (_table.cpu(pid) - before) * 1000 / done
        floor = asyncio.run(_bare(port, measured[0]))
    return [
        ("plan POST → last of 20 streams, p50 / p95", f"{few.p50:.1f} / {few.p95:.1f} ms", "p95 < 20 ms"),
        ("plan POST → last of 200 streams, p50 / p95", f"{many.p50:.1f} / {many.p95:.1f} ms", "p95 < 30 ms"),
        ("  of it the POST's own answer, p50", f"{many.answer:.1f} ms", ""),
        ("a fragmentless page (404) on the same server, p50", f"{floor:.1f} ms", "for scale"),
        ("frames lost, 200 streams", f"{many.lost} of {many.frames}", "0"),
        ("a live update", f"{many.size / 1000:.1f} kB", "≤ 6 kB"),
        ("memory of the web processes with 200 streams", f"{many.memory:.0f} MB", "< 250 MB"),
        ("durable moves a second, 12 tables, 50 spectators", f"{rate:.0f}", "≥ 150"),
        ("  CPU of the web processes per move, streams included", f"{spent:.1f} ms", ""),
    ]


class Latency:
    def __init__(self, times: list[float], answers: list[float], lost: int, frames: int, size: float, memory: float):
        ordered = sorted(times)
        self.p50, self.p95 = statistics.median(ordered) * 1000, ordered[int(len(ordered) * 0.95)] * 1000
        self.answer = statistics.median(answers) * 1000
        self.lost, self.frames, self.size, self.memory = lost, frames, size, memory


async def _watching(port: int, duel: Duel, count: int) -> tuple[list[Watcher], list[asyncio.Task[None]]]:
    watchers = [Watcher() for _ in range(count)]
    tasks = [asyncio.create_task(one.follow(port, duel.address + "stream/", duel.watcher)) for one in watchers]
    await asyncio.gather(*(one.after(0) for one in watchers))
    await asyncio.sleep(0.3)
    return watchers, tasks


async def _latency(port: int, duel: Duel, streams: int, pid: int | None = None) -> Latency:
    watchers, tasks = await _watching(port, duel, streams)
    times, answers, lost = [], [], 0
    async with Browser(port, duel.players[0].cookie) as alice:
        for turn in range(MOVES + 5):
            seen = [len(one.frames) for one in watchers]
            path, fields = _table.plan(duel.players[0], turn)
            begun = time.perf_counter()
            status, _ = await alice.post(duel.address + path, fields)
            answers.append(time.perf_counter() - begun)
            assert status == 200, status
            arrived = await asyncio.gather(*(one.after(count) for one, count in zip(watchers, seen, strict=True)))
            times.append(max(arrived) - begun)
            await asyncio.sleep(0.02)
        lost = sum(len(one.frames) - 1 < MOVES + 5 for one in watchers)
        held = _table.memory(pid) if pid else 0
    for task in tasks:
        task.cancel()
    size = statistics.median(len(chunk) for one in watchers[:1] for _, chunk in one.frames[1:])
    return Latency(times[5:], answers[5:], lost, (MOVES + 5) * streams, size, held)


async def _sustained(port: int, tables: list[Duel], spectators: int) -> tuple[float, int]:
    """Plans a second over all tables, each player handing in one after the other; and how many there were."""
    watching = [await _watching(port, tables[n % len(tables)], 1) for n in range(spectators)]
    done = 0
    until = time.perf_counter() + 6

    async def playing(duel: Duel, side: int) -> None:
        nonlocal done
        async with Browser(port, duel.players[side].cookie) as browser:
            for turn in range(10_000):
                if time.perf_counter() > until:
                    return
                path, fields = _table.plan(duel.players[side], turn)
                status, _ = await browser.post(duel.address + path, fields)
                assert status == 200, status
                done += 1

    begun = time.perf_counter()
    await asyncio.gather(*(playing(duel, side) for duel in tables for side in (0, 1)))
    rate = done / (time.perf_counter() - begun)
    for _, tasks in watching:
        tasks[0].cancel()
    return rate, done


async def _bare(port: int, duel: Duel) -> float:
    async with Browser(port, duel.watcher) as eve:
        times = []
        for _ in range(50):
            begun = time.perf_counter()
            await eve.get("/c/none/")
            times.append(time.perf_counter() - begun)
    return statistics.median(times) * 1000
