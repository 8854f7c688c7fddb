"""What a card can say: abilities made of windows, costs, conditions and effects (rules part 3.7). Pure data.

Holds exactly the effects that `effects.py` can carry out; a card file that asks for another one is refused as a whole.
"""

from typing import Literal

import msgspec

type Kind = Literal["constant", "activated", "trigger"]
type Window = Literal[
    "any",
    "ritual",
    "reveal",
    "engagement",
    "assault",
    "assault_damage",
    "counter",
    "counter_damage",
    "loss",
    "withdrawal",
]
type Stat = Literal["pa", "pd", "ma", "md"]
type Keyword = Literal["first_strike", "independent_action", "cannot_assault", "legion"]
type CoinKind = Literal["assassination", "depletion"]
type ServantState = Literal["upright", "down", "danger"]
type Amount = int | str
"""A number, or a sum over the cards paid for X: `X`, `3+X`, `min(X,3)`."""

STATS: tuple[Stat, ...] = ("pa", "pd", "ma", "md")
COMBAT_WINDOWS = ("reveal", "engagement", "assault", "assault_damage", "counter", "counter_damage")


class Effect(msgspec.Struct, frozen=True, tag_field="op", forbid_unknown_fields=True, omit_defaults=True):
    """One thing an ability does; `until` None lasts as long as the card works, or is over at once."""


class StatChange(Effect, frozen=True, tag="stat"):
    who: Literal["self", "opp"]
    stat: Literal["pa", "pd", "ma", "md", "all"]
    add: Amount
    until: Literal["step", "combat", "turn"] | None = None


class DamageChange(Effect, frozen=True, tag="dmg"):
    """Changes a damage after the subtraction: what the owner deals or what he takes, always or in one mode."""

    side: Literal["dealt", "taken"]
    add: int
    mode: Literal["phys", "magic"] | None = None


class TieCounts(Effect, frozen=True, tag="tie_counts"):
    step: Literal["counter"]


class LendKeyword(Effect, frozen=True, tag="kw"):
    keyword: Keyword
    until: Literal["combat"] | None = None


class NoAssault(Effect, frozen=True, tag="no_assault"):
    who: Literal["any"]
    until: Literal["their_turn_end"]


class Immune(Effect, frozen=True, tag="immune"):
    to: Literal["scene_state"]


class MakeProxy(Effect, frozen=True, tag="proxy"):
    origin: Literal["code", "servant"]
    stats: dict[Stat, Amount]
    keywords: tuple[Keyword, ...] = ()


class CancelEngagement(Effect, frozen=True, tag="cancel_engagement"):
    pass


class ForceMode(Effect, frozen=True, tag="force_mode"):
    who: Literal["opp"]
    mode: Literal["other"]


class SuppressCode(Effect, frozen=True, tag="suppress_code"):
    who: Literal["opp"]
    n: Literal[1]
    until: Literal["combat"]


class PutCoin(Effect, frozen=True, tag="coin"):
    kind: CoinKind
    n: Literal[1]
    who: Literal["opp", "any"]


class PreventCoin(Effect, frozen=True, tag="prevent_coin"):
    pass


class GainMana(Effect, frozen=True, tag="mana"):
    add: int


class DrawCards(Effect, frozen=True, tag="draw"):
    n: int


class DiscardCards(Effect, frozen=True, tag="discard"):
    n: Literal[1]
    how: Literal["choose", "random"] = "choose"


class StealCard(Effect, frozen=True, tag="steal"):
    n: Literal[1]
    how: Literal["random"]
    who: Literal["any"]


class DestroyCode(Effect, frozen=True, tag="destroy_code"):
    who: Literal["any"]
    n: Literal[1]


class MoreSlots(Effect, frozen=True, tag="slots"):
    add: int


class SetState(Effect, frozen=True, tag="state"):
    who: Literal["self", "any"]
    to: Literal["rise", "down"]


class Negate(Effect, frozen=True, tag="negate"):
    what: Literal["scene"]


class RollRow(msgspec.Struct, frozen=True, rename={"low": "from", "high": "to"}, forbid_unknown_fields=True):
    low: int
    high: int
    do: tuple[SetState, ...]


class RollDie(Effect, frozen=True, tag="roll"):
    die: Literal[6]
    table: tuple[RollRow, ...]


class Choose(Effect, frozen=True, tag="choose"):
    """One of several changes, named by its stat."""

    options: tuple[StatChange, ...]


type AnyEffect = (
    StatChange
    | DamageChange
    | TieCounts
    | LendKeyword
    | NoAssault
    | Immune
    | MakeProxy
    | CancelEngagement
    | ForceMode
    | SuppressCode
    | PutCoin
    | PreventCoin
    | GainMana
    | DrawCards
    | DiscardCards
    | StealCard
    | DestroyCode
    | MoreSlots
    | SetState
    | Negate
    | RollDie
    | Choose
)


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One part of a price: this card (or the Servant) goes Down, hand cards are discarded, this card is given up."""

    down: bool = False
    discard: int | Literal["X"] = 0
    sacrifice: bool = False


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    role: Literal["assaulter", "defender"] | None = None
    dealt: int = 0
    codes: int = 0
    coin_incoming: bool = False


class Ability(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one line of a card says; `id` and the names are empty where the card has only this one."""

    kind: Kind
    do: tuple[AnyEffect, ...]
    windows: tuple[Window, ...] = ()
    cost: tuple[Cost, ...] = ()
    when: tuple[Condition, ...] = ()
    id: str = ""
    name: str = ""
    names: dict[str, str] = {}

    @property
    def pays_down(self) -> bool:
        """Cost T (橫置)."""
        return any(cost.down for cost in self.cost)

    @property
    def gives_itself(self) -> bool:
        """Cost S."""
        return any(cost.sacrifice for cost in self.cost)

    @property
    def discards(self) -> int | Literal["X"]:
        """How many hand cards it costs; `X`: one or more, as its user likes."""
        return next((cost.discard for cost in self.cost if cost.discard), 0)

    @property
    def role(self) -> str | None:
        return next((condition.role for condition in self.when if condition.role), None)

    def has(self, effect: type[Effect]) -> bool:
        return any(isinstance(done, effect) for done in self.do)
