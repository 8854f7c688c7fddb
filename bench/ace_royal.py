"""Ace Royal on one core: whole games, legal moves of any state, one move, views, computer players.

In processor time, so that what else runs on the machine does not count; only a thinking master is held to the clock.
"""

import time
from collections.abc import Callable
from statistics import median, quantiles
from typing import Any

import msgspec

from boardgames import ace_royal, bots
from boardgames.ace_royal import mind
from boardgames.ace_royal.moves import Spell

GAMES = 100
ADEPTS = 40
DECISIONS = 12
MASTERS = 200
MASTERS_SECONDS = 0.02
"""What a master has for a move where whole games of it are measured; at the table it has forty times as long."""
SEATS = ("alice", "bob", "carol", "dave")

type Chooser = Callable[[Any, str, bots.Luck], Any]


def setup() -> Any:
    seats = [{"id": seat} for seat in SEATS]
    return ace_royal.read_setup({"format": "grailkeeper/ace-royal", "version": 1, "set": "lantern-war", "seats": seats})


def game(seed: int, choose: Chooser) -> list[tuple[Any, Any]]:
    """(state, move) of a whole game, and the end of it with no move."""
    luck, state, played = bots.Luck(seed), ace_royal.start(setup()), []
    while not (awaits := ace_royal.awaits(state)).nobody:
        move = ace_royal.draw(state, luck) if awaits.chance else choose(state, awaits.seats[0], luck)
        played.append((state, move))
        state = ace_royal.play(state, move).state
    return [*played, (state, None)]


def at_random(state: Any, seat: str, luck: bots.Luck) -> Any:
    offered = ace_royal.options(state, seat)
    return offered[luck.below(len(offered))]


def sparing_spells(state: Any, seat: str, luck: bots.Luck) -> Any:
    """At random, but command spells are kept, so that games last."""
    offered = ace_royal.options(state, seat)
    calm = [move for move in offered if not isinstance(move, Spell)] or offered
    return calm[luck.below(len(calm))]


def rows() -> list[tuple[str, str, str]]:
    per_second = games_per_second(at_random)
    long_per_second = games_per_second(sparing_spells)
    games = [game(seed, sparing_spells) for seed in range(GAMES)]
    asked = [(state, move) for moves in games for state, move in moves if move and move.by != "chance"]
    offers = [milliseconds(lambda s=state, m=move: ace_royal.options(s, m.by)) for state, move in asked]
    plays = [milliseconds(lambda s=state, m=move: ace_royal.play(s, m)) for state, move in asked]
    views = [milliseconds(lambda s=state, m=move: ace_royal.view(s, (m.by,))) for state, move in asked[::7]]
    thoughts = [seconds_of_thought(state, move.by) for state, move in asked[:: len(asked) // DECISIONS]]
    moves = sum(map(len, games)) // GAMES
    return [
        ("Ace Royal: random complete games of 4", f"{per_second:.0f}/s", "≥ 40/s"),
        (f"Ace Royal: the same, sparing spells ({moves} moves)", f"{long_per_second:.0f}/s", ""),
        ("Ace Royal: legal moves of a state, median", f"{median(offers):.3f} ms", "< 2 ms"),
        ("Ace Royal: legal moves of a state, 99 of 100", f"{quantiles(offers, n=100)[98]:.3f} ms", ""),
        ("Ace Royal: one move, median", f"{median(plays):.3f} ms", ""),
        ("Ace Royal: view of a seat, median", f"{median(views):.3f} ms", ""),
        ("Ace Royal: a master thinks about a move, the longest", f"{max(thoughts):.2f} s", "≤ 1 s"),
        ("Ace Royal: an adept against three who play at random", f"{adept_wins()} of {ADEPTS} games won", ""),
        ("Ace Royal: state at the end as JSON", f"{len(msgspec.json.encode(games[0][-1][0])) // 1024} KiB", ""),
    ]


def games_per_second(choose: Chooser) -> float:
    begun = time.process_time()
    for seed in range(GAMES):
        game(seed, choose)
    return GAMES / (time.process_time() - begun)


def adept_wins() -> int:
    """Games that the adept wins, each time in another seat."""
    return sum(_adept_wins(seed, SEATS[seed % len(SEATS)]) for seed in range(ADEPTS))


def _adept_wins(seed: int, adept: str) -> bool:
    def choose(state: Any, seat: str, luck: bots.Luck) -> Any:
        return bots.choose(seated(state, seat), "adept", luck) if seat == adept else sparing_spells(state, seat, luck)

    end, _ = game(seed, choose)[-1]
    return bool(end.outcome.winner == adept)


def master_wins(games: int = MASTERS) -> int:
    """Games that a master wins, each time in another seat; an even share is a quarter of them."""
    return sum(_master_wins(seed, SEATS[seed % len(SEATS)]) for seed in range(games))


def _master_wins(seed: int, master: str) -> bool:
    def choose(state: Any, seat: str, luck: bots.Luck) -> Any:
        table = seated(state, seat)
        if seat == master:
            return bots.choose(table, "master", luck, clock=time.process_time, seconds=MASTERS_SECONDS)
        return bots.choose(table, "novice", luck)

    end, _ = game(seed, choose)[-1]
    return bool(end.outcome.winner == master)


def seated(state: Any, seat: str) -> bots.Table:
    return bots.Table(ace_royal, mind, seat, ace_royal.view(state, (seat,)), ace_royal.options(state, seat))


def seconds_of_thought(state: Any, seat: str) -> float:
    begun = time.monotonic()
    bots.choose(seated(state, seat), "master", bots.Luck(1))
    return time.monotonic() - begun


def milliseconds(call: Callable[[], Any]) -> float:
    begun = time.process_time()
    call()
    return (time.process_time() - begun) * 1000
