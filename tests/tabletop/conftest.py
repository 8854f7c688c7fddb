import pytest

from campaigns.models import User
from tabletop import game, live, referee


class Loaded:
    """Chance that always says `value`."""

    def __init__(self, value):
        self.value = value

    def below(self, bound):
        return self.value

    def shuffled(self, items):
        return tuple(items)


@pytest.fixture(autouse=True)
def pennies(monkeypatch):
    monkeypatch.setitem(game.GAMES, "pennies", "tests.tabletop.pennies")


@pytest.fixture
def coin(monkeypatch):
    """Every toss shows heads, so that a game goes on; `coin.value = 1` ends it."""
    loaded = Loaded(0)
    monkeypatch.setattr(referee, "CHANCE", loaded)
    return loaded


@pytest.fixture
def said(monkeypatch):
    """What is published, in order: (topic, seats)."""
    heard = []
    monkeypatch.setattr(live, "publish", lambda topic, seats: heard.append((topic, seats)))
    return heard


@pytest.fixture
def people(db):
    return {name: User.objects.create_user(None, nickname=name) for name in ("gm", "alice", "bob", "eve")}


@pytest.fixture
def record(people, coin):
    return referee.open_record("pennies", {"purse": 3}, {"alice": people["alice"], "bob": people["bob"]})
