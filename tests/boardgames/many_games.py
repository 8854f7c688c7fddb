"""Thousands of random games at every size of table, each looked at after every move (4.3 and 4.4 of the rules).

python -m tests.boardgames.many_games                  200 games per size, both games
python -m tests.boardgames.many_games 10000 dominate 4
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Callable

from boardgames import ace_royal
from boardgames.ace_royal.cards import SHIPPED
from boardgames.ace_royal.servant import cannot_assault
from tests.boardgames.ace_royal.random_games import any_house_rules, whole_game
from tests.boardgames.ace_royal.test_invariants import all_cards
from tests.boardgames.dominate.random_play import random_game
from tests.boardgames.dominate.test_invariants import check_cards, check_decks, check_reports, check_tokens


def dominate_game(seed: int, seats: int) -> None:
    """Cards, tokens, decks and reports after every move; who is out stays out, and the game ends."""
    left, state = seats, None
    for _, _, played in random_game(seed, seats=seats):
        state = played.state
        check_cards(state)
        check_tokens(state)
        check_decks(state)
        in_game = sum(player.state != "out" for player in state.players)
        assert in_game <= left
        left = in_game
    assert state is not None
    check_reports(state)
    assert len(state.winners) == 1 or state.ended_by == "shared"


def ace_royal_game(seed: int, seats: int) -> None:
    """Cards are conserved, nothing is below zero, coins kill, and nobody assaults who cannot."""
    deck, state = Counter(SHIPPED.deck), None
    for before, _, played in whole_game(seed, players=seats, moves=4000, **any_house_rules(random.Random(seed))):
        state = played.state
        assert not state.turn or all_cards(state) == deck
        assert all(min(master.mana, master.spells, master.coins) >= 0 for master in state.masters.values())
        for turn in state.turns[len(before.turns) :]:
            assert state.outcome.ended or turn.seats[turn.player].hand <= 4
        if state.combat and (before.combat is None):
            assert not cannot_assault(state, state.masters[state.combat.assaulter])
    assert state is not None
    assert ace_royal.awaits(state).nobody or len(state.turns) > 100


GAMES: dict[str, tuple[Callable[[int, int], None], range]] = {
    "dominate": (dominate_game, range(3, 8)),
    "ace-royal": (ace_royal_game, range(2, 8)),
}


def run(games: int, names: list[str], sizes: list[int]) -> None:
    for name in names or list(GAMES):
        play, possible = GAMES[name]
        for seats in sizes or possible:
            begun = time.perf_counter()
            for seed in range(games):
                try:
                    play(seed, seats)
                except Exception as wrong:
                    raise SystemExit(f"{name}, {seats} seats, seed {seed}: {wrong!r}") from wrong
            print(f"{name}, {seats} seats: {games} games in {time.perf_counter() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    words = sys.argv[1:]
    numbers = [int(word) for word in words if word.isdigit()]
    run(next(iter(numbers), 200), [word for word in words if word in GAMES], numbers[1:])
