"""A few of the many games (`python -m tests.boardgames.many_games 10000` plays them all)."""

import pytest

from tests.boardgames.many_games import GAMES

SIZES = [(name, seats) for name, (_, sizes) in GAMES.items() for seats in sizes]


@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_a_random_game_at_every_size_of_table_keeps_what_must_hold(name, seats):
    play, _ = GAMES[name]
    for seed in range(2):
        play(seed, seats)
