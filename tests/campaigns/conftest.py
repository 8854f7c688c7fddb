from types import SimpleNamespace

import pytest

from tests.campaigns.table import war


@pytest.fixture
def table(db: None) -> SimpleNamespace:
    return war()
