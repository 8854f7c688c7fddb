"""What every test may ask for. Tests that touch the database get the Redis-compatible server with it."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache

from tests.servers import redis_at


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # the process that started the workers tidies up after all of them
        shutil.rmtree(os.environ["GRAILKEEPER_TEST_DIR"], ignore_errors=True)


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    """The address of this process's own server, as production has it in settings.REDIS_URL."""
    with redis_at(settings.REDIS_URL, Path(settings.VAR)):
        yield settings.REDIS_URL


@pytest.fixture(scope="session")
def django_db_setup(redis_server: str, django_db_setup: None) -> None:
    """Writing publishes, so there is no database without the bus."""


@pytest.fixture(autouse=True)
def _forgetful_redis(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test meets what another one left in the cache or the rate limits."""
    yield
    if "redis_server" in request.fixturenames or "django_db_setup" in request.fixturenames:
        cache.clear()
