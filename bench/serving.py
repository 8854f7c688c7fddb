"""`serve` itself: how soon the first page comes, how soon it is gone, and what it holds."""

import os
import signal
import tempfile
import time
import urllib.request
from collections.abc import Iterable
from pathlib import Path

READERS = 20


def rows() -> list[tuple[str, str, str]]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from tests.serving import serving
    from tests.tabletop.test_serve import FIGHT

    with tempfile.TemporaryDirectory(prefix="grailkeeper-bench-") as directory:
        var = Path(directory) / "var"
        with serving(var) as first:
            first.end(signal.SIGINT)
        began = time.perf_counter()
        with serving(var) as second:
            started = time.perf_counter() - began
            path, session = second.python(FIGHT).split()
            request = urllib.request.Request(second.address + path, headers={"Cookie": f"sessionid={session}"})  # noqa: S310
            streams = [urllib.request.urlopen(request, timeout=10) for _ in range(READERS)]  # noqa: S310
            for stream in streams:
                stream.readline()
            second.pid_of("celery")
            held = _megabytes(second.belonging())
            began = time.perf_counter()
            second.end(signal.SIGINT)
            ended = time.perf_counter() - began
    return [
        ("second start until the first page", f"{started:.2f} s", "< 3 s"),
        (f"Ctrl-C with {READERS} streams open until all have ended", f"{ended:.2f} s", "< 2 s"),
        ("memory of pages, worker, its schedule and Redis together", f"{held:.0f} MB", "—"),
    ]


def _megabytes(processes: Iterable[int]) -> float:
    """What they hold together; what they have in common counts once."""
    shares = (Path(f"/proc/{process}/smaps_rollup").read_text() for process in processes)
    return sum(int(share.split("\nPss:")[1].split()[0]) for share in shares) / 1024
