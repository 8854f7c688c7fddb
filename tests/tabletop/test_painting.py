"""The painter draws what the web process would, and whoever gets no answer draws himself."""

import socket
import threading
from pathlib import Path

import pytest

from combat.views import table as fight_table
from tabletop import live, painting
from tests.combat.war import battle, war


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "paint.sock"


@pytest.fixture(autouse=True)
def alone():
    """No connection is left from another test, nor for one."""
    painting._hang_up()
    yield
    painting._hang_up()


def paint(path: Path, draw: painting.Draw) -> None:
    threading.Thread(target=painting.serve, args=(path, draw), daemon=True).start()
    while not path.exists() or painting.ask(path, b"") is None:
        painting._hang_up()


def test_messages_of_any_length_come_back_whole(path):
    paint(path, lambda asked: asked[::-1])
    for asked in (b"", b"ab", bytes(range(256)) * 5000):
        assert painting.ask(path, asked) == asked[::-1]


def test_nobody_else_may_ask(path):
    paint(path, lambda asked: asked)
    assert path.stat().st_mode & 0o077 == 0


def test_without_a_painter_there_is_no_answer(path):
    assert painting.ask(path, b"x") is None
    path.touch()  # what is no socket is no painter
    assert painting.ask(path, b"x") is None


def test_a_painter_that_fails_hangs_up_and_is_asked_anew_the_next_time(path):
    def draw(asked: bytes) -> bytes:
        if asked == b"bad":
            raise ValueError
        return asked

    paint(path, draw)
    assert painting.ask(path, b"bad") is None
    assert painting.ask(path, b"good") == b"good"


def test_a_painter_that_takes_too_long_is_not_waited_for(path, monkeypatch):
    go_on = threading.Event()
    paint(path, lambda asked: asked if go_on.is_set() or not asked else go_on.wait() and asked)
    painting._hang_up()
    monkeypatch.setattr(painting, "PATIENCE", 0.05)
    assert painting.ask(path, b"x") is None
    go_on.set()
    assert painting.ask(path, b"y") == b"y"


@pytest.mark.parametrize("sent", [b"\xff\xff\xff\xff", b"\x00\x00", b"\x00\x00\x00\x09half"])
def test_what_is_no_message_ends_the_connection_alone(path, sent):
    paint(path, lambda asked: asked)
    with socket.socket(socket.AF_UNIX) as broken:
        broken.connect(str(path))
        broken.sendall(sent)
        broken.shutdown(socket.SHUT_WR)
        assert broken.recv(1) == b""
    assert painting.ask(path, b"x") == b"x"


def test_the_place_of_a_killed_painter_is_taken_over(path):
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
    threading.Thread(target=painting.serve, args=(path, bytes.upper), daemon=True).start()
    answer = None
    while answer is None:
        answer = painting.ask(path, b"x")
    assert answer == b"X"


def test_it_draws_the_very_fragments_for_everybody(db, settings, path):
    settings.PAINTER_SOCKET = path
    at = war()
    fight = battle(at)
    for who, seats in (("watch", ()), ("hand", (at.saber.code,)), ("desk", ("gm",)), ("stage", ())):
        acting = seats[0] if who == "hand" else ""
        audience = fight_table.audience_of(fight, fight_table.Place(who, seats, acting))
        assert live.msgspec.msgpack.decode(live.painted(live.msgspec.msgpack.encode(audience))) == live.draw(audience)
        assert live.by_painter(audience) == live.draw(audience)  # nobody is there, so it is drawn here


def test_what_the_painter_says_is_what_is_shown(settings, path):
    settings.PAINTER_SOCKET = path
    paint(path, lambda asked: live.msgspec.msgpack.encode({"board": "<p id=board>"}))
    assert live.by_painter(live.Audience("none", "record:1", (), "ko")) == {"board": "<p id=board>"}


def test_it_is_asked_in_a_crowd_only():
    assert not painting.crowded()
    work = [painting.at_work() for _ in range(painting.FEW + 1)]
    for one in work[:-1]:
        one.__enter__()
    assert not painting.crowded()
    work[-1].__enter__()
    assert painting.crowded()
    for one in work:
        one.__exit__(None, None, None)
    assert not painting.crowded()
