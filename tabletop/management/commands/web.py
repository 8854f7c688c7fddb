"""The web server alone, for servers where Redis, the worker and the proxy are services of their own."""

import socket
import sys
from contextlib import suppress
from signal import SIGTERM, signal
from typing import Any, NoReturn

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation

from tabletop import catalogs
from tabletop.serving import web, welcome


class Command(BaseCommand):
    help = "Serve only the pages and streams, at HOST and PORT; any number of these may run side by side."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--fd", type=int, help="a socket that listens already")
        parser.add_argument("--grace", type=int, default=2, help="seconds for running requests when it stops")

    def handle(self, *args: Any, fd: int | None, grace: int, **options: Any) -> None:
        signal(SIGTERM, _interrupt)
        catalogs.compile_stale(settings.LOCALE_PATHS)
        with translation.override(welcome.language()):
            listening = socket.socket(fileno=fd) if fd is not None else web.listen(settings.HOST, settings.PORT)
            if isinstance(listening, web.NoPort):
                sys.exit(welcome.of_no_port(listening))
        with suppress(KeyboardInterrupt):
            web.run(listening, grace=grace)


def _interrupt(*_: object) -> NoReturn:
    raise KeyboardInterrupt
