"""A table that owes something, without any game: what is owed is what the test says."""

from datetime import UTC, datetime, time
from types import SimpleNamespace

import pytest

from campaigns.models import Deadlines
from campaigns.reminders import owing
from campaigns.reminders.owing import Debt

ASKED = datetime(2026, 11, 10, 3, tzinfo=UTC)
"""Noon in Seoul."""


def debt(table: SimpleNamespace, *who: str, key: str = "fight:abc:1", **more: object) -> Debt:
    seats = tuple(getattr(table, name).pk for name in who)
    values = {
        "kind": "plan",
        "title": "부두의 결투",
        "path": f"/c/{table.code}/fights/abc/",
        "since": ASKED,
        "round": 1,
        "lent": True,
        **more,
    }
    return Debt(key=key, seats=seats, **values)


def owe(monkeypatch: pytest.MonkeyPatch, *debts: Debt) -> None:
    """From here on this is what the campaign owes, and nothing else."""
    monkeypatch.setattr(owing, "SOURCES", [lambda campaign: debts])


def rules(table: SimpleNamespace, **how: object) -> Deadlines:
    values = {"hours": 24, "before": [12, 2], "quiet_from": time(23), "quiet_to": time(8), "origin": "https://war.test"}
    Deadlines.objects.filter(campaign=table.campaign).delete()
    made = Deadlines.objects.create(campaign=table.campaign, **{**values, **how})
    table.campaign.refresh_from_db()
    return made
