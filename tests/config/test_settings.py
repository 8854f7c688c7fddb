"""What the environment may say, and what production answers to Django's own questions."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import settings
from tests.serving import environment

pytestmark = pytest.mark.once


@pytest.mark.parametrize(("said", "meant"), [("on", True), ("1", True), ("Yes", True), ("off", False), ("0", False)])
def test_a_switch_is_on_or_off(monkeypatch: pytest.MonkeyPatch, said: str, meant: bool) -> None:
    monkeypatch.setenv("HTTPS", said)
    assert settings.switch("HTTPS", default=not meant) is meant


@pytest.mark.parametrize("said", ["eight", "-1", "0", "70000", "8000.0", "８０００"])
def test_a_port_that_is_none_names_the_variable(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("PORT", said)
    with pytest.raises(ImproperlyConfigured, match=r"^PORT="):
        settings.number("PORT", 8000, least=1, most=65535)


def test_a_database_address_becomes_djangos_settings() -> None:
    found = settings.database("postgresql://gm:p%40ss@db.example:5433/war")
    expected = {"NAME": "war", "USER": "gm", "PASSWORD": "p@ss", "HOST": "db.example", "PORT": 5433}
    assert {name: found[name] for name in expected} == expected


def test_an_unknown_database_is_refused_without_showing_its_password() -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        settings.database("mysql://gm:secret@db.example/war")
    assert "secret" not in str(refused.value)


def test_production_settings_pass_djangos_deployment_check(tmp_path: Path) -> None:
    secret = "k3y-" * 16 + "0123456789abcdef"
    env = environment(HTTPS="on", SECRET_KEY=secret, ALLOWED_HOSTS="war.example", VAR_DIR=str(tmp_path))
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
