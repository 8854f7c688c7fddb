"""The borders between the rooms of the house."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.serving import environment

PURE = "combat.rules, boardgames.dominate, boardgames.ace_royal, tabletop.game, tabletop.strict_json"

pytestmark = pytest.mark.once


def test_I_1_no_room_imports_what_its_contract_forbids() -> None:
    linter = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports())"
    done = subprocess.run([sys.executable, "-c", linter], cwd=settings.BASE_DIR, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_I_1_the_rules_load_in_a_python_that_has_no_framework() -> None:
    loaded = f"import sys, {PURE}; print(*sorted(sys.modules.keys() & {{'django', 'redis', 'celery', 'babel'}}))"
    done = subprocess.run([sys.executable, "-c", loaded], cwd=settings.BASE_DIR, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("\n", "")


def test_I_7_only_the_referee_appends_to_a_log() -> None:
    append = re.compile(
        r"\b(Entry\.objects|entries)\.(a?create|a?bulk_create|a?get_or_create|a?update_or_create|add)\b"
    )
    rooms = ("boardgames", "campaigns", "characters", "combat", "config", "tabletop")
    files = (file for room in rooms for file in (settings.BASE_DIR / room).rglob("*.py"))
    appending = {str(file.relative_to(settings.BASE_DIR)) for file in files if append.search(file.read_text())}
    assert appending == {"tabletop/referee.py"}


def test_a_command_that_judges_records_loads_neither_redis_nor_celery_nor_babel(tmp_path: Path) -> None:
    loaded = "import sys, django; django.setup(); print(*sorted(sys.modules.keys() & {'redis', 'kombu', 'babel'}))"
    env = environment(DJANGO_SETTINGS_MODULE="config.settings", VAR_DIR=str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", loaded], cwd=settings.BASE_DIR, env=env, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("\n", "")
