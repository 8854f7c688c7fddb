import random
from types import SimpleNamespace

import pytest

import config.celery  # noqa: F401  the worker's tasks go to the bus of the tests, as in the web process


@pytest.fixture(autouse=True)
def _static_by_name(settings):
    """Pages are drawn without collecting static files first."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}


@pytest.fixture(autouse=True)
def _the_same_chance(request, monkeypatch):
    """Cards lie, dice fall and computer players choose the same in every run of a test, and others in each test."""
    luck = random.Random(request.node.nodeid)
    monkeypatch.setattr("tabletop.chance.secrets", SimpleNamespace(randbelow=luck.randrange))
