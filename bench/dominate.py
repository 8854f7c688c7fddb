"""Dominate Grail War on one core: whole games, legal moves of any state, one move, views."""

import random
import time
from collections.abc import Callable, Sequence
from statistics import median, quantiles
from typing import Any

import msgspec

from boardgames import dominate

GAMES = 60
SEATS = ("alice", "bob", "carol", "dave")


class Luck:
    """A `Chance` from a seed, so that every run measures the same games."""

    def __init__(self, seed: int):
        self._random = random.Random(seed)  # noqa: S311

    def below(self, bound: int) -> int:
        return self._random.randrange(bound)

    def shuffled[T](self, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(self._random.sample(list(items), len(items)))


def setup() -> Any:
    seats = [{"id": seat} for seat in SEATS]
    return dominate.read_setup({"format": "grailkeeper/dominate", "version": 1, "set": "vessel-war", "seats": seats})


def game(seed: int) -> list[tuple[Any, Any]]:
    """(state, move) of a whole game played at random from the options."""
    luck, state, played = Luck(seed), dominate.start(setup()), []
    while not (awaits := dominate.awaits(state)).nobody:
        offered = () if awaits.chance else dominate.options(state, awaits.seats[0])
        move = offered[luck.below(len(offered))] if offered else dominate.draw(state, luck)
        played.append((state, move))
        state = dominate.play(state, move).state
    return played


def rows() -> list[tuple[str, str, str]]:
    begun = time.perf_counter()
    games = [game(seed) for seed in range(GAMES)]
    per_second = GAMES / (time.perf_counter() - begun)
    asked = [(state, move) for moves in games for state, move in moves if move.by != "chance"]
    offers = [milliseconds(lambda s=state, m=move: dominate.options(s, m.by)) for state, move in asked]
    plays = [milliseconds(lambda s=state, m=move: dominate.play(s, m)) for state, move in asked]
    views = [milliseconds(lambda s=state, m=move: dominate.view(s, (m.by,))) for state, move in asked[::7]]
    return [
        ("Dominate: random complete games of 4, from the options", f"{per_second:.0f}/s", "≥ 25/s"),
        ("Dominate: legal moves of a state, median", f"{median(offers):.3f} ms", "< 2 ms"),
        ("Dominate: legal moves of a state, 99 of 100", f"{quantiles(offers, n=100)[98]:.3f} ms", ""),
        ("Dominate: one move, median", f"{median(plays):.3f} ms", ""),
        ("Dominate: view of a seat, median", f"{median(views):.3f} ms", ""),
        ("Dominate: state at the end as JSON", f"{len(msgspec.json.encode(games[0][-1][0])) // 1024} KiB", ""),
    ]


def milliseconds(call: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    call()
    return (time.perf_counter() - begun) * 1000
