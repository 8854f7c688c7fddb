"""Everything with one command: the web server, its worker and its Redis-compatible server, as one group that ends together."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from signal import SIG_IGN, SIGHUP, SIGTERM, getsignal, raise_signal, signal
from socket import socket
from typing import Any, NoReturn

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext as _

from tabletop import catalogs
from tabletop.serving import addresses, changes, embedded, one_at_a_time, preparing, web, welcome
from tabletop.serving.group import Child, Death, Group


class Command(BaseCommand):
    help = (
        "Serve Grailkeeper: prepares the data, starts web server, worker and embedded Redis, and prints the addresses."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--lan", action="store_true", help="let phones and machines of the local network in")
        parser.add_argument("--reload", action="store_true", help="for development: start anew when a file changes")

    def handle(self, *args: Any, lan: bool, reload: bool, **options: Any) -> None:
        signal(SIGTERM, _interrupt)
        if getsignal(SIGHUP) != SIG_IGN:  # as under nohup
            signal(SIGHUP, lambda *_: raise_signal(SIGTERM))
        catalogs.compile_stale(settings.LOCALE_PATHS)
        with suppress(KeyboardInterrupt), translation.override(welcome.language()):
            serve("0.0.0.0" if lan else settings.HOST, settings.PORT, reload=reload)  # noqa: S104


def _interrupt(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def serve(host: str, port: int, *, reload: bool) -> None:
    """Run the whole group until SIGINT, SIGTERM or the terminal's end; a SystemExit with a sentence if it cannot start."""
    holds = one_at_a_time.claim(Path(settings.VAR, "run", "serve.lock"))
    if isinstance(holds, one_at_a_time.Taken):
        sys.exit(_("Grailkeeper already runs on this data (process %(pid)s).") % {"pid": holds.pid})
    listening = web.listen(host, port)
    if isinstance(listening, web.NoPort):
        sys.exit(welcome.of_no_port(listening))
    addresses.accept(host, port)
    group = Group(settings.BASE_DIR, _tell_death, holds)
    try:
        if settings.REDIS_IS_EMBEDDED:
            group.start(embedded_redis())
        demo = prepare()
        _expect_redis()
        run = _run_and_reload if reload else _run
        run(group, listening, welcome.greeting(host, port, demo))
    finally:
        group.stop()


def prepare() -> Any | None:
    preparing.everything()
    return preparing.demo()


def embedded_redis() -> Child:
    program = embedded.program()
    if program is None:
        sys.exit(_("No Redis-compatible server is here: install valkey-server or redis-server, or set REDIS_URL."))
    if len(str(settings.REDIS_SOCKET).encode()) > embedded.LONGEST_SOCKET:
        sys.exit(
            _("The path %(path)s is too long for a socket: set VAR_DIR to a shorter one.")
            % {"path": settings.REDIS_SOCKET}
        )
    embedded.end_leftover(settings.REDIS_URL)
    data = Path(settings.VAR, "redis")
    data.mkdir(mode=0o700, exist_ok=True)
    return Child("redis", tuple(embedded.command(program, settings.REDIS_SOCKET, data)))


def _expect_redis() -> None:
    if not embedded.wait_until_it_answers(settings.REDIS_URL, 10):
        _say(_("Redis does not answer. The app runs all the same, but screens follow only every few seconds."))


CELERY = (sys.executable, "-W", "ignore:You're running the worker", "-m", "celery", "-q", "-A", "config")
"""The warning is about root, which is how containers run it."""


def worker() -> Child:
    # Threads, not processes, to stay small: odds that take seconds let what is short come in between.
    threads = ("--pool", "threads", "--concurrency", "3", "--loglevel", "WARNING")
    lonely = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    # An idle worker takes two seconds to notice; a task that is cut off is begun again by the next look at what is due.
    return Child("worker", (*CELERY, "worker", *threads, *lonely), patience=0.3)


def schedule() -> Child:
    """What sends the worker what is due. Within the worker nobody would notice its end, and its file was lost to the fork."""
    kept = str(Path(settings.VAR, "run", "schedule"))
    return Child(
        "schedule", (*CELERY, "beat", "--schedule", kept, "--pidfile", "", "--loglevel", "WARNING"), patience=0.3
    )


def painter() -> Child:
    return Child("painter", (sys.executable, str(settings.BASE_DIR / "manage.py"), "painter"))


def _run(group: Group, listening: socket, greeting: str) -> None:
    def ready() -> None:
        _say(greeting)
        for child in (
            painter(),
            worker(),
            schedule(),
        ):  # after the first page can be asked for, since all want the processor
            group.start(child)

    web.run(listening, ready=ready)


def _run_and_reload(group: Group, listening: socket, greeting: str) -> None:
    descriptor = listening.fileno()
    manage = str(settings.BASE_DIR / "manage.py")
    os.environ.setdefault("DEBUG", "on")
    group.start(Child("web", (sys.executable, manage, "web", "--grace", "1", "--fd", str(descriptor)), (descriptor,)))
    for child in (painter(), worker(), schedule()):
        group.start(child)
    _say(greeting)
    for path in changes.of(settings.BASE_DIR):
        _say(_("%(path)s has changed.") % {"path": path})
        for name in ("worker", "schedule", "painter", "web"):
            group.restart(name)


def _tell_death(death: Death) -> None:
    with translation.override(welcome.language()):  # on the child's own thread, which has no language yet
        _say(welcome.of_death(death))


def _say(text: str) -> None:
    print(text, flush=True)
