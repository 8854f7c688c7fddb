"""What is written down of a game as it goes on (기록): finished turns, defeats, the outcome. Pure."""

from typing import Literal

import msgspec

from boardgames.ace_royal.vocabulary import ServantState

type Reason = Literal["mana", "spells", "both", "death"]


class SeatThen(msgspec.Struct, frozen=True):
    """A seat as a turn's end left it; `hand` is the number of cards."""

    status: str
    mana: int
    spells: int
    assassination: int
    depletion: int
    hand: int
    servant: ServantState


class Transfer(msgspec.Struct, frozen=True):
    from_: str = msgspec.field(name="from")
    to: str


class TurnThen(msgspec.Struct, frozen=True):
    """A finished turn."""

    turn: int
    player: str
    transfer: Transfer | None
    coin: str
    deck: int
    seats: dict[str, SeatThen]


class Defeat(msgspec.Struct, frozen=True):
    turn: int
    phase: int
    who: str
    reason: Reason


class Outcome(msgspec.Struct, frozen=True):
    ended: bool = False
    winner: str | None = None
    draw: tuple[str, ...] = ()
