"""`make install` finds a Python that runs, whatever the names on the path promise."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.once


def environment(folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run tools/environment in an empty project whose only programs besides the system's are those in `folder`."""
    (folder / "requirements.lock").write_text("")
    path = f"{folder}:/usr/bin:/bin"
    return subprocess.run(
        ["sh", settings.BASE_DIR / "tools" / "environment", "requirements.lock"],
        cwd=folder,
        env={"PATH": path, "HOME": str(folder), **env},
        capture_output=True,
        text=True,
    )


def program(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def test_a_shim_that_does_not_run_is_passed_over_and_the_environment_is_made_once(tmp_path: Path) -> None:
    program(tmp_path / "python3.13", "echo 'pyenv: python3.13: command not found' >&2; exit 127")
    program(tmp_path / "python3", f'exec "{os.path.realpath(sys.executable)}" "$@"')
    names = {"PYTHON": "python3.13 python3"}
    first = environment(tmp_path, **names)
    assert first.returncode == 0, first.stderr
    assert (tmp_path / ".venv" / "bin" / "python").exists()
    assert environment(tmp_path, **names).stdout == ""


def test_without_a_python_that_is_new_enough_a_sentence_says_so(tmp_path: Path) -> None:
    program(tmp_path / "python3", "exit 1")  # as an older Python answers the question for its version
    done = environment(tmp_path, PYTHON="python3")
    assert done.returncode == 1
    assert done.stderr.startswith("Grailkeeper needs Python 3.12 or newer, or uv.")
    assert not (tmp_path / ".venv").exists()
