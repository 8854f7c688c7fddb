"""The live channel: each audience gets its own fragments, only when they differ, over a real bus."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop import live

pytestmark = pytest.mark.usefixtures("redis_server")

ALICE, EVE = ("alice",), ()


class Reader:
    """A browser at the other end of one stream."""

    def __init__(self, hub, stream):
        self.gone = asyncio.Event()
        self.bodies: asyncio.Queue[dict] = asyncio.Queue()
        self.task = asyncio.create_task(hub.serve(stream, self._receive, self.bodies.put))

    async def _receive(self):
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def next(self):
        """The next frame that is not a heartbeat, as text; None when the stream has ended."""
        while True:
            async with asyncio.timeout(5):
                message = await self.bodies.get()
            if not message["more_body"]:
                return None
            if not message["body"].startswith(b":"):
                return message["body"].decode()

    async def hears_nothing(self):
        await asyncio.sleep(0.15)
        return self.bodies.empty()


class Screen:
    """What the audiences would see; tests change it and say who is concerned."""

    def __init__(self):
        self.shown = {ALICE: {"board": '<p id="board">1</p>'}, EVE: {"board": '<p id="board">1</p>'}}
        self.drawn = 0

    def draw(self, audience):
        self.drawn += 1
        return dict(self.shown[audience.seats])


@pytest.fixture
def screen(monkeypatch):
    screen = Screen()
    monkeypatch.setitem(live._drawers, "test", screen.draw)
    return screen


def stream(seats, *, user=1, allowed=lambda: True):
    audience = live.Audience("test", "record:1", seats, "ko")
    return live.Stream(audience, user=user, scope="war", allowed=allowed)


@asynccontextmanager
async def running():
    hub = live.Hub()
    try:
        yield hub
    finally:
        hub.close()
        await asyncio.sleep(0)


async def said(topic, seats):
    await asyncio.to_thread(live.publish, topic, seats)


async def listening(reader):
    """Read the first frame, and wait until the hub has its ear on the bus (which draws once more)."""
    first = await reader.next()
    await asyncio.sleep(0.2)
    return first


def test_a_stream_begins_with_everything_as_it_is_now(screen):
    async def play():
        async with running() as hub:
            first = await Reader(hub, stream(ALICE)).next()
            assert first == 'retry: 2000\n\nevent: fragments\ndata: <p id="board">1</p>\n\n'

    asyncio.run(play())


def test_a_change_reaches_the_seats_it_concerns_and_no_other(screen):
    async def play():
        async with running() as hub:
            alice, eve = Reader(hub, stream(ALICE)), Reader(hub, stream(EVE))
            await listening(alice), await listening(eve)
            screen.shown[ALICE] = {"board": '<p id="board">her own</p>'}
            await said("record:1", ["alice"])
            assert await alice.next() == 'event: fragments\ndata: <p id="board">her own</p>\n\n'
            assert await eve.hears_nothing()

    asyncio.run(play())


def test_only_fragments_that_differ_are_written_I_9(screen):
    async def play():
        screen.shown[EVE] = {"board": '<p id="board">1</p>', "log": '<p id="log">a</p>'}
        async with running() as hub:
            eve = Reader(hub, stream(EVE))
            await listening(eve)
            screen.shown[EVE] = {"board": '<p id="board">1</p>', "log": '<p id="log">b</p>'}
            await said("record:1", [""])
            assert await eve.next() == 'event: fragments\ndata: <p id="log">b</p>\n\n'
            await said("record:1", [""])
            assert await eve.hears_nothing()

    asyncio.run(play())


def test_twenty_streams_of_one_audience_share_one_drawing(screen):
    async def play():
        async with running() as hub:
            readers = [Reader(hub, stream(EVE)) for _ in range(20)]
            for reader in readers:
                await reader.next()
            await asyncio.sleep(0.2)
            screen.drawn = 0
            screen.shown[EVE] = {"board": '<p id="board">2</p>'}
            await said("record:1", [""])
            assert {await reader.next() for reader in readers} == {'event: fragments\ndata: <p id="board">2</p>\n\n'}
            assert screen.drawn == 1

    asyncio.run(play())


def test_other_tables_are_not_disturbed(screen):
    async def play():
        async with running() as hub:
            eve = Reader(hub, stream(EVE))
            await listening(eve)
            screen.drawn = 0
            await said("record:2", ["", "alice"])
            assert await eve.hears_nothing()
            assert screen.drawn == 0

    asyncio.run(play())


def test_who_is_removed_loses_the_stream_at_once(screen):
    async def play():
        async with running() as hub:
            bob, eve = Reader(hub, stream(EVE, user=7)), Reader(hub, stream(EVE, user=8))
            await listening(bob), await listening(eve)
            await asyncio.to_thread(live.dismiss, 7, "war")
            assert await bob.next() is None
            assert await eve.hears_nothing()

    asyncio.run(play())


def test_who_lost_the_right_to_listen_is_found_out_by_the_heartbeats(screen, monkeypatch):
    monkeypatch.setattr(live, "HEARTBEAT", 0.02)
    allowed = True

    async def play():
        nonlocal allowed
        async with running() as hub:
            bob = Reader(hub, stream(EVE, allowed=lambda: allowed))
            await listening(bob)
            allowed = False
            assert await bob.next() is None

    asyncio.run(play())


def test_a_stopping_server_ends_every_stream(screen):
    async def play():
        async with running() as hub:
            readers = [Reader(hub, stream(EVE)) for _ in range(3)]
            for reader in readers:
                await reader.next()
            hub.close()
            assert [await reader.next() for reader in readers] == [None] * 3
            async with asyncio.timeout(2):
                await asyncio.gather(*(reader.task for reader in readers))

    asyncio.run(play())


def test_a_reader_who_leaves_is_forgotten(screen):
    async def play():
        async with running() as hub:
            eve = Reader(hub, stream(EVE))
            await eve.next()
            eve.gone.set()
            await eve.task
            assert (hub.listeners, hub._rooms, dict(hub._by_topic)) == (0, {}, {})

    asyncio.run(play())


def test_without_a_bus_the_hub_looks_for_itself_I_16(screen, settings, monkeypatch):
    settings.REDIS_URL = "unix:///nonexistent/redis.sock"
    monkeypatch.setattr(live, "POLL", 0.05)

    async def play():
        async with running() as hub:
            eve = Reader(hub, stream(EVE))
            await eve.next()
            screen.shown[EVE] = {"board": '<p id="board">2</p>'}
            assert "2</p>" in await eve.next()

    asyncio.run(play())


def test_a_fragment_that_cannot_be_drawn_does_not_end_the_stream(screen):
    async def play():
        async with running() as hub:
            eve = Reader(hub, stream(EVE))
            await listening(eve)
            shown, screen.shown = screen.shown, {}
            await said("record:1", [""])
            assert await eve.hears_nothing()
            screen.shown = {**shown, EVE: {"board": '<p id="board">2</p>'}}
            await said("record:1", [""])
            assert "2</p>" in await eve.next()

    asyncio.run(play())


def test_a_slow_reader_gets_the_newest_of_each_fragment_once():
    async def play():
        listener = live.Listener(stream(EVE))
        for number in "123":
            fragments = {"board": f'<p id="board">{number}</p>'}
            listener.push(fragments, live.frame(fragments))
        listener.push({"log": '<p id="log">x</p>'}, b"")
        assert await listener.next() == b'event: fragments\ndata: <p id="board">3</p>\ndata: <p id="log">x</p>\n\n'

    asyncio.run(play())


@given(st.lists(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30), min_size=1, max_size=3))
def test_whatever_a_fragment_holds_a_frame_has_only_its_lines_I_9(texts):
    made = live.frame({str(i): text for i, text in enumerate(texts)}).decode()
    head, *lines = made.split("\n")
    assert head == "event: fragments"
    assert lines[-2:] == ["", ""]
    assert all(line.startswith("data: ") for line in lines[:-2])
