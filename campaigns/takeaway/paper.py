"""A session log on paper: a PDF that the worker makes for whoever asks, where the extra of that name is installed.

It is kept for a day under the word of its job, which only who asked for it knows.
"""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec
from django.conf import settings
from django.utils import timezone, translation

from campaigns.models import Seat, new_token
from campaigns.takeaway import eyes, formats, session
from campaigns.takeaway.keeping import FORGOTTEN
from tabletop import jobs

MOST: Final = 2_000
"""Lines on paper: some hundred pages, which take a minute or two."""

HEARTBEAT: Final = 10
"""Seconds between two words of a worker that sets a long log."""


class Printing(jobs.Job, frozen=True, kw_only=True):
    """A log that is being set: what was picked, for whose eyes, and in which language."""

    reader: str
    title: str
    picked: tuple[str, ...]
    language: str


PRINTING = jobs.Shelf("paper", Printing)


def available() -> bool:
    return find_spec("weasyprint") is not None


def begin(seat: Seat, reader: str, title: str, picked: tuple[str, ...]) -> Printing:
    """Raises `Unreachable`."""
    said = translation.get_language() or settings.LANGUAGE_CODE
    job = Printing(code=new_token(), seat=seat.pk, total=1, reader=reader, title=title, picked=picked, language=said)
    return PRINTING.begin(job)


def work(code: str) -> None:
    """The worker's side. What the reader may see is asked now."""
    job = PRINTING.found(code)
    if job is None or job.over:
        return
    meter = PRINTING.meter(job)
    try:
        with _alive(meter):
            _laid(_path(code), _made(job))
    except Exception:
        PRINTING.keep(msgspec.structs.replace(meter.job, state="failed"))
        raise
    PRINTING.keep(msgspec.structs.replace(meter.job, state="done"))


def _laid(path: Path, data: bytes) -> None:
    _clear()
    path.touch(mode=0o600)
    path.write_bytes(data)


def file_of(job: Printing) -> Path | None:
    path = _path(job.code)
    return path if job.state == "done" and path.is_file() else None


def _made(job: Printing) -> bytes:
    seat = Seat.objects.select_related("campaign", "user").get(pk=job.seat, removed_at=None)
    reader = eyes.lent(seat, job.reader)
    if reader is None:
        raise PermissionError(job.reader)
    with translation.override(job.language):
        return formats.as_pdf(session.compose(reader, job.title, job.picked), reader)


@contextmanager
def _alive(meter: jobs.Meter[Printing]) -> Iterator[None]:
    """Setting a log tells nothing while it goes on; a worker that is silent is taken for dead."""
    over = threading.Event()

    def say() -> None:
        while not over.wait(HEARTBEAT):
            with suppress(jobs.Cancelled, jobs.Unreachable):
                meter.tell(0)

    thread = threading.Thread(target=say, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _path(code: str) -> Path:
    assert re.fullmatch(r"[\w-]+", code)
    folder = Path(settings.VAR) / "papers"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / f"{code}.pdf"


def _clear() -> None:
    long_ago = (timezone.now() - FORGOTTEN).timestamp()
    for path in (Path(settings.VAR) / "papers").glob("*.pdf"):
        if path.stat().st_mtime < long_ago:
            path.unlink(missing_ok=True)
