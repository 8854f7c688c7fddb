"""What the terminal says when something from outside is refused."""

import io
import logging

import pytest
from django.test import Client

from config import settings


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What is written to the terminal."""
    terminal = io.StringIO()
    for name in ("django", "django.security"):
        for handler in logging.getLogger(name).handlers:
            if handler.name in settings.LOGGING["handlers"]:
                monkeypatch.setattr(handler, "stream", terminal)
    return terminal


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "logger"),
    [
        ({"path": "/", "headers": {"host": "else where"}}, "django.security.DisallowedHost"),
        (
            {"path": "/login/", "method": "POST", "data": b"x=" + bytes(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)},
            "django.security.RequestDataTooBig",
        ),
    ],
    ids=["host", "body"],
)
def test_what_is_refused_at_the_door_is_one_line(said: io.StringIO, sent: dict, logger: str) -> None:
    how = {"method": "GET", "content_type": "application/x-www-form-urlencoded", **sent}
    answer = Client(raise_request_exception=False).generic(**how)
    assert answer.status_code == 400
    (line,) = said.getvalue().splitlines()
    assert f" ERROR {logger}: " in line
    assert "Traceback" not in line


def test_a_name_with_a_line_break_stays_in_its_line(said: io.StringIO) -> None:
    logging.getLogger("django.security.SuspiciousFileOperation").error("no such place: %s", "a\n2026 ERROR x: fine")
    assert len(said.getvalue().splitlines()) == 1


def test_an_error_of_our_own_keeps_its_traceback(said: io.StringIO) -> None:
    try:
        raise RuntimeError("lost")
    except RuntimeError:
        logging.getLogger("django.request").exception("Internal Server Error")
    assert "Traceback" in said.getvalue() and "RuntimeError: lost" in said.getvalue()
