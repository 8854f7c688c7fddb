"""`serve --reload` sees that a source came or changed, and nothing else."""

from pathlib import Path
from threading import Timer

import pytest

from tabletop.serving import changes


def test_the_source_that_came_is_named_and_what_is_no_source_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "EVERY", 0.01)
    for room in ("combat", "var"):
        (tmp_path / room).mkdir()

    def write() -> None:
        for name in ("combat/notes.txt", "var/made.py", "combat/plan.py"):
            (tmp_path / name).write_text("")

    Timer(0.1, write).start()
    assert next(changes.of(tmp_path)) == Path("combat/plan.py")
