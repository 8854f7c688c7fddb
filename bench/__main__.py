"""All measurements as one table; names of modules narrow it down: `python -m bench fight pages`."""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from pkgutil import iter_modules
from unicodedata import east_asian_width

type Row = tuple[str, ...]

LONG = frozenset({"strength"})
"""Takes so long that it is measured only when it is named."""

HEAD: Row = ("what", "figure", "limit", "command")


def modules() -> list[str]:
    return sorted(
        module.name for module in iter_modules([str(Path(__file__).parent)]) if not module.name.startswith("_")
    )


def chosen(names: list[str]) -> list[str]:
    """What is to be measured; with anything that is no module nothing is, and a sentence names those that there are."""
    if set(names) & {"-h", "--help"}:
        print(_usage())
        sys.exit()
    if unknown := [name for name in names if name not in modules()]:
        sys.exit(f"{', '.join(unknown)}: no such module. {_usage()}")
    return names or [name for name in modules() if name not in LONG]


def _usage() -> str:
    return (
        f"python -m bench measures what it is given of {', '.join(modules())}; "
        f"without a name, all but {', '.join(sorted(LONG))}."
    )


def measured(names: list[str]) -> Iterator[Row]:
    """Each part in a process of its own: what one has loaded and set up must not weigh on the next."""
    for name in names:
        part = f"import json; from bench.{name} import rows; print(json.dumps(rows()))"
        done = subprocess.run([sys.executable, "-c", part], stdout=subprocess.PIPE, text=True, check=True)
        yield from ((*row, f"python -m bench {name}") for row in json.loads(done.stdout.splitlines()[-1]))


def machine() -> str:
    """Figures mean something only beside the machine they were taken on."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (
        f"{_processor()}, {cores} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}"
    )


def _processor() -> str:
    about = Path("/proc/cpuinfo")
    lines = about.read_text().splitlines() if about.exists() else []
    named = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or "unknown processor")


def table(rows: list[Row]) -> str:
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(_padded(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def _width(text: str) -> int:
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


if __name__ == "__main__":
    names = chosen(sys.argv[1:])
    print(machine(), end="\n\n", flush=True)
    print(table([HEAD, *measured(names)]))
