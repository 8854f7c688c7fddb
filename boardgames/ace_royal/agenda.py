"""What still has to happen at the table, as a stack of steps; the game is over when it is empty. Pure.

A `Question` waits for an answer by one seat or by chance; any other step is carried out by itself. Steps push further
steps on top of those that wait, so that a scene in a window in a combat in a turn is finished before the window goes on.
"""

from typing import ClassVar, Literal

import msgspec

from boardgames.ace_royal.vocabulary import AnyEffect, CoinKind, RollRow
from tabletop.game import CHANCE

type WindowName = Literal[
    "reveal", "engagement", "assault", "assault_damage", "counter", "counter_damage", "loss", "phase_end"
]
type StrikeName = Literal["assault", "counter"]


class Step(msgspec.Struct, frozen=True, tag=True):
    """Something that happens by itself."""


class Question(Step, frozen=True):
    """Something that is asked of `seat`; `asks` is its name in the record, `open` lets everybody make any-time moves."""

    asks: ClassVar[str]
    open: ClassVar[bool] = False
    seat: str


class ChanceQuestion(Question, frozen=True):
    seat: str = CHANCE


class StartQuestion(ChanceQuestion, frozen=True):
    asks = "start"
    seats: tuple[str, ...] = ()


class HeroesQuestion(ChanceQuestion, frozen=True):
    asks = "heroes"


class ClassesQuestion(ChanceQuestion, frozen=True):
    asks = "classes"


class SwapQuestion(Question, frozen=True):
    asks = "swap"


class PickQuestion(Question, frozen=True):
    asks = "pick"


class DeckQuestion(ChanceQuestion, frozen=True):
    asks = "deck"


class ReshuffleQuestion(ChanceQuestion, frozen=True):
    asks = "reshuffle"


class RecoverQuestion(Question, frozen=True):
    asks = "recover"


class RitualQuestion(Question, frozen=True):
    asks = "ritual"
    open = True


class EncounterQuestion(ChanceQuestion, frozen=True):
    asks = "encounter"


class OpponentQuestion(ChanceQuestion, frozen=True):
    asks = "opponent"


class AssaultQuestion(Question, frozen=True):
    asks = "assault"
    open = True


class WindowQuestion(Question, frozen=True):
    asks = "window"
    window: WindowName


class ModeQuestion(Question, frozen=True):
    asks = "mode"
    strike: StrikeName


class PriceQuestion(Question, frozen=True):
    asks = "price"


class TriggerQuestion(Question, frozen=True):
    asks = "trigger"


class CoinQuestion(Question, frozen=True):
    asks = "coin"
    coin: CoinKind
    number: int = 1


class ClaimQuestion(Question, frozen=True):
    asks = "claim"


class NegateQuestion(Question, frozen=True):
    asks = "negate"
    card: str
    what: Literal["scene", "ability"] = "scene"


class RollQuestion(ChanceQuestion, frozen=True):
    """A die for the card `card` of `user`, aimed as its use was."""

    asks = "roll"
    card: str = ""
    user: str = ""
    target: str = ""
    table: tuple[RollRow, ...] = ()
    paid: int = 0
    code: str = ""
    stat: str = ""
    choice: int = 0


class CardQuestion(ChanceQuestion, frozen=True):
    """A random card of the hand of `from_`: for `to`, or to the Grail Seat where nobody gets it."""

    asks = "card"
    from_: str = ""
    to: str | None = None
    why: Literal["gift", "theft", "discard", "given"] = "discard"


class HandLimitQuestion(Question, frozen=True):
    """Discards of phase 6."""

    asks = "discard"
    open = True


class GiveQuestion(Question, frozen=True):
    """Hand cards that `seat` hands to `to`, `count` of them; picked as discards are."""

    asks = "give"
    to: str = ""
    count: int = 1
    why: Literal["gift", "theft"] = "gift"


class FetchQuestion(Question, frozen=True):
    """Cards of the Grail Seat that go to the hand, `count` of those of a `kind`; picked as discards are."""

    asks = "fetch"
    kind: Literal["code", "scene", "any"] = "any"
    count: int = 1


class SettleQuestion(Question, frozen=True):
    """What comes of the `manual` effect of `card`."""

    asks = "settle"
    card: str = ""
    text: str = ""


class DiscardQuestion(Question, frozen=True):
    """Cards that an effect has somebody discard."""

    asks = "discard"
    count: int = 1


class BeginTurn(Step, frozen=True):
    """The next turn, of `player`, with a transfer of the coin first or without."""

    player: str
    transfer: bool


class Phase(Step, frozen=True):
    number: int


class PhaseEnd(Step, frozen=True):
    """The `phase_end` window, then the judgement."""


class Judgement(Step, frozen=True):
    pass


class EndTurn(Step, frozen=True):
    pass


class HandLimit(Step, frozen=True):
    pass


class Draw(Step, frozen=True):
    seat: str
    number: int


class Window(Step, frozen=True):
    """A window: seats asked round and round from `order[at]` until `passes` in a row are all of them."""

    name: WindowName
    order: tuple[str, ...]
    at: int = 0
    passes: int = 0


class OpenWindow(Step, frozen=True):
    name: WindowName


class DeathCheck(Step, frozen=True):
    """A-60, after the hand of `seat` has lost cards or a coin was put on it."""

    seat: str


class Resolve(Step, frozen=True):
    """What is still to be done of a use by `user`: `effects` in order, aimed at `target`, `code` and `stat`."""

    user: str
    card: str
    effects: tuple[AnyEffect, ...]
    paid: int = 0
    target: str = ""
    code: str = ""
    stat: str = ""
    choice: int = 0


class Counterwords(Step, frozen=True):
    """Who else may still negate the scene or ability of `card`; the `Resolve` of it waits right below."""

    card: str
    seats: tuple[str, ...]
    what: Literal["scene", "ability"] = "scene"


class Coin(Step, frozen=True):
    """A special coin about to be put on `seat`."""

    seat: str
    kind: CoinKind
    number: int = 1


class TurnUp(Step, frozen=True):
    """C1."""


class Strikes(Step, frozen=True):
    """C3 to C7, unless the combat was cancelled."""


class StrikeStep(Step, frozen=True):
    """C3 and C4, or C5 and C6; `second` may be skipped (A-51)."""

    strike: StrikeName
    second: bool = False


class FixDamage(Step, frozen=True):
    pass


class Losses(Step, frozen=True):
    """C7."""


class ProxyFate(Step, frozen=True):
    seat: str


class Price(Step, frozen=True):
    seat: str


class LossTriggers(Step, frozen=True):
    seat: str


class Withdrawal(Step, frozen=True):
    """C8."""


class BloodPrice(Step, frozen=True):
    """Triggers of the withdrawal (L-C7), after the gift."""


class EndCombat(Step, frozen=True):
    pass
