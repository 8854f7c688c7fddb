"""The web entrance.

Every view is sync and runs, whole, under Django's plain WSGI handler in a thread of a small pool: the middleware chain
costs no thread hops, and each thread keeps its database connection. A view that answers with a `live.Stream` has only
decided who may listen; the stream itself is written here on the event loop, at the cost of no thread at all.
"""

import io
import os
import re
import sys
import tempfile
from collections.abc import Iterable
from typing import IO, Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402
from django.core.handlers.wsgi import WSGIHandler  # noqa: E402
from django.http import HttpResponse, HttpResponseBase  # noqa: E402

from config.celery import app as celery_app  # noqa: E402, F401
from tabletop import live, painting  # noqa: E402
from tabletop.live import Receive, Send  # noqa: E402
from tabletop.serving.threads import Threads  # noqa: E402

HEARD_OUT = 64 * 1024 * 1024
"""So much of a body beyond its limit is read before its sender is cut off."""

_handler = WSGIHandler()
_views = Threads(4, patience=0.02)


async def application(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "http":
        await _http(scope, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        match (await receive())["type"]:
            case "lifespan.startup":
                await send({"type": "lifespan.startup.complete"})
            case "lifespan.shutdown":
                live.close()
                await send({"type": "lifespan.shutdown.complete"})
                return


async def _http(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    body = await _body(receive, _limit(scope["path"]))
    if body is None:
        await _refuse_large(send)
        return
    with body, painting.at_work():
        response = await _views.run(_respond, environ(scope, body))
    await send({"type": "http.response.start", "status": response.status_code, "headers": _headers(response)})
    if isinstance(response, live.Stream):
        await live.hub().serve(response, receive, send)
    else:
        await _send_body(response, send)


async def _send_body(response: HttpResponseBase, send: Send) -> None:
    if isinstance(response, HttpResponse):
        await send({"type": "http.response.body", "body": response.content})
        return
    chunks = iter(response)
    try:
        while (chunk := await _views.run(next, chunks, None)) is not None:
            await send({"type": "http.response.body", "body": bytes(chunk), "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    finally:
        await _views.run(response.close)


def _limit(path: str) -> int:
    """How large a body may be at that address: files are taken in at few of them."""
    limits = (limit for pattern, limit in settings.FILE_BODY_LIMITS if re.fullmatch(pattern, path))
    return next(limits, settings.REQUEST_BODY_LIMIT)


async def _body(receive: Receive, limit: int) -> IO[bytes] | None:
    """The request's body; None when it is larger than what is taken here, or its sender has gone.

    What is larger than an ordinary request waits on the disk. Of a body that is too large the rest is thrown away as it
    comes: a browser that is cut off while it sends shows its own error instead of ours.
    """
    body = tempfile.SpooledTemporaryFile(max_size=settings.REQUEST_BODY_LIMIT)  # noqa: SIM115 - closed by who asked for it
    size = 0
    while True:
        message = await receive()
        chunk = message.get("body", b"")
        size += len(chunk)
        if size <= limit:
            body.write(chunk)
        gone = message["type"] == "http.disconnect" or size > limit + HEARD_OUT
        if message.get("more_body") and not gone:
            continue
        if not gone and size <= limit:
            return body
        body.close()
        return None


async def _refuse_large(send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": "보낸 것이 너무 큽니다. / Too large.\n".encode()})


def _respond(environ: dict[str, Any]) -> Any:
    response = _handler(environ, _ignore_start)
    # Closing gives the database connection back, so it belongs into the thread that took it.
    if isinstance(response, live.Stream) or not response.streaming:
        response.close()
    return response


def _ignore_start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
    """WSGI's callback; the response object itself tells status and headers."""


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    lines: Iterable[tuple[str, str]] = [
        *response.items(),
        *(("Set-Cookie", cookie.OutputString()) for cookie in response.cookies.values()),
    ]
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in lines]


def environ(scope: dict[str, Any], body: bytes | IO[bytes]) -> dict[str, Any]:
    """The WSGI environment of an ASGI request; a body in a file is wherever its writer stopped."""
    sent = io.BytesIO(body) if isinstance(body, bytes) else body
    length = sent.seek(0, io.SEEK_END)
    sent.seek(0)
    client = scope.get("client") or ("", 0)
    server = scope.get("server") or ("", 0)
    found: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": scope.get("root_path", ""),
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0] or "localhost",
        "SERVER_PORT": str(server[1] or 80),
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "CONTENT_LENGTH": str(length),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": sent,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        # With an underscore a client could pass off a header as one that only the proxy sets.
        if "_" not in name and name != "content-length":
            _add(found, name, value)
    return found


def _add(found: dict[str, Any], name: str, value: str) -> None:
    key = "CONTENT_TYPE" if name == "content-type" else f"HTTP_{name.upper().replace('-', '_')}"
    joint = "; " if name == "cookie" else ","
    found[key] = f"{found[key]}{joint}{value}" if key in found else value
