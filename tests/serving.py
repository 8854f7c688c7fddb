"""`manage.py serve` as a person starts it: a process of its own, on data and a port of its own."""

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings

from tests.servers import free_port

OWN = ("DJANGO_", "REDIS_URL", "DATABASE_URL", "SECRET_KEY", "GRAILKEEPER_TEST_DIR", "VAR_DIR")
"""What the tests have set for themselves; a program that is started anew must not learn of it."""


STARTING = 240
"""Seconds that a busy machine may need to start it."""


def environment(**env: str) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith(OWN)} | env


class Serving:
    """A running (or ended) `serve`: what it said, and who belongs to it."""

    def __init__(self, var: Path, port: int, command: tuple[str, ...], env: dict[str, str]):
        self.var, self.port = var, port
        self._said = var.with_name(f"{var.name} {port}.said").open("w+")
        self.env = environment(VAR_DIR=str(var), PORT=str(port), LANG="en_US.UTF-8", LC_ALL="") | env
        self._command = [sys.executable, "manage.py", *command]
        self.start_again()

    def start_again(self) -> None:
        """Start it (once more), as a person would after it was killed."""
        self.process = subprocess.Popen(
            self._command, cwd=settings.BASE_DIR, env=self.env, stdout=self._said, stderr=subprocess.STDOUT
        )

    @property
    def said(self) -> str:
        return Path(self._said.name).read_text()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def answers(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=10) as asking:
            asking.sendall(b"GET / HTTP/1.0\r\n\r\n")
            return asking.recv(4) == b"HTTP"
        return False

    def status(self, path: str) -> int:
        with urllib.request.urlopen(self.address + path, timeout=10) as answer:
            return answer.status

    def python(self, code: str) -> str:
        """What `code` prints in a process beside it, on the same data and settings."""
        setup = "import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'; import django; django.setup()"
        command = [sys.executable, "-c", f"{setup}\n{code}"]
        done = subprocess.run(command, cwd=settings.BASE_DIR, env=self.env, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def belonging(self) -> dict[int, str]:
        """Every process that was started for this data, whoever its parent is by now: id → command line.

        Redis writes its title over its environment, but its title has the socket's path.
        """
        mark = f"VAR_DIR={self.var}".encode()
        found = {}
        for process in Path("/proc").glob("[0-9]*"):
            try:
                command = (process / "cmdline").read_text().replace("\0", " ")
                if f"{self.var}/" in command or mark in (process / "environ").read_bytes().split(b"\0"):
                    found[int(process.name)] = command
            except (FileNotFoundError, ProcessLookupError, PermissionError):
                continue
        return {pid: command for pid, command in found.items() if command}

    def pid_of(self, what: str) -> int:
        """The (oldest) process with `what` in its command line; waits until there is one."""
        return until(lambda: min((pid for pid, command in self.belonging().items() if what in command), default=0))

    def end(self, sign: int = signal.SIGTERM) -> int:
        self.process.send_signal(sign)
        return self.process.wait(60)


def until[T](found: Callable[[], T], seconds: float = 60) -> T:
    """The first truthy answer; an AssertionError if there is none in time."""
    deadline = time.monotonic() + seconds
    while not (answer := found()):
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)
    return answer


def prepared(var: Path) -> Path:
    """`var`, filled with what `prepare` leaves behind, for a server whose very first start is not what is tested.

    It is made once for all processes of a run, since tables and compressed files take longer than all else of a start.
    """
    kept = Path(os.environ["GRAILKEEPER_TEST_DIR"], "prepared")
    with kept.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            making = kept.with_suffix(".making")
            env = environment(VAR_DIR=str(making))
            subprocess.run([sys.executable, "manage.py", "prepare"], cwd=settings.BASE_DIR, env=env, check=True)
            making.rename(kept)
    return shutil.copytree(kept, var, ignore=shutil.ignore_patterns("secret_key"))


@contextmanager
def serving(var: Path, *command: str, **env: str) -> Iterator[Serving]:
    """A `serve` (or another command) on data in `var` that answers or has given up; ended, whatever happens."""
    started = Serving(var, free_port(), command or ("serve",), env)
    try:
        until(lambda: started.answers() or started.process.poll() is not None, STARTING)
        yield started
    finally:
        if started.process.poll() is None:
            started.end()
        started._said.close()
