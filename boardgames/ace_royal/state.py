"""The table at one moment (판의 상태): frozen values, and the small questions everybody asks about them. Pure."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from boardgames.ace_royal.agenda import Step
from boardgames.ace_royal.annals import Defeat, Outcome, SeatThen, Transfer, TurnThen
from boardgames.ace_royal.cards import SHIPPED, Card, Pool
from boardgames.ace_royal.combat import Combat, Gift
from boardgames.ace_royal.report import Event
from boardgames.ace_royal.settings import HouseRules
from boardgames.ace_royal.vocabulary import Duration, Keyword, ServantState, Stat

HAND_LIMIT = 4


class Code(msgspec.Struct, frozen=True):
    """A set code (예장). `used` names the stretches of play in which its ability was used; `proxy` and `muted` last a combat."""

    card: str
    down: bool = False
    used: tuple[str, ...] = ()
    proxy: bool = False
    muted: bool = False


class Change(msgspec.Struct, frozen=True):
    """A change of one stat of one Servant, by a card or by command spell b (`A-71`)."""

    rule: str
    stat: Stat
    add: int
    until: Duration
    sets: bool = False


class Word(msgspec.Struct, frozen=True):
    """A keyword that the Servant has for a while, or lacks."""

    keyword: Keyword
    until: Duration
    lacks: bool = False


class Seen(msgspec.Struct, frozen=True):
    """What a seat has looked at in secret: `cards` of the `zone` of somebody."""

    zone: str
    seat: str
    cards: tuple[str, ...]


class Master(msgspec.Struct, frozen=True):
    """A player (마스터) with Servant, codes and hand. `out`: defeated; `dead`: still there until mana or judgement ends it."""

    id: str
    mana: int = 5
    spells: int = 3
    assassination: int = 0
    depletion: int = 0
    hand: tuple[str, ...] = ()
    hero: str | None = None
    class_: str | None = None
    hero_up: bool = False
    class_up: bool = False
    servant: ServantState = "upright"
    codes: tuple[Code, ...] = ()
    facedown: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    hero_used: tuple[str, ...] = ()
    class_used: tuple[str, ...] = ()
    barred: bool = False
    words: tuple[Word, ...] = ()
    peeked: tuple[Seen, ...] = ()
    seen_pool: tuple[str, ...] | None = None
    dead: bool = False
    independent: bool = False
    out: bool = False

    @property
    def coins(self) -> int:
        """AG-32: both kinds together."""
        return self.assassination + self.depletion

    @property
    def status(self) -> str:
        return "out" if self.out else "dead" if self.dead else "alive"


class State(msgspec.Struct, frozen=True):
    """The whole table, hidden cards included. `agenda` is what still has to happen, the next step last.

    `cards` are those that the game is played with.
    """

    rules: HouseRules
    masters: dict[str, Master]
    agenda: tuple[Step, ...]
    class_pool: tuple[str, ...]
    start: str | None = None
    turn: int = 0
    phase: int | None = None
    player: str | None = None
    holder: str | None = None
    holder_turns: int = 0
    had_turn: tuple[str, ...] = ()
    transfer: Transfer | None = None
    has_set: bool = False
    has_revealed: bool = False
    meeting: tuple[str, str] | None = None
    deck: tuple[str, ...] = ()
    grail_seat: tuple[str, ...] = ()
    combat: Combat | None = None
    combats: tuple[Combat, ...] = ()
    turns: tuple[TurnThen, ...] = ()
    defeats: tuple[Defeat, ...] = ()
    handed: tuple[Gift, ...] = ()
    outcome: Outcome = Outcome()
    told: tuple[Event, ...] = ()
    cards: Pool = SHIPPED


def card_of(state: State, code: str | None) -> Card:
    return state.cards.cards[code or ""]


def set_cards(state: State, master: Master) -> Iterator[Card]:
    return (state.cards.cards[code.card] for code in master.codes)


def changed(state: State, seat: str, **parts: Any) -> State:
    """`state` with parts of one Master changed."""
    return replace(state, masters={**state.masters, seat: replace(state.masters[seat], **parts)})


def push(state: State, *steps: Step) -> State:
    """`state` with `steps` to be done next, in the order given."""
    return replace(state, agenda=state.agenda + steps[::-1])


def answered(state: State) -> State:
    """`state` without the question on top."""
    return replace(state, agenda=state.agenda[:-1])


def tell(state: State, code: str, **parts: Any) -> State:
    """`state` with one more public event of this move."""
    return replace(state, told=(*state.told, Event(code, **parts)))


def turn_then(state: State) -> TurnThen:
    """The running turn as it stands, for the history."""
    seats = {seat: seat_then(master) for seat, master in state.masters.items()}
    return TurnThen(state.turn, state.player or "", state.transfer, state.holder or "", len(state.deck), seats)


def seat_then(master: Master) -> SeatThen:
    """What everybody may know of a seat at any time."""
    return SeatThen(
        master.status,
        master.mana,
        master.spells,
        master.assassination,
        master.depletion,
        len(master.hand),
        master.servant,
    )


def sitting(state: State) -> tuple[str, ...]:
    """Who is not out, in the order of seats."""
    return tuple(master.id for master in state.masters.values() if not master.out)


def clockwise(state: State, first: str) -> tuple[str, ...]:
    """All seats that are not out, from `first` (or who follows him) clockwise."""
    seats = tuple(state.masters)
    at = seats.index(first)
    return tuple(seat for seat in seats[at:] + seats[:at] if not state.masters[seat].out)


def next_after(state: State, seat: str) -> str:
    """The next player clockwise who is not out."""
    seats = tuple(state.masters)
    at = seats.index(seat) + 1
    return next(other for other in seats[at:] + seats[:at] if not state.masters[other].out)


def without(cards: Sequence[str], taken: Sequence[str]) -> tuple[str, ...]:
    """`cards` less one copy of each of `taken`, order kept."""
    rest = list(cards)
    for card in taken:
        rest.remove(card)
    return tuple(rest)
