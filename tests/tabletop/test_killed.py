"""Accepted means stored: a process that is killed in the middle of writing leaves every move it accepted, and no half one."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tabletop import records, referee

WRITER = """
import sys
sys.path.insert(0, ".")
import django
django.setup()
from tabletop import game, referee
game.GAMES["pennies"] = "tests.tabletop.pennies"
face = 0
while True:
    face = 1 - face
    move = {"by": "alice", "do": "hide", "face": ("heads", "tails")[face]}
    accepted = referee.play(int(sys.argv[1]), seat="alice", move=move, by=None, sealed=True)
    print(accepted.seq, flush=True)
"""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("moves", [3, 17])
def test_every_accepted_move_is_there_after_kill_9(coin, moves, tmp_path):
    record = referee.open_record("pennies", {}, {})
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(record.pk)],
        cwd=settings.BASE_DIR,
        env={**os.environ, **_this_database(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    accepted = [int(writer.stdout.readline()) for _ in range(moves)]
    writer.send_signal(signal.SIGKILL)
    accepted += [int(line) for line in writer.stdout.read().split("\n") if line.strip()]
    writer.wait()
    record.refresh_from_db()
    seqs = list(record.entries.values_list("seq", flat=True))
    assert accepted == list(range(1, len(accepted) + 1))
    assert seqs == list(range(1, record.seq + 1))
    assert set(accepted) <= set(seqs)
    assert all(entry.seal for entry in record.entries.all())
    records.load(record)


def _this_database(var: Path) -> dict[str, str]:
    """The environment in which another process finds the database of this test."""
    found = connection.settings_dict
    if connection.vendor == "sqlite":
        url = f"sqlite://{found['NAME']}"
    else:
        url = f"postgresql://{found['USER']}:{found['PASSWORD']}@{found['HOST']}:{found['PORT']}/{found['NAME']}"
    return {
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "REDIS_URL": settings.REDIS_URL,
        "SECRET_KEY": "of a test",
        "VAR_DIR": str(var),
    }
