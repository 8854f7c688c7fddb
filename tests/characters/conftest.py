from types import SimpleNamespace

import pytest

from characters import sheets
from tests.campaigns.table import war
from tests.characters.sheets import EMI, SABER


@pytest.fixture
def table(db: None) -> SimpleNamespace:
    """The cast; `saber` and her Master `emi` are alice's."""
    table = war()
    table.emi = sheets.create(table.campaign, EMI, by=table.alice.user, owner=table.alice)
    table.saber = sheets.create(table.campaign, SABER, by=table.alice.user, owner=table.alice)
    return table
