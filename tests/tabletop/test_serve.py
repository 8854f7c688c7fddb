"""`serve` as people use it: it starts, survives its children, and takes them along when it goes."""

import http.client
import os
import signal
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import Serving, prepared, serving, until

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("served") / "성배 전쟁") as started:
        yield started


def test_the_first_start_shows_a_page_and_tells_both_addresses(served: Serving) -> None:
    assert served.status("/") == 200
    assert f"For the GM:      {served.address}/\n" in served.said
    assert f"For the players: {served.address}/join/" in served.said
    assert "█" in served.said


def test_the_worker_and_redis_run_beside_it_and_no_port_but_the_pages_is_open(served: Serving) -> None:
    served.pid_of("celery")
    listening = [open_port for pid in served.belonging() for open_port in _ports(pid)]
    assert listening == [served.port]


def test_the_worker_hears_what_it_is_asked_although_the_path_has_a_space_and_hangul(served: Serving) -> None:
    ask = "from config.celery import app; print(len(app.control.ping(timeout=2)))"
    assert until(lambda: served.python(ask).strip() == "1")


@pytest.mark.parametrize(
    ("what", "name"),
    [
        ("valkey-server", "redis"),
        ("config worker", "worker"),
        ("config beat", "schedule"),
        ("painter", "painter"),
    ],
)
def test_a_child_that_is_killed_is_started_again_and_it_is_said(served: Serving, what: str, name: str) -> None:
    before = served.pid_of(what)
    os.kill(before, signal.SIGKILL)
    until(lambda: f"{name} ended (SIGKILL). It is started again" in served.said)
    assert until(lambda: served.pid_of(what) != before)
    assert served.status("/") == 200


def test_the_lifeline_itself_is_started_again(served: Serving) -> None:
    before = served.pid_of("lifeline")
    os.kill(before, signal.SIGKILL)
    assert until(lambda: served.pid_of("lifeline") != before)


def test_a_second_one_on_the_same_data_says_so(served: Serving) -> None:
    with serving(served.var) as second:
        assert second.process.wait(60) == 1
        assert second.said == f"Grailkeeper already runs on this data (process {served.process.pid}).\n"


def test_a_port_that_is_taken_is_a_sentence(served: Serving, tmp_path: Path) -> None:
    with serving(tmp_path / "var", PORT=str(served.port)) as second:
        assert second.process.wait(60) == 1
        assert second.said == f"Port {served.port} at 127.0.0.1 is taken. Choose another one: make run PORT=8001\n"
        assert second.belonging() == {}


def test_a_variable_that_makes_no_sense_is_a_sentence(tmp_path: Path) -> None:
    with serving(tmp_path / "var", PORT="eight thousand") as started:
        assert started.process.wait(60) == 1
        assert started.said == "Grailkeeper: PORT='eight thousand': a whole number from 1 to 65535 is needed.\n"


def test_a_killed_serve_leaves_nobody_behind_and_the_next_one_starts(tmp_path: Path) -> None:
    with serving(prepared(tmp_path / "var")) as first:
        first.pid_of("celery")
        first.end(signal.SIGKILL)
        with serving(tmp_path / "var") as second:
            assert second.status("/") == 200
            assert "sign in as" not in second.said
            assert set(first.belonging()) == set(second.belonging())
            assert second.end(signal.SIGINT) == 0
            assert second.belonging() == {}


FIGHT = """
from tests.combat.war import war
table = war()
print(table.address(f"fights/{table.fight().code}/stream/"), table.client("alice").cookies["sessionid"].value)
"""


def test_ctrl_c_ends_the_open_streams_and_everything_with_them(tmp_path: Path) -> None:
    with serving(prepared(tmp_path / "var"), DEMO="off") as started:
        path, session = started.python(FIGHT).split()
        request = urllib.request.Request(started.address + path, headers={"Cookie": f"sessionid={session}"})
        streams = [urllib.request.urlopen(request, timeout=10) for _ in range(5)]
        assert all(stream.readline() == b"retry: 2000\n" for stream in streams)
        assert started.end(signal.SIGINT) == 0
        assert all(stream.read().endswith(b"\n\n") for stream in streams)
        assert started.belonging() == {}


def test_the_pages_alone_are_served_on_what_was_prepared(tmp_path: Path, redis_server: str) -> None:
    with serving(tmp_path / "var", "prepare", REDIS_URL=redis_server) as preparing:
        assert preparing.process.wait(60) == 0, preparing.said
    with serving(tmp_path / "var", "web", REDIS_URL=redis_server) as pages:
        assert pages.status("/login/") == 200
        assert list(pages.belonging()) == [pages.process.pid]
        assert pages.end() == 0


def test_behind_a_proxy_https_is_believed_and_http_is_sent_on_to_it(tmp_path: Path, redis_server: str) -> None:
    server = {
        "REDIS_URL": redis_server,
        "DEMO": "off",
        "HTTPS": "on",
        "BEHIND_PROXY": "on",
        "ALLOWED_HOSTS": "war.example",
    }
    with serving(prepared(tmp_path / "var"), **server) as started:
        proxied = {"Host": "war.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
        answer = urllib.request.urlopen(
            urllib.request.Request(f"{started.address}/login/", headers=proxied), timeout=10
        )
        assert answer.status == 200
        assert "max-age=31536000" in answer.headers["Strict-Transport-Security"]
        assert "; Secure" in answer.headers["Set-Cookie"]
        plain = http.client.HTTPConnection("127.0.0.1", started.port)
        plain.request("GET", "/login/", headers={"Host": "war.example"})
        assert plain.getresponse().getheader("Location") == "https://war.example/login/"


def test_with_an_outside_redis_none_is_embedded(tmp_path: Path, redis_server: str) -> None:
    with serving(prepared(tmp_path / "var"), REDIS_URL=redis_server, DEMO="off") as started:
        assert started.status("/") == 200
        assert not [command for command in started.belonging().values() if "valkey-server" in command]


def _ports(pid: int) -> list[int]:
    """TCP ports on which a process listens (its sockets, found in the kernel's table)."""
    links = (os.readlink(f"/proc/{pid}/fd/{descriptor}") for descriptor in os.listdir(f"/proc/{pid}/fd"))
    own = {link.removeprefix("socket:[").removesuffix("]") for link in links if link.startswith("socket:[")}
    rows = [row.split() for table in ("tcp", "tcp6") for row in Path("/proc/net", table).read_text().splitlines()[1:]]
    return [int(row[1].rsplit(":", 1)[1], 16) for row in rows if row[3] == "0A" and row[9] in own]
