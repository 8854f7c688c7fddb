"""A real server with wars on it, and light-weight readers of its streams, for the measurements of pages and live updates."""

import asyncio
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

PAGES = {b"web", b"painter"}
CARDS = ("smash", "counter", "onslaught")


class Player(NamedTuple):
    """Somebody with a browser: the cookie that says who he is, and the combatant he plays."""

    cookie: str
    combatant: str
    foe: str


class Duel(NamedTuple):
    """A fight that runs: its address, its two players, its GM, and the cookie of one who watches."""

    address: str
    record: int
    players: tuple[Player, Player]
    gm: str
    watcher: str


@contextmanager
def served() -> Iterator[tuple[int, int]]:
    """`serve` on data of its own; its port, and the process that serves pages."""
    with tempfile.TemporaryDirectory(prefix="grailkeeper-bench-") as directory:
        var = Path(directory) / "var"
        os.environ["VAR_DIR"] = str(var)
        os.environ["SECRET_KEY"] = "only for measuring"  # noqa: S105
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        import django

        django.setup()
        from tests.serving import serving

        with serving(var, DEMO="off", SECRET_KEY=os.environ["SECRET_KEY"]) as running:
            _settle(running)
            yield running.port, running.process.pid


def _settle(running: Any) -> None:
    """Wait until nothing starts any more: the worker is up some seconds after the first page, and takes a core until then."""
    spent = float("inf")
    for _ in range(60):
        before, spent = spent, sum(map(_spent, running.belonging()))
        if 0 <= spent - before < 0.03:
            return
        time.sleep(1)


def duels(count: int) -> list[Duel]:
    """So many fights, each in a war of its own."""
    return [_duel(number) for number in range(count)]


def _duel(number: int) -> Duel:
    from campaigns.models import Campaign, Role, Seat, User
    from characters import sheets
    from characters.sheet import Servant
    from combat.opening import Pick, open_fight

    campaign = Campaign.objects.create(name=f"해무항 성배전쟁 {number}")
    seats = {
        name: Seat.objects.create(
            campaign=campaign, user=User.objects.create_user(None, nickname=f"{name}{number}"), role=role
        )
        for name, role in (("gm", Role.GM), ("alice", Role.PLAYER), ("bob", Role.PLAYER), ("eve", Role.SPECTATOR))
    }
    strong = {"strength": "B", "endurance": "A", "agility": "C", "hp": 80, "hp_max": 80, "mp": 70, "mp_max": 70}
    saber = sheets.create(campaign, Servant(name="세이버", **strong), by=None, owner=seats["alice"])
    lancer = sheets.create(campaign, Servant(name="랜서", **strong), by=None, owner=seats["bob"])
    picks = (Pick(saber.code, "A", "front"), Pick(lancer.code, "B", "front"))
    fight: Any = open_fight(campaign, seats["gm"], "부두의 결투", picks, {"slots_per_round": 7})
    return Duel(
        f"/c/{campaign.code}/fights/{fight.code}/",
        fight.record_id,
        (
            Player(_cookie(seats["alice"].user), saber.code, lancer.code),
            Player(_cookie(seats["bob"].user), lancer.code, saber.code),
        ),
        _cookie(seats["gm"].user),
        _cookie(seats["eve"].user),
    )


def _cookie(user: Any) -> str:
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from campaigns.sessions import BACKEND, SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return f"sessionid={session.session_key}"


class Browser:
    """One kept connection that asks and answers one thing after the other."""

    def __init__(self, port: int, cookie: str):
        self.port, self.cookie = port, cookie
        self._token = ""

    async def __aenter__(self) -> "Browser":
        self._read, self._write = await asyncio.open_connection("127.0.0.1", self.port, limit=2**22)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._write.close()

    async def get(self, path: str, *headers: str) -> tuple[int, bytes]:
        return await self._ask("GET", path, b"", *headers)

    async def post(self, path: str, fields: dict[str, Any]) -> tuple[int, bytes]:
        """As htmx posts a form; the token is fetched once."""
        if not self._token:
            self._token = await self._csrf(path)
        body = urlencode(fields).encode()
        token = f"X-CSRFToken: {self._token}"
        return await self._ask(
            "POST",
            path,
            body,
            token,
            "HX-Request: true",
            "X-Live: 1",
            "Content-Type: application/x-www-form-urlencoded",
        )

    async def _csrf(self, path: str) -> str:
        _, page = await self.get("/".join(path.split("/")[:5]) + "/")
        start = page.index(b'"X-CSRFToken": "') + 16
        return page[start : page.index(b'"', start)].decode()

    async def _ask(self, method: str, path: str, body: bytes, *headers: str) -> tuple[int, bytes]:
        lines = (f"{method} {path} HTTP/1.1", "Host: localhost", f"Cookie: {self.cookie}", *headers)
        self._write.write("\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""]).encode() + body)
        head = (await self._read.readuntil(b"\r\n\r\n")).decode("latin-1")
        fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        fields = {name.lower(): value for name, value in fields.items()}
        for cookie in (line[12:] for line in head.split("\r\n") if line.lower().startswith("set-cookie: csrftoken")):
            self.cookie += "; " + cookie.split(";")[0]
        length = int(fields.get("content-length", 0))
        return int(head.split(" ")[1]), await self._read.readexactly(length)


class Watcher:
    """An open stream: when its latest frame came, and what it held."""

    def __init__(self) -> None:
        self.frames: list[tuple[float, bytes]] = []
        self._came = asyncio.Event()

    async def follow(self, port: int, path: str, cookie: str) -> None:
        read, write = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
        write.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode())
        await read.readuntil(b"\r\n\r\n")
        while True:
            size = int(await read.readuntil(b"\r\n"), 16)
            chunk = (await read.readexactly(size + 2))[:-2]
            if not size:
                return
            if b"event: fragments" in chunk:
                self.frames.append((time.perf_counter(), chunk))
                self._came.set()

    async def after(self, count: int) -> float:
        """When the frame came that made it more than `count`."""
        while len(self.frames) <= count:
            self._came.clear()
            await self._came.wait()
        return self.frames[count][0]


def plan(player: Player, turn: int) -> tuple[str, dict[str, Any]]:
    """A legal plan that differs from turn to turn: its address (below the fight's) and fields."""
    cards = [CARDS[(turn + slot) % 3] for slot in range(5)]
    fields = {f"a-{slot}-{player.foe}": card for slot, card in enumerate(cards, 1)}
    return f"plans/{player.combatant}/", {"round": 1, **fields}


def memory(pid: int) -> float:
    """What the processes that serve pages hold together, in MB (proportional set size)."""
    rolls = [Path(f"/proc/{one}/smaps_rollup").read_text().splitlines() for one in serving_pages(pid)]
    return sum(int(line.split()[1]) for lines in rolls for line in lines if line.startswith("Pss:")) / 1024


def cpu(pid: int) -> float:
    """Seconds of processor time that the processes which serve pages have taken, from the kernel's account."""
    return sum(map(_spent, serving_pages(pid)))


def _spent(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def serving_pages(pid: int) -> list[int]:
    """`serve` itself, and what it has started to serve and to draw pages."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    found = {int(child) for one in [children, *threads] for child in one.read_text().split()}
    return [pid, *(child for child in found if PAGES & {*Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")})]
