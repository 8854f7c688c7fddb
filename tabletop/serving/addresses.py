"""Where people find the app: the address in their browser, also from other machines of the same network."""

import os
import socket

from django.conf import settings

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104
SOMEWHERE_ELSE = ("192.0.2.1", 9)
"""An address that belongs to nobody, to ask which way out the system would take; nothing is sent."""


def of(host: str, port: int) -> str:
    """The address to open for a server that listens at `host`: "http://127.0.0.1:8000"."""
    name = name_of(host)
    return f"http://{name}" if port == 80 else f"http://{name}:{port}"


def name_of(host: str) -> str:
    """What stands for `host` in an address."""
    name = in_network() if host in EVERYWHERE else host
    return f"[{name}]" if ":" in name else name


def in_network() -> str:
    """This machine's own address in the local network; 127.0.0.1 without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(SOMEWHERE_ELSE)
        except OSError:
            return "127.0.0.1"
        return str(asking.getsockname()[0])


def is_local(host: str) -> bool:
    """Whether only this machine itself can come."""
    return host in {"localhost", "::1"} or host.startswith("127.")


def accept(host: str, port: int) -> None:
    """Let in the requests that come for this address, here and in the children that are started from now on."""
    for setting, value in (("ALLOWED_HOSTS", name_of(host)), ("CSRF_TRUSTED_ORIGINS", of(host, port))):
        known: list[str] = getattr(settings, setting)
        if value not in known:
            known.append(value)
            os.environ[setting] = ",".join([*filter(None, [os.environ.get(setting)]), value])
