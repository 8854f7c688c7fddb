"""Computer players choose among what they are offered, from what they see, within their time."""

from itertools import count

import pytest

from boardgames import dominate
from boardgames.bots import Luck, Table, choose
from boardgames.dominate import mind
from tests.boardgames.dominate.random_play import random_game
from tests.boardgames.dominate.table import setup_of

SEATS = ("alice", "bob", "carol", "dave")


def seat_of(state, seat: str) -> Table:
    return Table(dominate, mind, seat, dominate.view(state, (seat,)), dominate.options(state, seat))


def steps(start: float = 0):
    """A clock on which every look takes one second."""
    ticks = count(start)
    return lambda: next(ticks)


def play(strengths: dict[str, str], seed: int) -> str:
    """The winner of a whole game; who has no strength plays at random."""
    luck, state = Luck(seed), dominate.start(setup_of(SEATS))
    while not (awaits := dominate.awaits(state)).nobody:
        if awaits.chance:
            move = dominate.draw(state, luck)
        elif strength := strengths.get(awaits.seats[0]):
            move = choose(seat_of(state, awaits.seats[0]), strength, luck, clock=steps(), seconds=1)
        else:
            offered = dominate.options(state, awaits.seats[0])
            move = offered[luck.below(len(offered))]
        state = dominate.play(state, move).state
    return state.winners[0]


@pytest.mark.parametrize("strength", ["novice", "adept", "master"])
def test_every_strength_plays_offered_moves_only_and_the_same_from_the_same_luck(strength):
    for number, (state, _, _) in enumerate(random_game(7)):
        if number % 9 or not (seats := dominate.awaits(state).seats):
            continue
        table = seat_of(state, seats[0])
        chosen = {choose(table, strength, Luck(3), clock=steps(), seconds=1) for _ in range(2)}
        assert len(chosen) == 1
        assert chosen <= set(table.options)


def test_an_adept_beats_three_who_play_at_random():
    wins = sum(play({"bob": "adept"}, seed) == "bob" for seed in range(10))
    assert wins >= 8


def test_a_master_stops_when_the_time_is_over():
    state = next(state for state, move, _ in random_game(7) if type(move).__name__ == "Commit")
    looks = []

    def clock():
        looks.append(1)
        return float(len(looks))

    table = seat_of(state, dominate.awaits(state).seats[0])
    choose(table, "master", Luck(1), clock=clock, seconds=9)
    assert len(looks) <= 9 + 3


def test_the_only_move_needs_no_thought():
    state = next(state for state, _, _ in random_game(7) if dominate.awaits(state).seats)
    table = Table(dominate, None, "alice", None, dominate.options(state, dominate.awaits(state).seats[0])[:1])
    assert choose(table, "master", Luck(1)) == table.options[0]
