"""`python -m bench` says what it can measure."""

import subprocess
import sys

import pytest
from django.conf import settings

pytestmark = pytest.mark.once


def asked(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bench", *words], cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=60
    )


def test_help_names_every_module_in_a_sentence():
    told = asked("--help")
    assert told.returncode == 0 and not told.stderr
    assert told.stdout.count("\n") == 1 and "campaign" in told.stdout and "strength" in told.stdout
    assert "_table" not in told.stdout


@pytest.mark.parametrize("words", [("chronicle",), ("campaign", "--fast"), ("_table",)])
def test_of_a_module_that_is_not_there_a_sentence_is_said_and_nothing_measured(words):
    told = asked(*words)
    assert told.returncode == 1 and not told.stdout
    assert words[-1] in told.stderr and "campaign" in told.stderr and told.stderr.count("\n") == 1
