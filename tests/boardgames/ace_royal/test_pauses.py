"""Where the screens must not go on at once: every pause of random games is a state that can be shown, told as far as it is."""

import random

import pytest

from boardgames import ace_royal
from boardgames.ace_royal.pauses import moment, pauses
from boardgames.ace_royal.play import asked
from tests.boardgames.ace_royal.random_games import any_house_rules, whole_game
from tests.boardgames.ace_royal.table import Table, move_of


def kinds(text, **options):
    """What the last of the moves goes by in silence."""
    at = Table(**options)
    *before, last = text
    at.say(*before)
    return [type(asked(one.state)).__name__ for one in pauses(at.state, ace_royal.read_move(move_of(last)))]


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("seed", range(4))
def test_every_pause_of_a_game_can_be_shown(players, seed):
    rules = any_house_rules(random.Random(seed))
    for before, move, played in whole_game(seed, players=players, moves=400, **rules):
        told = 0
        for pause in pauses(before, move):
            here = moment(pause.state)
            assert here is not None and set(here.order) <= set(pause.state.masters) and here.order
            events = pause.report.events
            assert events == played.report.events[: len(events)] and len(events) >= told
            told = len(events)
            for seat in (*pause.state.masters, ""):
                view = ace_royal.view(pause.state, (seat,) if seat else ())
                assert view.waiting_for and view.waiting_for["who"] != ""
        if (here := moment(played.state)) is not None:
            assert here.asked in here.order


def test_AC_21_a_scene_that_nobody_can_answer_is_paused_at():
    hands = {"alice": "L-S03 L-K01 L-K02 L-K03"}
    assert kinds(["alice use L-S03"], hands=hands) == ["NegateQuestion"]


def test_AC_21_who_is_asked_in_truth_is_no_pause():
    hands = {"alice": "L-S03 L-K01 L-K02 L-K03", "bob": "L-S14"}
    assert kinds(["alice use L-S03"], hands=hands) == []


def test_at_the_end_of_a_phase_in_which_nobody_would_fall_nothing_is_paused_at():
    assert kinds(["alice done"]) == []
