"""The parts of `serve`, one by one."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import segno
from pytest_django.fixtures import Settings

from campaigns.demo import Demo
from tabletop.serving import addresses, embedded, group, lifeline, one_at_a_time, preparing, web, welcome
from tests.serving import until


def test_the_lifeline_ends_whoever_has_begun_and_not_ended() -> None:
    assert lifeline.survivors(["+12\n", "+13\n", "-12\n", "+14\n"]) == {13, 14}


def test_the_lifeline_kills_a_group_that_does_not_listen() -> None:
    deaf = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(60)"
    child = subprocess.Popen([sys.executable, "-c", deaf], start_new_session=True, stdout=subprocess.PIPE)
    assert child.stdout
    child.stdout.readline()
    lifeline.end({child.pid})
    assert child.wait() == -signal.SIGKILL


def test_a_child_that_dies_again_and_again_is_started_ever_more_slowly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(group, "LONGEST_PAUSE", 0.04)
    deaths: list[group.Death] = []
    with (tmp_path / "lock").open("w") as lock:
        children = group.Group(tmp_path, deaths.append, lock.fileno())
        children.start(group.Child("mayfly", ("false",)))
        until(lambda: len(deaths) >= 4)
        children.stop()
    assert [(death.status, death.pause) for death in deaths[:4]] == [(1, 0.01), (1, 0.02), (1, 0.04), (1, 0.04)]


def test_a_directory_is_claimed_once_and_free_when_its_owner_is_gone(tmp_path: Path) -> None:
    held = one_at_a_time.claim(tmp_path / "lock")
    assert isinstance(held, int)
    assert one_at_a_time.claim(tmp_path / "lock") == one_at_a_time.Taken(os.getpid())
    os.close(held)
    assert isinstance(one_at_a_time.claim(tmp_path / "lock"), int)


def test_a_leftover_redis_is_ended_before_a_new_one_starts(tmp_path: Path) -> None:
    program = embedded.program()
    assert program
    url = f"unix://{tmp_path}/redis.sock"
    leftover = subprocess.Popen(embedded.command(program, tmp_path / "redis.sock", tmp_path, keep=False))
    assert embedded.wait_until_it_answers(url, 10)
    embedded.end_leftover(url)
    assert leftover.wait(10) == 0
    assert not embedded.answers(url)


@pytest.mark.parametrize(
    ("host", "port", "address"),
    [
        ("127.0.0.1", 8000, "http://127.0.0.1:8000"),
        ("::1", 8000, "http://[::1]:8000"),
        ("war.lan", 80, "http://war.lan"),
    ],
)
def test_an_address_is_what_a_browser_wants_to_read(host: str, port: int, address: str) -> None:
    assert addresses.of(host, port) == address


def test_for_the_network_the_address_is_this_machines_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "in_network", lambda: "192.168.0.7")
    assert addresses.of("0.0.0.0", 8000) == "http://192.168.0.7:8000"


def test_the_network_address_is_let_in_here_and_in_children(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ALLOWED_HOSTS, settings.CSRF_TRUSTED_ORIGINS = ["localhost"], []
    monkeypatch.setenv("ALLOWED_HOSTS", "war.example")
    monkeypatch.delenv("CSRF_TRUSTED_ORIGINS", raising=False)
    monkeypatch.setattr(addresses, "in_network", lambda: "192.168.0.7")
    addresses.accept("0.0.0.0", 8000)
    addresses.accept("0.0.0.0", 8000)
    assert settings.ALLOWED_HOSTS == ["localhost", "192.168.0.7"]
    assert settings.CSRF_TRUSTED_ORIGINS == ["http://192.168.0.7:8000"]
    assert os.environ["ALLOWED_HOSTS"] == "war.example,192.168.0.7"
    assert os.environ["CSRF_TRUSTED_ORIGINS"] == "http://192.168.0.7:8000"


def test_nobody_can_listen_where_somebody_does() -> None:
    with socket.create_server(("127.0.0.1", 0)) as first:
        port = first.getsockname()[1]
        assert web.listen("127.0.0.1", port) == web.NoPort("taken", "127.0.0.1", port)


def test_an_address_of_another_machine_is_told_apart_from_a_taken_port() -> None:
    assert web.listen("192.0.2.1", 8000) == web.NoPort("no_such_host", "192.0.2.1", 8000)


def test_the_greeting_tells_how_to_sign_in_and_shows_the_invite_as_a_code() -> None:
    demo = Demo(gm="등불지기", password="a-b-c", invite="t0ken", campaign="c0de")
    said = welcome.greeting("127.0.0.1", 8000, demo)
    assert "등불지기" in said
    assert "a-b-c" in said
    assert "http://127.0.0.1:8000/join/t0ken/" in said
    modules = len(segno.make("http://127.0.0.1:8000/join/t0ken/", error="l", micro=False).matrix)
    assert sum("█" in line for line in said.splitlines()) == (modules + 4) // 2


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "ko"),
        ({"LANG": "C.UTF-8"}, "ko"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "en", "LC_ALL": "zh_TW"}, "zh-hant"),
    ],
)
def test_the_terminal_reads_its_own_language_or_korean(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert welcome.language() == language


def test_static_files_are_collected_again_only_when_one_changed(tmp_path: Path, settings: Settings) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "app.css").write_text("a {}")
    (tmp_path / "run").mkdir()
    settings.STATICFILES_DIRS, settings.STATIC_ROOT, settings.VAR = [source], tmp_path / "static", tmp_path
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    preparing.collect_static()
    collected = tmp_path / "static" / "app.css"
    assert collected.exists()
    collected.unlink()
    preparing.collect_static()
    assert not collected.exists()
    (source / "app.css").write_text("a { color: red }")
    preparing.collect_static()
    assert collected.exists()


def test_the_demo_is_for_a_database_without_a_campaign(db: None, settings: Settings) -> None:
    settings.DEMO = "campaigns.demo.load_demo"
    assert isinstance(preparing.demo(), Demo)
    assert preparing.demo() is None
