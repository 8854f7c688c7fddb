"""The web server: uvicorn, made to stop at once although streams are open."""

import asyncio
import errno
import socket
from collections.abc import Callable
from types import FrameType

import msgspec
import uvicorn
from django.conf import settings

from tabletop import live

APPLICATION = "config.asgi:application"
BACKLOG = 2048
KEEP_ALIVE = 65
"""Seconds an idle connection stays open; longer than proxies keep theirs, so that none is cut while it is being used."""


class NoPort(msgspec.Struct, frozen=True):
    """Why nothing can be served at an address: `code` is "taken", "not_allowed" or "no_such_host"."""

    code: str
    host: str
    port: int


class Server(uvicorn.Server):
    """Ends the open streams when it is asked to stop, since it would wait for them; calls `ready` once it serves."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], object]):
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # A signal comes between any two instructions of the loop, so closing waits for its next turn.
        asyncio.get_running_loop().call_soon_threadsafe(live.close)
        super().handle_exit(sig, frame)


def listen(host: str, port: int) -> socket.socket | NoPort:
    """A socket that listens already, so that nobody who comes while we still prepare is turned away."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except socket.gaierror:
        return NoPort("no_such_host", host, port)
    try:
        listening = socket.create_server((str(address[0]), port), family=family, backlog=BACKLOG)
        # Accepted sockets inherit it. asyncio sets it only where the protocol is named, and without it every small answer
        # waits 40 ms for an acknowledgement.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listening
    except PermissionError:
        return NoPort("not_allowed", host, port)
    except OSError as error:
        return NoPort("taken" if error.errno == errno.EADDRINUSE else "no_such_host", host, port)


def run(listening: socket.socket, *, grace: int = 2, ready: Callable[[], object] = lambda: None) -> None:
    """Serve on `listening` until SIGINT or SIGTERM, which is raised again when all is closed.

    `grace`: seconds that requests still running have then.
    """
    config = uvicorn.Config(
        APPLICATION,
        lifespan="on",
        ws="none",
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=grace,
        # Anybody could write himself another address for the rate limits, were the headers believed without a proxy.
        proxy_headers=settings.BEHIND_PROXY,
        forwarded_allow_ips=settings.PROXIES,
    )
    Server(config, ready).run(sockets=[listening])
