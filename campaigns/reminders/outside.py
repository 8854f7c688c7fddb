"""The only place from which the house speaks to servers of others: named hosts, HTTPS, no redirects, and not for long.

People write addresses of webhooks and of push services into forms, so a request goes only to hosts of a list that is ours.
"""

import re
import ssl
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import SplitResult, urlsplit

import msgspec

SECONDS = 10
ANSWER = 64 * 1024

WEBHOOK = re.compile(
    r"https://(?:ptb\.|canary\.)?discord(?:app)?\.com(/api/(?:v[0-9]{1,2}/)?webhooks/[0-9]{15,22}/[A-Za-z0-9_-]{40,120})/?"
)
PUSH_HOSTS = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "web.push.apple.com",
    ".push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
)
"""Where browsers have their push services; with a dot in front, any host under it."""


class Later(msgspec.Struct, frozen=True):
    """Not delivered now. `fault` says why, as a word; `after` is how many seconds the other side asked to wait."""

    fault: str
    after: int = 0


class Never(msgspec.Struct, frozen=True):
    """Not delivered, and trying again would change nothing. `gone`: there is nobody at the other end any more."""

    fault: str
    gone: bool = False


type Sent = Later | Never | None


def webhook(address: str) -> str | None:
    """The address of a Discord webhook as it is kept; None for anything else."""
    found = WEBHOOK.fullmatch(address.strip())
    return f"https://discord.com{found[1]}" if found else None


def push_service(address: str) -> SplitResult | None:
    """A browser's address at its push service; None if it is at none that we know."""
    try:
        parts = urlsplit(address)
        known = parts.scheme == "https" and parts.port is None and not parts.username and not parts.password
    except ValueError:
        return None
    host = parts.hostname or ""
    listed = any(host.endswith(one) if one.startswith(".") else host == one for one in PUSH_HOSTS)
    return parts if known and listed and parts.netloc == host and address.isascii() and " " not in address else None


def connect(host: str) -> HTTPConnection:
    return HTTPSConnection(host, timeout=SECONDS, context=ssl.create_default_context())


def post(host: str, path: str, body: bytes, headers: dict[str, str]) -> Sent:
    """Send `body`, and say what became of it. A redirect is an answer that we did not ask for, like any other."""
    connection = connect(host)
    try:
        connection.request("POST", path, body, {"User-Agent": "Grailkeeper", **headers})
        answer = connection.getresponse()
        answer.read(ANSWER)
        return _read(answer.status, answer.headers.get("Retry-After", ""))
    except (OSError, HTTPException):
        return Later("unreachable")
    finally:
        connection.close()


def _read(status: int, after: str) -> Sent:
    match status:
        case 200 | 201 | 202 | 204:
            return None
        case 404 | 410:
            return Never("gone", gone=True)
        case 408 | 425 | 429:
            return Later("busy", min(int(after), 3600) if after.isascii() and after.isdigit() else 0)
        case _ if status >= 500:
            return Later("broken")
        case _:
            return Never("refused")
