"""Two `serve`s must never share a data directory: each would start its own server on the same socket."""

import fcntl
import os
import time
from pathlib import Path

import msgspec

PATIENCE = 5.0
"""Seconds that the children of a `serve` which was killed have to be gone."""


class Taken(msgspec.Struct, frozen=True):
    """Somebody else serves from this directory; `pid` is 0 where that is not known."""

    pid: int


def claim(lock: Path) -> int | Taken:
    """The descriptor that holds the directory until this process and all who inherit it have ended; or who has it.

    A `serve` that is dead while its children are still being ended is waited for.
    """
    held = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    until = time.monotonic() + PATIENCE
    while not _locked(held):
        owner = int(os.pread(held, 20, 0) or b"0")
        if _alive(owner) or time.monotonic() > until:
            os.close(held)
            return Taken(owner)
        time.sleep(0.05)
    os.truncate(held, 0)
    os.pwrite(held, str(os.getpid()).encode(), 0)
    return held


def _locked(held: int) -> bool:
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _alive(pid: int) -> bool:
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
