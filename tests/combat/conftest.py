import pytest

from tests.combat import war as wars


@pytest.fixture
def war(db):
    return wars.war()


@pytest.fixture(autouse=True)
def _static_by_name(settings):
    """Pages are drawn without collecting static files first."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
