"""The smallest game with everything the table must handle: a secret, an opening, chance, and an end.

Alice and Bob each hide a penny, "heads" or "tails". When both have, the GM opens; equal faces are Alice's point, else
Bob's. Then chance tosses a coin: tails ends the game.
"""

import msgspec

from tabletop.game import Awaits, Illegal, Played

ENGINE = "pennies-1"


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    purse: int = 3


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    by: str
    do: str
    face: str = ""


class State(msgspec.Struct, frozen=True):
    purse: int
    hidden: tuple[tuple[str, str], ...] = ()
    points: tuple[int, int] = (0, 0)
    tossing: bool = False
    over: bool = False


class Report(msgspec.Struct, frozen=True):
    told: str


class View(msgspec.Struct, frozen=True):
    own: tuple[tuple[str, str], ...]
    ready: tuple[str, ...]
    points: tuple[int, int]
    over: bool


def read_setup(value):
    return _read(value, Setup)


kept_setup = read_setup


def read_move(value):
    return _read(value, Move)


def _read(value, kind):
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return Illegal("shape", "format")


def start(setup):
    return State(setup.purse)


def play(state, move):
    match move:
        case Move(by=("alice" | "bob") as who, do="hide", face=("heads" | "tails") as face) if not state.tossing:
            kept = [pair for pair in state.hidden if pair[0] != who]
            hidden = tuple(sorted([*kept, (who, face)]))
            return Played(msgspec.structs.replace(state, hidden=hidden), Report("hidden"))
        case Move(by="gm", do="open") if len(state.hidden) == 2 and not state.tossing:
            same = state.hidden[0][1] == state.hidden[1][1]
            points = (state.points[0] + same, state.points[1] + (not same))
            return Played(msgspec.structs.replace(state, points=points, hidden=(), tossing=True), Report("opened"))
        case Move(by="chance", do="toss") if state.tossing:
            return Played(msgspec.structs.replace(state, tossing=False, over=move.face == "tails"), Report("tossed"))
        case _:
            return Illegal("not_now", "P-1")


def awaits(state):
    if state.over:
        return Awaits()
    if state.tossing:
        return Awaits(chance=True)
    missing = tuple(seat for seat in ("alice", "bob") if seat not in dict(state.hidden))
    return Awaits(seats=missing) if missing else Awaits(gm=True)


def draw(state, chance):
    return Move("chance", "toss", ("heads", "tails")[chance.below(2)])


def view(state, seats):
    return View(
        own=tuple(pair for pair in state.hidden if pair[0] in seats),
        ready=tuple(who for who, _ in state.hidden),
        points=state.points,
        over=state.over,
    )


def options(state, seat):
    return (Move(seat, "hide", "heads"), Move(seat, "hide", "tails"))
