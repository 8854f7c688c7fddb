"""The fight engine alone: slots, moves with three seats' views, a melee, a long record, and the `adjudicate` command."""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from combat.rules import play, read_move, read_setup, start, view
from combat.rules.record import adjudicate
from combat.rules.state import Fight
from tabletop.game import Illegal

type Row = tuple[str, str, str]
type Value = dict[str, Any]

BASICS = ("smash", "counter", "onslaught")
ONE = {"by": "gm", "do": "reveal", "slots": 1}
ROUND = {"by": "gm", "do": "reveal"}


def rows() -> list[Row]:
    return [
        ("two-sided slots resolved, with why", f"{_slots():,.0f} /s", "≥ 30,000 /s"),
        ("moves with three seats' views as JSON", f"{_moves():,.0f} /s", "≥ 20,000 /s"),
        ("melee rounds, 7 combatants, supports, 10 slots", f"{_melee_rounds():,.0f} /s", "≥ 150 /s"),
        ("fold of a 300-move record", f"{_fold() * 1000:.1f} ms", "< 60 ms"),
        ("adjudicate --json, 1,000 duels, whole process", f"{_thousand():.2f} s", "< 2 s"),
    ]


def _per_second(work: Callable[[], int]) -> float:
    """The best of several runs in seconds of processor time: what one core does, however busy the machine is."""
    return max(_rate(work) for _ in range(9))


def _rate(work: Callable[[], int]) -> float:
    began = time.process_time()
    done = work()
    return done / (time.process_time() - began)


def _servant(id: str, side: str, ranks: str, **more: Any) -> Value:
    stats = dict(zip(("strength", "endurance", "agility", "mana", "luck"), ranks.split(), strict=True))
    base = {"id": id, "kind": "servant", "side": side, "line": "front", "ranks": stats, "hp": 9000, "mp": 900}
    return base | more


def _begun(combatants: list[Value], **settings: Any) -> Fight:
    setup = read_setup({"combatants": combatants, "settings": settings})
    assert not isinstance(setup, Illegal), setup
    return start(setup)


def _played(fight: Fight, *moves: Value) -> Fight:
    for value in moves:
        move = read_move(value)
        assert not isinstance(move, Illegal), move
        played = play(fight, move)
        assert not isinstance(played, Illegal), played
        fight = played.state
    return fight


def _cards(by: str, at: str, first: int) -> Value:
    slots = [{"attack": {at: BASICS[(first + place) % 3]}} for place in range(10)]
    return {"by": by, "do": "plan", "slots": slots}


DUEL = [_servant("saber", "A", "A A A D E"), _servant("lancer", "B", "A A A D E")]
PLANS = [_cards("saber", "lancer", 0), _cards("lancer", "saber", 1)]


def _slots() -> float:
    fight, move = _played(_begun(DUEL), *PLANS), read_move(ROUND)

    def rounds() -> int:
        for _ in range(200):
            play(fight, move)
        return 2000

    return _per_second(rounds)


def _moves() -> float:
    """A whole round, slot by slot, and after every move what Saber, Lancer and a spectator are sent."""
    begun, moves = _begun(DUEL), [read_move(value) for value in (*PLANS, *[ONE] * 10)]
    seats = (("saber",), ("lancer",), ())

    def round_of_moves() -> int:
        for _ in range(20):
            fight = begun
            for move in moves:
                fight = play(fight, move).state
                for seat in seats:
                    msgspec.json.encode(view(fight, seat))
        return 20 * len(moves)

    return _per_second(round_of_moves)


def _melee() -> Fight:
    fighters = [_servant(f"s{place}", "ABC"[place % 3], "A A A D E") for place in range(4)]
    helpers = [_servant(f"h{place}", "ABC"[place], "A A A D E", line="back", ranged=True) for place in range(3)]
    plans = [
        {
            "by": f"s{place}",
            "do": "plan",
            "slots": [{"attack": {_enemy(place): BASICS[(place + at) % 3]}} for at in range(10)],
        }
        for place in range(4)
    ]
    support = [
        {
            "by": f"h{place}",
            "do": "plan",
            "slots": [{"support": {"to": f"s{place}", "with": "general", "for": "attack"}} for _ in range(8)],
        }
        for place in range(3)
    ]
    return _played(_begun([*fighters, *helpers], rounds=None), *plans, *support)


def _enemy(place: int) -> str:
    return f"s{(place + 1) % 3}"


def _melee_rounds() -> float:
    fight, move = _melee(), read_move(ROUND)

    def rounds() -> int:
        for _ in range(20):
            play(fight, move)
        return 20

    return _per_second(rounds)


def _record(moves: list[Value], **settings: Any) -> Value:
    head = {"format": "grailkeeper/fight", "version": 1, "settings": settings}
    return head | {"combatants": DUEL, "moves": moves}


def _fold() -> float:
    moves = [move for _ in range(25) for move in (*PLANS, *[ONE] * 10)]
    record = _record(moves, rounds=None, cards_return="end_of_round")
    assert not isinstance(adjudicate(record), Illegal)
    return 1 / _per_second(lambda: len([adjudicate(record)]))


def _thousand() -> float:
    """Stored duels of one round each, read from files by the command itself."""
    with tempfile.TemporaryDirectory() as directory:
        names = [str(Path(directory) / f"{number}.json") for number in range(1000)]
        text = json.dumps(_record([*PLANS, ROUND]))
        for name in names:
            Path(name).write_text(text, encoding="utf-8")
        command = [sys.executable, "manage.py", "adjudicate", "--json", *names]
        began = time.perf_counter()
        done = subprocess.run(command, capture_output=True, check=True)
        assert len(done.stdout.splitlines()) == 1000
        return time.perf_counter() - began
