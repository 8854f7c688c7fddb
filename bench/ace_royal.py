"""Ace Royal on one core: whole games, legal moves of any state, one move, views."""

import time
from statistics import median, quantiles
from typing import Any

import msgspec

from bench.dominate import Luck, milliseconds
from boardgames import ace_royal
from boardgames.ace_royal.moves import Spell

GAMES = 100
SEATS = ("alice", "bob", "carol", "dave")


def setup() -> Any:
    seats = [{"id": seat} for seat in SEATS]
    return ace_royal.read_setup({"format": "grailkeeper/ace-royal", "version": 1, "set": "lantern-war", "seats": seats})


def game(seed: int, *, thrifty: bool) -> list[tuple[Any, Any]]:
    """(state, move) of a whole game from the options; the thrifty keep their command spells, so that games last."""
    luck, state, played = Luck(seed), ace_royal.start(setup()), []
    while not (awaits := ace_royal.awaits(state)).nobody:
        if awaits.chance:
            move = ace_royal.draw(state, luck)
        else:
            offered = ace_royal.options(state, awaits.seats[0])
            calm = [option for option in offered if not isinstance(option, Spell)] if thrifty else []
            move = (calm or offered)[luck.below(len(calm or offered))]
        played.append((state, move))
        state = ace_royal.play(state, move).state
    return played


def rows() -> list[tuple[str, str, str]]:
    begun = time.perf_counter()
    for seed in range(GAMES):
        game(seed, thrifty=False)
    per_second = GAMES / (time.perf_counter() - begun)
    begun = time.perf_counter()
    games = [game(seed, thrifty=True) for seed in range(GAMES)]
    long_per_second = GAMES / (time.perf_counter() - begun)
    asked = [(state, move) for moves in games for state, move in moves if move.by != "chance"]
    offers = [milliseconds(lambda s=state, m=move: ace_royal.options(s, m.by)) for state, move in asked]
    plays = [milliseconds(lambda s=state, m=move: ace_royal.play(s, m)) for state, move in asked]
    views = [milliseconds(lambda s=state, m=move: ace_royal.view(s, (m.by,))) for state, move in asked[::7]]
    moves = sum(map(len, games)) // GAMES
    return [
        ("Ace Royal: random complete games of 4", f"{per_second:.0f}/s", "≥ 40/s"),
        (f"Ace Royal: the same, sparing spells ({moves} moves)", f"{long_per_second:.0f}/s", ""),
        ("Ace Royal: legal moves of a state, median", f"{median(offers):.3f} ms", "< 2 ms"),
        ("Ace Royal: legal moves of a state, 99 of 100", f"{quantiles(offers, n=100)[98]:.3f} ms", ""),
        ("Ace Royal: one move, median", f"{median(plays):.3f} ms", ""),
        ("Ace Royal: view of a seat, median", f"{median(views):.3f} ms", ""),
        ("Ace Royal: state at the end as JSON", f"{len(msgspec.json.encode(games[0][-1][0])) // 1024} KiB", ""),
    ]
