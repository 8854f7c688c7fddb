"""What `serve` says on the terminal."""

import io
import os
import signal
import sys
from typing import Any

import segno
from django.urls import reverse
from django.utils.translation import gettext as _

from tabletop.serving import addresses
from tabletop.serving.group import Death
from tabletop.serving.web import NoPort

LANGUAGES = {"ko": "ko", "en": "en", "ja": "ja", "zh_TW": "zh-hant", "zh_HK": "zh-hant", "zh_MO": "zh-hant"}


def language() -> str:
    """The terminal's language where it is one of ours, else Korean."""
    named = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return LANGUAGES.get(named[:5]) or LANGUAGES.get(named[:2], "ko")


def greeting(host: str, port: int, demo: Any | None) -> str:
    """The GM's address, the players' with its QR code, and how to get further from here."""
    address = addresses.of(host, port)
    players = address + (reverse("join", args=[demo.invite]) if demo else "/")
    lines = ["", _("Grailkeeper is running."), "", "  " + _("For the GM:      %(address)s/") % {"address": address}]
    if demo:
        signed = {"name": demo.gm, "password": demo.password}
        lines.append("  " + _("A demo war waits there: sign in as %(name)s with the password %(password)s") % signed)
    lines += ["  " + _("For the players: %(address)s") % {"address": players}, "", qr(players)]
    if addresses.is_local(host):
        lines.append("  " + _("Only this machine can come in. For phones in the same network: make run LAN=1"))
    return "\n".join([*lines, "  " + _("Ctrl-C ends it; nothing is lost."), ""])


def qr(address: str) -> str:
    """The code in half blocks: light on dark by its own colours on a terminal, whatever those of the terminal are."""
    drawn = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(out=drawn, border=2, compact=True)
    if not sys.stdout.isatty():
        return drawn.getvalue()
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" for line in drawn.getvalue().splitlines())


def of_death(death: Death) -> str:
    """One line: who ended, how, and when it comes back."""
    about = {"child": death.child.name, "how": _how(death.status), "pause": f"{death.pause:g}"}
    return _("%(child)s ended (%(how)s). It is started again in %(pause)s s.") % about


def _how(status: int) -> str:
    return signal.Signals(-status).name if status < 0 else _("exit status %(status)s") % {"status": status}


def of_no_port(refused: NoPort) -> str:
    about = {"host": refused.host, "port": refused.port}
    match refused.code:
        case "taken":
            return _("Port %(port)s at %(host)s is taken. Choose another one: make run PORT=8001") % about
        case "not_allowed":
            return _("This user may not open port %(port)s. Choose one from 1024 on: make run PORT=8000") % about
        case _:
            return _("HOST=%(host)s: there is no such address on this machine.") % about
