"""What every test may ask for. Tests that touch the database get the Redis-compatible server with it."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from django.db.backends.base.operations import BaseDatabaseOperations
from django.test import TransactionTestCase

from config import celery  # noqa: F401 - as the web entrance does, so that tasks go to our own broker
from tabletop import catalogs, records
from tests.servers import redis_at

# How long an example takes says something about the machine and what else it does, not about the code.
hypothesis.settings.register_profile("suite", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("suite")


GUARDING = ("tabletop.migrations.0002_entries_stay", "characters.migrations.0004_ledger_entries_stay")
"""The migrations whose triggers guard a log; `SQLITE` in them is pairs of statements that set one and take it away."""


SHARED = {"db", "transactional_db", "django_db_setup", "live_server", "redis_server"}
"""The fixtures by which a test gets at the database or the bus, whatever else it asks for."""


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        catalogs.compile_stale(settings.LOCALE_PATHS)


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What asks for neither the database nor the bus cannot reach them, so it runs once."""
    for item in items:
        if not _shares(item):
            item.add_marker(pytest.mark.once)


def _shares(item: pytest.Item) -> bool:
    """Whether a test gets at the database or the bus."""
    of_django = issubclass(getattr(item, "cls", None) or object, TransactionTestCase)
    asked = SHARED.intersection(getattr(item, "fixturenames", ()))
    return of_django or bool(asked) or item.get_closest_marker("django_db") is not None


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


@pytest.fixture(autouse=True)
def _forgetful_table() -> Iterator[None]:
    """Rolled-back tests use the same primary keys again, so no state is kept over from one to the next."""
    records.forget()
    yield


EMPTIED = {
    "sqlite": "INSERT INTO campaigns_search (campaigns_search) VALUES ('delete-all')",
    "postgresql": "TRUNCATE campaigns_search",
}
"""The index of the search is no model, so a flush leaves it as it was; the next war with the same key would find what it held."""


@pytest.fixture(scope="session", autouse=True)
def _flushable_log() -> Iterator[None]:
    """Emptying the database between tests must get past the triggers that guard the log (PostgreSQL truncates instead)."""
    guards = [guard for migration in GUARDING for guard in import_module(migration).SQLITE]
    flush = BaseDatabaseOperations.execute_sql_flush

    def unguarded(self: BaseDatabaseOperations, statements: list[str]) -> None:
        vendor = self.connection.vendor
        with self.connection.cursor() as cursor:
            for create, drop in guards if vendor == "sqlite" else ():
                cursor.execute(drop)
                statements = [*statements, create]
        flush(self, [*statements, EMPTIED[vendor]])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseOperations, "execute_sql_flush", unguarded)
        yield
