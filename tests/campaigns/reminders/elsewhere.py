"""The servers of others: a webhook or a push service that keeps what it was sent, and a mail server."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest

from campaigns.reminders import outside


@contextmanager
def web_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """Answers every POST with what is in `answers` (a status and headers), the last one for ever; in `got` is what came.

    Every host that we speak to is this one; `hosts` are their names.
    """
    there = SimpleNamespace(answers=[(204, {})], got=[], hosts=[])

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            there.got.append(SimpleNamespace(path=self.path, headers=self.headers, body=body))
            status, headers = there.answers[0] if len(there.answers) == 1 else there.answers.pop(0)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    def connect(host: str) -> HTTPConnection:
        there.hosts.append(host)
        return HTTPConnection("127.0.0.1", server.server_port, timeout=5)

    monkeypatch.setattr(outside, "connect", connect)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield there
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def mail_server(*, refuses: bool = False) -> Iterator[SimpleNamespace]:
    """Speaks as much SMTP as it takes to be given mails; `letters` are (recipient, text)."""
    listening = socket.create_server(("127.0.0.1", 0))
    there = SimpleNamespace(port=listening.getsockname()[1], letters=[])

    def serve() -> None:
        while True:
            try:
                client, _ = listening.accept()
            except OSError:
                return
            with client, client.makefile("rwb") as talk:
                _speak(talk, there, refuses)

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield there
    finally:
        listening.close()


def _speak(talk, there, refuses):
    def say(line):
        talk.write(line.encode() + b"\r\n")
        talk.flush()

    to = ""
    say("220 here")
    while line := talk.readline().decode().strip():
        match line[:4].upper():
            case "RCPT" if refuses:
                say("550 nobody")
            case "RCPT":
                to = line.partition("<")[2].rstrip(">")
                say("250 ok")
            case "DATA":
                say("354 go")
                text = b""
                while (row := talk.readline()) != b".\r\n":
                    text += row
                there.letters.append((to, text.decode()))
                say("250 kept")
            case "QUIT":
                say("221 bye")
                return
            case _:
                say("250 ok")
