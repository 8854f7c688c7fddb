"""Children that run as long as `serve` does: one that dies is started again, and none outlives it."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from tabletop.serving import lifeline

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before a child that died is started again; doubled each time it dies soon."""
SETTLED = 60.0
"""Seconds after which a child counts as well, so that the pause begins small again."""


class Child(msgspec.Struct, frozen=True):
    """A program to keep running.

    `inherits` are descriptors it gets, such as a listening socket; `patience` are the seconds it has to end by itself when
    `serve` stops.
    """

    name: str
    command: tuple[str, ...]
    inherits: tuple[int, ...] = ()
    patience: float = 1.0


class Death(msgspec.Struct, frozen=True):
    """A child ended that should not have: `status` as Popen tells it (negative: the signal), `pause` in seconds."""

    child: Child
    status: int
    pause: float


class Group:
    """The children of one `serve`. `said` is told of every death, from a thread of that child's own."""

    def __init__(self, directory: Path, said: Callable[[Death], None], holds: int):
        """`holds` is the descriptor of the lock that says `serve` runs here: free only when the last child is gone."""
        self._directory, self._said, self._holds = directory, said, holds
        self._lock = threading.RLock()
        self._stopping = threading.Event()
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._patience: dict[str, float] = {}
        self._wanted: set[str] = set()
        self._lifeline = self._start_lifeline()
        threading.Thread(target=self._keep_lifeline, name="lifeline", daemon=True).start()

    def start(self, child: Child) -> None:
        threading.Thread(target=self._keep, args=(child,), name=child.name, daemon=True).start()

    def restart(self, name: str) -> None:
        """End a child on purpose; it is started again at once, and nothing is said."""
        with self._lock:
            if process := self._running.get(name):
                self._wanted.add(name)
                _signal(process, signal.SIGTERM)

    def stop(self) -> None:
        """End all children, the last started first, since it may still need the ones before it."""
        with self._lock:
            self._stopping.set()
        for name, process in reversed(self._running.items()):
            _end(process, self._patience[name])
        if self._lifeline.stdin:
            self._lifeline.stdin.close()
        self._lifeline.wait()

    def _keep(self, child: Child) -> None:
        pause = FIRST_PAUSE
        while process := self._launch(child):
            began = time.monotonic()
            status = process.wait()
            _signal(process, signal.SIGKILL)  # whatever it has started itself goes with it
            self._note(f"-{process.pid}")
            if child.name in self._wanted:
                self._wanted.discard(child.name)
            elif not self._stopping.is_set():
                pause = FIRST_PAUSE if time.monotonic() - began > SETTLED else pause
                self._said(Death(child, status, pause))
                self._stopping.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def _launch(self, child: Child) -> subprocess.Popen[bytes] | None:
        """The running child; None once the group stops. Its own process group keeps the terminal's Ctrl-C away."""
        with self._lock:
            if self._stopping.is_set():
                return None
            process = subprocess.Popen(
                child.command,
                cwd=self._directory,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                pass_fds=child.inherits,
            )
            self._running[child.name], self._patience[child.name] = process, child.patience
            self._note(f"+{process.pid}")
            return process

    def _note(self, line: str) -> None:
        with self._lock, suppress(BrokenPipeError):
            self._write(line)

    def _write(self, line: str) -> None:
        if self._lifeline.stdin:
            self._lifeline.stdin.write(line.encode() + b"\n")
            self._lifeline.stdin.flush()

    def _start_lifeline(self) -> subprocess.Popen[bytes]:
        command = (sys.executable, "-I", "-S", lifeline.__file__)
        return subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True, pass_fds=(self._holds,))

    def _keep_lifeline(self) -> None:
        while not self._stopping.is_set():
            self._lifeline.wait()
            with self._lock, suppress(BrokenPipeError):
                if not self._stopping.is_set():
                    self._lifeline = self._start_lifeline()
                    for process in self._running.values():
                        self._write(f"+{process.pid}")


def _end(process: subprocess.Popen[bytes], patience: float) -> None:
    _signal(process, signal.SIGTERM)
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        _signal(process, signal.SIGKILL)
        process.wait()


def _signal(process: subprocess.Popen[bytes], sign: signal.Signals) -> None:
    # macOS forbids to signal a group of which only the dead are left.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, sign)
