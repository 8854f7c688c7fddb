"""The web entrance: sync views whole in threads, streams on the loop, and nothing too large inside."""

import asyncio

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpResponse, StreamingHttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from config import asgi
from tabletop import live


@csrf_exempt
def echo(request, what):
    return HttpResponse(
        f"{request.method} {request.path} {request.GET.get('q')} {request.body.decode()} "
        f"{request.META.get('HTTP_X_REAL')} {request.COOKIES} {request.META['REMOTE_ADDR']}"
    )


def counted(request):
    return StreamingHttpResponse(iter([b"1,", b"2,", b"3"]))


def stream(request):
    audience = live.Audience("entrance", "record:1", (), "ko")
    return live.Stream(audience, user=1, scope="war", allowed=lambda: True)


@csrf_exempt
def measured(request):
    return HttpResponse(sum(len(chunk) for chunk in iter(lambda: request.read(65536), b"")))


urlpatterns = [
    path("restore/", measured),
    path("echo/<str:what>/", echo),
    path("counted/", counted),
    path("stream/", stream),
]


@pytest.fixture(autouse=True)
def _bare(settings, monkeypatch):
    """Only the entrance is under test: no middleware, and the addresses of this file."""
    settings.MIDDLEWARE, settings.ROOT_URLCONF = [], __name__
    monkeypatch.setattr(asgi, "_handler", WSGIHandler())


def get(where, *, method="GET", query=b"", body=b"", headers=()):
    """The messages that the application sends for one request."""
    sent = []
    inbox = iter(
        [{"type": "http.request", "body": body[i : i + 65536], "more_body": True} for i in range(0, len(body), 65536)]
    )

    async def receive():
        return next(inbox, {"type": "http.request", "body": b""})

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": where,
        "query_string": query,
        "http_version": "1.1",
        "headers": [(b"host", b"localhost"), *headers],
        "client": ("10.1.2.3", 5),
    }
    asyncio.run(asgi.application(scope, receive, send))
    return sent


def body_of(sent):
    return b"".join(message.get("body", b"") for message in sent)


def test_a_request_arrives_whole():
    headers = [(b"x-real", b"a"), (b"x-real", b"b"), (b"cookie", b"a=1"), (b"cookie", b"b=2")]
    sent = get("/echo/강타/", method="POST", query=b"q=%EB%B3%B4", body="본문".encode(), headers=headers)
    assert sent[0]["status"] == 200
    assert body_of(sent).decode() == "POST /echo/강타/ 보 본문 a,b {'a': '1', 'b': '2'} 10.1.2.3"


def test_a_header_with_an_underscore_cannot_pass_for_the_proxys():
    assert " None " in body_of(get("/echo/x/", headers=[(b"x_real", b"forged")])).decode()


def test_a_streamed_answer_comes_in_its_pieces():
    sent = get("/counted/")
    assert [message["body"] for message in sent[1:]] == [b"1,", b"2,", b"3", b""]


def test_ten_megabytes_are_refused_before_any_view():
    sent = get("/echo/x/", method="POST", body=b"x" * 10_000_000)
    assert sent[0]["status"] == 413


@pytest.mark.parametrize(("pieces", "heard"), [(10, 10), (1000, 68)])
def test_who_sends_too_much_is_heard_out_before_he_is_told_so_but_not_for_ever(pieces, heard):
    left, sent = [pieces], []

    async def receive():
        left[0] -= 1
        return {"type": "http.request", "body": b"x" * 1024 * 1024, "more_body": left[0] > 0}

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/echo/x/", "query_string": b"", "http_version": "1.1"}
    asyncio.run(asgi.application({**scope, "headers": [(b"host", b"localhost")]}, receive, send))
    assert (pieces - left[0], sent[0]["status"]) == (heard, 413)


@pytest.mark.usefixtures("redis_server")
def test_a_stream_has_no_length_and_begins_with_its_fragments(monkeypatch):
    monkeypatch.setitem(live._drawers, "entrance", lambda audience: {"a": '<p id="a">now</p>'})
    monkeypatch.setattr(live, "_hub", live.Hub())
    sent = []

    async def play():
        begun = asyncio.Event()

        async def receive():
            if not sent:
                return {"type": "http.request", "body": b""}
            await begun.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            sent.append(message)
            if len(sent) == 2:
                begun.set()

        scope = {"type": "http", "method": "GET", "path": "/stream/", "query_string": b"", "http_version": "1.1"}
        async with asyncio.timeout(5):
            await asgi.application({**scope, "headers": [(b"host", b"localhost")]}, receive, send)
        live.hub().close()

    asyncio.run(play())
    headers = dict(sent[0]["headers"])
    assert headers[b"content-type"] == b"text/event-stream"
    assert b"content-length" not in headers
    assert 'data: <p id="a">now</p>' in sent[1]["body"].decode()


def test_a_file_is_taken_where_files_come_in_and_waits_on_the_disk(settings):
    large = b"x" * (settings.REQUEST_BODY_LIMIT + 1)
    sent = get("/restore/", method="POST", body=large)
    assert (sent[0]["status"], sent[1]["body"]) == (200, str(len(large)).encode())
    assert get("/echo/restore/", method="POST", body=large)[0]["status"] == 413
