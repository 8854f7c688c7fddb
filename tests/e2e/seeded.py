"""What people had done before a test begins, put on the running server by a program beside it.

python -m tests.e2e.seeded    reads what is wanted, a line of JSON each, and prints where it is, a line of JSON each.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.serving import Serving

_beside: dict[Path, subprocess.Popen[str]] = {}
"""The program of each server, by the data that both are on; it ends with the tests, when nobody can ask it any more."""


def seeded(server: Serving, what: str, **how: Any) -> dict[str, Any]:
    """Addresses and cookies of what there is now in the database of `server`: a "war", a "fight" in it, or a "melee"."""
    if server.var not in _beside:
        command = [sys.executable, "-m", "tests.e2e.seeded"]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        _beside[server.var] = subprocess.Popen(command, env=server.env, text=True, **pipes)
    beside = _beside[server.var]
    print(json.dumps({"what": what, **how}), file=beside.stdin, flush=True)
    said = beside.stdout.readline()
    assert said, f"{what} could not be put there; why stands above"
    return json.loads(said)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from tests.e2e import seeds

    for line in sys.stdin:
        wanted = json.loads(line)
        print(json.dumps(getattr(seeds, wanted.pop("what"))(**wanted)), flush=True)


if __name__ == "__main__":
    main()
