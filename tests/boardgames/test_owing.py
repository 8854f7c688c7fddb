"""Board games by post remind people of their move; of what nobody may know they tell nothing."""

from datetime import timedelta

import pytest

from boardgames import deadlines, passing
from boardgames import owing as of_games
from campaigns.models import Deadlines
from campaigns.reminders import owing
from campaigns.reminders.clock import OVER
from tests.boardgames.tables import dominate_table


@pytest.fixture
def at(db):
    found = dominate_table("alice", "bob", "novice")
    found.until("seat-1")
    return found


def by_post(at, term=deadlines.DAY):
    at.game.term = term
    at.game.save()
    return list(of_games.of_games(at.game.campaign))


def test_a_game_at_one_sitting_reminds_nobody(at):
    assert by_post(at, None) == []


def test_whose_turn_it_is_owes_a_move_until_the_games_own_time_is_over(at):
    (debt,) = by_post(at)
    alice = at.game.campaign.seats.get(user__nickname="alice")
    assert (debt.kind, debt.title, debt.seats, debt.public) == ("move", at.game.title, (alice.pk,), True)
    assert debt.until == deadlines.due_at(at.game) == debt.since + timedelta(days=1)
    rules = Deadlines(hours=1, before=[])
    assert owing.until(rules, debt) == debt.until
    assert owing.moment(rules, debt, debt.until) == OVER


def test_the_same_debt_keeps_its_key(at):
    assert by_post(at)[0].key == by_post(at)[0].key


def test_nothing_is_told_of_a_window(at, monkeypatch):
    monkeypatch.setattr(passing, "in_window", lambda game: True)
    assert by_post(at) == []


def test_who_was_removed_is_reminded_of_nothing(at):
    at.game.campaign.seats.filter(user__nickname="alice").update(removed_at=at.game.at)
    assert by_post(at) == []


def test_the_debts_of_a_war_hold_those_of_its_games(at):
    by_post(at)
    assert [debt.kind for debt in owing.debts(at.game.campaign)] == ["move"]
