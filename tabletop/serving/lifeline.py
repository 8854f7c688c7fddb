"""Ends the children of a `serve` that died without a word (kill -9, out of memory), by the same road on every system.

Run as a program it reads process ids from a pipe whose other end only `serve` holds. When the pipe ends, `serve` has, and
so must every child that is still on the list. Standard library only: it starts in a blink and stays small.
"""

import os
import signal
import sys
import time
from collections.abc import Iterable

WAITS = ((signal.SIGTERM, 1.0), (signal.SIGKILL, 1.0))
"""What the children are sent, and how many seconds they have to obey."""


def survivors(lines: Iterable[str]) -> set[int]:
    """The process groups that are on the list when the lines end: "+12" has begun, "-12" has ended."""
    groups: set[int] = set()
    for line in lines:
        if line.startswith("+"):
            groups.add(int(line))
        else:
            groups.discard(-int(line))
    return groups


def end(groups: set[int]) -> None:
    for sign, seconds in WAITS:
        until = time.monotonic() + seconds
        left = {group for group in groups if _sent(group, sign)}
        while left and time.monotonic() < until:
            time.sleep(0.02)
            left = {group for group in left if _sent(group, 0)}


def _sent(group: int, sign: int) -> bool:
    """Whether there was still somebody to send it to."""
    try:
        os.killpg(group, sign)
    except (ProcessLookupError, PermissionError):
        return False
    return True


if __name__ == "__main__":
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    end(survivors(sys.stdin))
