"""Which source file changed: for development, where the web server and the worker start anew with every one."""

import time
from collections.abc import Iterator
from pathlib import Path

EVERY = 0.5
"""Seconds between looks."""
SOURCES = ("*.py", "*.po")
LEFT_OUT = (".venv", "var", "tests")


def of(directory: Path) -> Iterator[Path]:
    """Each source below `directory` that came, went or changed, as soon as it did; forever."""
    before = _times(directory)
    while True:
        time.sleep(EVERY)
        now = _times(directory)
        if different := before.items() ^ now.items():
            before = now
            yield min(path for path, _ in different)


def _times(directory: Path) -> dict[Path, int]:
    rooms = [room for room in directory.iterdir() if room.is_dir() and room.name not in LEFT_OUT]
    found = (path for room in rooms for pattern in SOURCES for path in room.rglob(pattern))
    return {path.relative_to(directory): path.stat().st_mtime_ns for path in found}
