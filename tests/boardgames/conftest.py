import pytest

import config.celery  # noqa: F401  the worker's tasks go to the bus of the tests, as in the web process


@pytest.fixture(autouse=True)
def _static_by_name(settings):
    """Pages are drawn without collecting static files first."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
