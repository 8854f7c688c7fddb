"""Dominate Grail War on one core: whole games, legal moves of any state, one move, views, computer players.

In processor time, so that what else runs on the machine does not count; only a thinking master is held to the clock.
"""

import time
from collections.abc import Callable
from statistics import median, quantiles
from typing import Any

import msgspec

from boardgames import bots, dominate
from boardgames.dominate import mind

GAMES = 60
DECISIONS = 12
MASTERS = 200
MASTERS_SECONDS = 0.02
"""What a master has for a move where whole games of it are measured; at the table it has forty times as long."""
SEATS = ("alice", "bob", "carol", "dave")


def setup() -> Any:
    seats = [{"id": seat} for seat in SEATS]
    return dominate.read_setup({"format": "grailkeeper/dominate", "version": 1, "set": "vessel-war", "seats": seats})


def game(seed: int) -> list[tuple[Any, Any]]:
    """(state, move) of a whole game played at random from the options."""
    luck, state, played = bots.Luck(seed), dominate.start(setup()), []
    while not (awaits := dominate.awaits(state)).nobody:
        offered = () if awaits.chance else dominate.options(state, awaits.seats[0])
        move = offered[luck.below(len(offered))] if offered else dominate.draw(state, luck)
        played.append((state, move))
        state = dominate.play(state, move).state
    return played


def rows() -> list[tuple[str, str, str]]:
    begun = time.process_time()
    games = [game(seed) for seed in range(GAMES)]
    per_second = GAMES / (time.process_time() - begun)
    asked = [(state, move) for moves in games for state, move in moves if move.by != "chance"]
    offers = [milliseconds(lambda s=state, m=move: dominate.options(s, m.by)) for state, move in asked]
    plays = [milliseconds(lambda s=state, m=move: dominate.play(s, m)) for state, move in asked]
    thoughts = [seconds_of_thought(state, move.by) for state, move in commitments(asked)[:DECISIONS]]
    views = [milliseconds(lambda s=state, m=move: dominate.view(s, (m.by,))) for state, move in asked[::7]]
    return [
        ("Dominate: random complete games of 4, from the options", f"{per_second:.0f}/s", "≥ 25/s"),
        ("Dominate: legal moves of a state, median", f"{median(offers):.3f} ms", "< 2 ms"),
        ("Dominate: legal moves of a state, 99 of 100", f"{quantiles(offers, n=100)[98]:.3f} ms", ""),
        ("Dominate: one move, median", f"{median(plays):.3f} ms", ""),
        ("Dominate: view of a seat, median", f"{median(views):.3f} ms", ""),
        ("Dominate: a master thinks about its cards, the longest", f"{max(thoughts):.2f} s", "≤ 1 s"),
        ("Dominate: an adept against three who play at random", f"{adept_wins(GAMES)} of {GAMES} games won", ""),
        ("Dominate: state at the end as JSON", f"{len(msgspec.json.encode(games[0][-1][0])) // 1024} KiB", ""),
    ]


def commitments(asked: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    return [(state, move) for state, move in asked if type(move).__name__ == "Commit"]


def seat_of(state: Any, seat: str) -> bots.Table:
    return bots.Table(dominate, mind, seat, dominate.view(state, (seat,)), dominate.options(state, seat))


def seconds_of_thought(state: Any, seat: str) -> float:
    begun = time.perf_counter()
    bots.choose(seat_of(state, seat), "master", bots.Luck(1))
    return time.perf_counter() - begun


def adept_wins(games: int) -> int:
    """Games that an adept wins against three who play at random."""

    def choose(state: Any, seat: str, adept: str, luck: bots.Luck) -> Any:
        if seat == adept:
            return bots.choose(seat_of(state, seat), "adept", luck)
        offered = dominate.options(state, seat)
        return offered[luck.below(len(offered))]

    return sum(winner(seed, choose) == SEATS[seed % len(SEATS)] for seed in range(games))


def master_wins(games: int = MASTERS) -> int:
    """Games that a master wins, each time in another seat; an even share is a quarter of them."""

    def choose(state: Any, seat: str, master: str, luck: bots.Luck) -> Any:
        table = seat_of(state, seat)
        if seat == master:
            return bots.choose(table, "master", luck, clock=time.process_time, seconds=MASTERS_SECONDS)
        return bots.choose(table, "novice", luck)

    return sum(winner(seed, choose) == SEATS[seed % len(SEATS)] for seed in range(games))


def winner(seed: int, choose: Callable[[Any, str, str, bots.Luck], Any]) -> str:
    """Who wins a game in which the seat that `seed` names is the one to be measured."""
    luck, state, measured = bots.Luck(seed), dominate.start(setup()), SEATS[seed % len(SEATS)]
    while not (awaits := dominate.awaits(state)).nobody:
        move = dominate.draw(state, luck) if awaits.chance else choose(state, awaits.seats[0], measured, luck)
        state = dominate.play(state, move).state
    return str(state.winners[0])


def milliseconds(call: Callable[[], Any]) -> float:
    begun = time.process_time()
    call()
    return (time.process_time() - begun) * 1000
