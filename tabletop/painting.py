"""Drawing beside the web process (ADR 23): in a crowd, live pages are drawn by a process of its own, so that moves don't wait.

They talk over a socket in a directory of this user alone: four bytes of length, then the message. Whoever asks and gets no
answer, because nobody is there, or it failed or took too long, draws himself.
"""

import logging
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""Seconds in which a drawing comes; a page that takes longer is drawn by whoever asked."""
LONGEST = 64 * 2**20
"""Bytes of one message."""

FEW = 3
"""So many requests at a time leave the web process room to draw by itself, which is sooner done than asking."""

type Draw = Callable[[bytes], bytes]

_here = threading.local()
_at_work = 0


@contextmanager
def at_work() -> Iterator[None]:
    """While a request is answered; on the event loop's thread."""
    global _at_work  # noqa: PLW0603 - one number of the one loop
    _at_work += 1
    try:
        yield
    finally:
        _at_work -= 1


def crowded() -> bool:
    """Whether more is asked of this process than it does at ease."""
    return _at_work > FEW


def ask(path: Path, asked: bytes) -> bytes | None:
    """What the painter at `path` answers; None where there is none. A connection is kept for each thread."""
    try:
        return _exchanged(_connected(path), asked)
    except OSError:
        _hang_up()
        return None


def _connected(path: Path) -> socket.socket:
    held: socket.socket | None = getattr(_here, "painter", None)
    if held is None:
        held = socket.socket(socket.AF_UNIX)
        held.settimeout(PATIENCE)
        try:
            held.connect(str(path))
        except OSError:
            held.close()
            raise
        _here.painter = held
    return held


def _hang_up() -> None:
    held: socket.socket | None = getattr(_here, "painter", None)
    if held is not None:
        held.close()
    _here.painter = None


def _exchanged(painter: socket.socket, asked: bytes) -> bytes:
    _write(painter, asked)
    answer = _read(painter)
    if answer is None:
        raise ConnectionResetError
    return answer


def serve(path: Path, draw: Draw) -> None:
    """Answer at `path` until the process ends; one that was left there by a killed painter is replaced."""
    path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        path.chmod(0o700)
        listening.listen(64)
        while True:
            asking, _ = listening.accept()
            threading.Thread(target=_answer, args=(asking, draw), daemon=True).start()


def _answer(asking: socket.socket, draw: Draw) -> None:
    with asking, suppress(ConnectionError):
        while (asked := _read(asking)) is not None:
            try:
                answer = draw(asked)
            except Exception:
                log.exception("a live page could not be drawn")
                return
            _write(asking, answer)


def _write(to: socket.socket, message: bytes) -> None:
    to.sendall(len(message).to_bytes(4) + message)


def _read(come: socket.socket) -> bytes | None:
    """The next message; None when the other side has hung up."""
    head = _exactly(come, 4)
    if len(head) < 4:
        return None
    length = int.from_bytes(head)
    if length > LONGEST:
        return None
    message = _exactly(come, length)
    return message if len(message) == length else None


def _exactly(come: socket.socket, count: int) -> bytes:
    found = bytearray()
    while len(found) < count and (chunk := come.recv(count - len(found))):
        found += chunk
    return bytes(found)
