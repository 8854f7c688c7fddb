"""Draws live pages for the web processes on this data, so that their moves don't wait for it."""

import os
import sys
from contextlib import suppress
from signal import SIGTERM, signal
from typing import Any, NoReturn

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import close_old_connections
from django.urls import get_resolver

from tabletop import catalogs, live, painting
from tabletop.serving import embedded


class Command(BaseCommand):
    help = "Draw what live pages show, beside the web server on the same machine; without it the web server does so itself."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        if len(os.fsencode(settings.PAINTER_SOCKET)) > embedded.LONGEST_SOCKET:
            sys.exit(f"The path {settings.PAINTER_SOCKET} is too long for a socket: set VAR_DIR to a shorter one.")
        signal(SIGTERM, _interrupt)
        catalogs.compile_stale(settings.LOCALE_PATHS)
        _ = get_resolver().url_patterns  # with the views comes all that draws
        settings.PAINTER_SOCKET.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(KeyboardInterrupt):
            painting.serve(settings.PAINTER_SOCKET, _drawn)


def _drawn(asked: bytes) -> bytes:
    try:
        return live.painted(asked)
    finally:
        close_old_connections()


def _interrupt(*_: object) -> NoReturn:
    raise KeyboardInterrupt
