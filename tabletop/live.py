"""The live channel: who is told, and what goes down the stream.

Between processes the bus (Redis pub/sub) carries a topic and the names of the seats whose view changed, nothing else. Each
process has one hub. The hub draws every *audience* (a page as the holders of the same seats read it, in one language) once
per change and writes the fragments that differ to all streams of that audience. A stream begins with the whole current
state, so there is no replay buffer and no missed message.

A view answers with `Stream(audience, …)`; the web entrance (config.asgi) hands it to `hub().serve`.
"""

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import msgspec
from django.conf import settings
from django.db import close_old_connections
from django.http import HttpResponse
from django.utils import translation

from tabletop import painting
from tabletop.fragments import Drawing, changed, everything

# The client takes a third of a second to import, which a command that never publishes should not wait for.
if TYPE_CHECKING:
    from redis import Redis

log = logging.getLogger(__name__)

CHANNEL = "grailkeeper:live"
EVERYBODY = "*"
"""In place of seat names: what all can see has changed."""
HEARTBEAT = 2.0
"""Seconds between comments on an idle stream. So short because a page tells its reader within 5 s that the line is cut."""
BEATS_A_CHECK = 8
"""After how many heartbeats it is asked again whether the person may still listen."""
RETRY_MS = 2000
POLL = 2.0
"""Seconds between looks at the database while the bus is down."""

type Send = Callable[[dict[str, Any]], Awaitable[None]]
type Receive = Callable[[], Awaitable[dict[str, Any]]]
type Fragments = dict[str, str]
"""Element id → its whole HTML."""


class Audience(msgspec.Struct, frozen=True):
    """Everybody who must get the same bytes: a page of a topic, read by the holders of `seats`, in one language.

    `page` names who draws it (see `drawn_by`), `place` is whatever that drawer needs besides (a campaign's code).
    """

    page: str
    topic: str
    seats: tuple[str, ...]
    language: str
    place: str = ""

    def concerned(self, told: Iterable[str]) -> bool:
        return not {*(self.seats or ("",)), EVERYBODY}.isdisjoint(told)


class Stream(HttpResponse):
    """A view's answer: this person may listen. `allowed` is asked again from time to time, in a thread."""

    streaming = True  # so that no middleware counts its length

    def __init__(self, audience: Audience, *, user: int, scope: str, allowed: Callable[[], bool]):
        super().__init__(content_type="text/event-stream")
        self.audience, self.user, self.scope, self.allowed = audience, user, scope, allowed
        self["Cache-Control"] = "private, no-store"
        self["X-Accel-Buffering"] = "no"


type Drawer = Callable[[Audience], Drawing]

_drawers: dict[str, Drawer] = {}


def drawn_by(page: str) -> Callable[[Drawer], Drawer]:
    """Register what draws `page` for an audience."""

    def register(drawer: Drawer) -> Drawer:
        _drawers[page] = drawer
        return drawer

    return register


def draw(audience: Audience) -> Drawing:
    """All fragments of the audience as they are now, in its language."""
    with translation.override(audience.language):
        return _drawers[audience.page](audience)


def by_painter(audience: Audience) -> Drawing:
    """The same by the painter; here, if there is none."""
    answer = painting.ask(settings.PAINTER_SOCKET, msgspec.msgpack.encode(audience))
    return draw(audience) if answer is None else msgspec.msgpack.decode(answer, type=Drawing)


def painted(asked: bytes) -> bytes:
    """The painter's part of it."""
    made = draw(msgspec.msgpack.decode(asked, type=Audience))
    return msgspec.msgpack.encode({name: html[:] for name, html in made.items()})  # a slice of safe text is plain text


def record_topic(pk: int) -> str:
    return f"record:{pk}"


def publish(topic: str, seats: list[str]) -> None:
    """Tell every process that what `seats` see of `topic` is new. A bus that is down costs liveness only."""
    _say({"topic": topic, "seats": seats})


def dismiss(user: int, scope: str) -> None:
    """End the streams of a person in `scope` (a campaign's code) at once, in every process."""
    _say({"user": user, "scope": scope})


def _say(message: dict[str, Any]) -> None:
    from redis import RedisError

    try:
        _publisher().publish(CHANNEL, json.dumps(message))
    except RedisError as error:
        log.warning("the bus is down: %s", error)


@cache
def _publisher() -> "Redis":
    from redis import Redis

    return Redis.from_url(settings.REDIS_URL, socket_connect_timeout=0.5, socket_timeout=0.5)


def frame(fragments: Fragments) -> bytes:
    """One event of the stream (I-9): the fragments' HTML and nothing else."""
    lines = "\n".join(fragments.values()).splitlines()
    return "".join(["event: fragments\n", *(f"data: {line}\n" for line in lines), "\n"]).encode()


class Listener:
    """One open stream: what has been drawn for it and not yet written."""

    def __init__(self, stream: Stream):
        self.stream = stream
        self._waiting: Fragments = {}
        self._frame: bytes | None = None
        self._woken = asyncio.Event()
        self.over = False

    def begin(self, fragments: Fragments) -> bytes:
        """The first frame: everything, so that what was pushed before is told already."""
        self._waiting, self._frame = {}, None
        self._woken.clear()
        return frame(fragments)

    def push(self, fragments: Fragments, made: bytes) -> None:
        # A reader who is slow gets the newest of each fragment; one who keeps up shares the frame that was made once.
        self._frame = None if self._waiting else made
        kept = {name: html for name, html in self._waiting.items() if name not in fragments}
        self._waiting = {**kept, **fragments}  # in the order of coming: an outer fragment may follow an inner one
        self._woken.set()

    def end(self) -> None:
        self.over = True
        self._woken.set()

    async def next(self) -> bytes:
        """The next bytes to write: a frame, or after a heartbeat's silence a comment."""
        try:
            async with asyncio.timeout(HEARTBEAT):
                await self._woken.wait()
        except TimeoutError:
            return b": \n\n"
        made = self._frame if self._frame is not None else frame(self._waiting)
        self._waiting, self._frame = {}, None
        self._woken.clear()
        return made


class Room:
    """One audience in this process: its listeners and what they have all been sent."""

    def __init__(self, audience: Audience):
        self.audience = audience
        self.listeners: set[Listener] = set()
        self.sent: Drawing = {}
        self._running: asyncio.Task[None] | None = None
        self._again: asyncio.Future[None] | None = None

    def refresh(self) -> "asyncio.Future[None]":
        """Draw once more, starting after this call; calls that come meanwhile share the next drawing."""
        if self._running is None:
            self._running = asyncio.create_task(self._redraw())
            return self._running
        if self._again is None:
            self._again = asyncio.get_running_loop().create_future()
        return self._again

    async def _redraw(self) -> None:
        try:
            made = await _in_thread(partial(by_painter if painting.crowded() else draw, self.audience))
            differ = changed(self.sent, made)
            self.sent = made
            if differ and self.listeners:
                told = frame(differ)
                for listener in self.listeners:
                    listener.push(differ, told)
        except Exception:
            log.exception("a fragment of %s could not be drawn", self.audience.page)
        finally:
            self._running = None
            again, self._again = self._again, None
            if again is not None:
                self.refresh().add_done_callback(lambda _: _answer(again))


@cache
def _painters() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=2, thread_name_prefix="painter")


class Hub:
    """All open streams of this process, and its ear on the bus."""

    def __init__(self) -> None:
        self._rooms: dict[Audience, Room] = {}
        self._by_topic: dict[str, set[Room]] = defaultdict(set)
        self._ear: asyncio.Task[None] | None = None
        self.closing = False

    @property
    def listeners(self) -> int:
        return sum(len(room.listeners) for room in self._rooms.values())

    async def serve(self, stream: Stream, receive: Receive, send: Send) -> None:
        """Write `stream` until its reader leaves, is dismissed, or the server stops."""
        listener = Listener(stream)
        room = self._room(stream.audience)
        room.listeners.add(listener)
        leaving = asyncio.create_task(_left(receive, listener))
        try:
            await room.refresh()
            await _write(send, f"retry: {RETRY_MS}\n\n".encode() + listener.begin(everything(room.sent)))
            await self._follow(listener, send)
        finally:
            leaving.cancel()
            self._leave(room, listener)

    async def _follow(self, listener: Listener, send: Send) -> None:
        beats = 0
        while not (listener.over or self.closing):
            made = await listener.next()
            beats += made.startswith(b":")
            if beats == BEATS_A_CHECK:
                beats = 0
                if not await _in_thread(listener.stream.allowed):
                    break
            if not listener.over:
                await _write(send, made)
        await _write(send, b"", more=False)

    def close(self) -> None:
        """End every stream; called on the loop's thread when the server is asked to stop."""
        self.closing = True
        for room in self._rooms.values():
            for listener in room.listeners:
                listener.end()
        if self._ear is not None:
            self._ear.cancel()

    def _room(self, audience: Audience) -> Room:
        if self._ear is None:
            self._ear = asyncio.create_task(self._listen())
        room = self._rooms.get(audience) or self._rooms.setdefault(audience, Room(audience))
        self._by_topic[audience.topic].add(room)
        return room

    def _leave(self, room: Room, listener: Listener) -> None:
        room.listeners.discard(listener)
        if not room.listeners and room.audience in self._rooms:
            del self._rooms[room.audience]
            self._by_topic[room.audience.topic].discard(room)
            if not self._by_topic[room.audience.topic]:
                del self._by_topic[room.audience.topic]

    async def _listen(self) -> None:
        from redis import RedisError

        while True:
            try:
                await self._hear()
            except (RedisError, OSError) as error:
                log.warning("the bus is down, looking every %s s: %s", POLL, error)
            # Nobody tells us anything now, so every room looks for itself until the bus is back.
            await asyncio.sleep(POLL)
            for room in list(self._rooms.values()):
                room.refresh()

    async def _hear(self) -> None:
        from redis.asyncio import Redis

        async with Redis.from_url(settings.REDIS_URL) as client, client.pubsub() as ear:
            await ear.subscribe(CHANNEL)
            # What was said before we listened is in the database.
            for room in list(self._rooms.values()):
                room.refresh()
            async for message in ear.listen():
                if message["type"] == "message":
                    self._heard(json.loads(message["data"]))

    def _heard(self, message: dict[str, Any]) -> None:
        match message:
            case {"topic": topic, "seats": seats}:
                for room in self._by_topic.get(topic, ()):
                    if room.audience.concerned(seats):
                        room.refresh()
            case {"user": user, "scope": scope}:
                for room in self._rooms.values():
                    for listener in room.listeners:
                        if (listener.stream.user, listener.stream.scope) == (user, scope):
                            listener.end()


def _answer(waiting: "asyncio.Future[None]") -> None:
    if not waiting.done():
        waiting.set_result(None)


async def _left(receive: Receive, listener: Listener) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.end()


async def _in_thread[T](ask: Callable[[], T]) -> T:
    """Ask the database in a painter's thread, which gives its connection back as a request would."""

    def asked() -> T:
        try:
            return ask()
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(_painters(), asked)


async def _write(send: Send, body: bytes, *, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})


_hub = Hub()


def hub() -> Hub:
    """The hub of this process."""
    return _hub


def close() -> None:
    """End every stream of this process, so that the server can stop; on the loop's thread."""
    _hub.close()
