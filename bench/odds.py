"""Odds of a duel: the exact solution, and many fights of the app's own player against itself."""

import time
from typing import Any

from combat.odds.duel import Duel, duel
from combat.odds.exact import solved
from combat.odds.simulated import fights
from combat.rules import read_setup
from combat.rules.state import Setup
from tabletop.game import Illegal

type Row = tuple[str, str, str]

FIGHTS = 10_000


def rows() -> list[Row]:
    return [
        ("duel of 12 against 12 cards, slot by slot, solved", f"{_solved():.2f} s", "< 2 s"),
        (f"{FIGHTS:,} duels of seven slots, simulated", f"{_simulated():.1f} s", "< 10 s"),
    ]


def _setup(slots: int) -> Setup:
    """The fight of trpg.md 1-9: twelve cards on each side."""
    found = read_setup(
        {
            "settings": {"slots_per_round": slots},
            "combatants": [_servant("saber", "A", "B A C D E", 80), _servant("lancer", "B", "B C A D E", 60)],
        }
    )
    assert not isinstance(found, Illegal), found
    return found


def _servant(id: str, side: str, ranks: str, hp: int) -> dict[str, Any]:
    stats = dict(zip(("strength", "endurance", "agility", "mana", "luck"), ranks.split(), strict=True))
    return {"id": id, "kind": "servant", "side": side, "line": "front", "ranks": stats, "hp": hp, "mp": 70}


def _solved() -> float:
    """The best of three in seconds of processor time: what one core does, however busy the machine is."""
    found = duel(_setup(12))
    assert isinstance(found, Duel), found
    return min(_seconds(found) for _ in range(3))


def _seconds(found: Duel) -> float:
    began = time.process_time()
    solved(found)
    return time.process_time() - began


def _simulated() -> float:
    setup = _setup(7)
    began = time.process_time()
    assert sum(1 for _ in fights(setup, 1, range(FIGHTS))) == FIGHTS
    return time.process_time() - began
