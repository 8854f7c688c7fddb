"""What a card can say: abilities made of windows, costs, conditions and effects (rules part 3.7). Pure data.

Holds exactly the effects that `effects.py` and its neighbours can carry out; a set that asks for another one is refused.
"""

from collections.abc import Iterable, Iterator
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
    "turn_start",
    "end",
]
type Stat = Literal["pa", "pd", "ma", "md"]
type Keyword = Literal["first_strike", "independent_action", "cannot_assault", "legion", "instinct"]
type CoinKind = Literal["assassination", "depletion"]
type ServantState = Literal["upright", "down", "danger"]
type Amount = int | str
"""A number, or a sum of numbers and words joined by `+`: `X` (the cards paid), `codes`, `hand`, `opp.hand`, `opp.coins`, `dealt`,
`min(a,b)`; `-` before a word takes it away."""

type Who = Literal["self", "opp", "any", "each_other"]
type Duration = Literal["step", "combat", "turn", "their_turn_end", "perm"]

STATS: tuple[Stat, ...] = ("pa", "pd", "ma", "md")
COMBAT_WINDOWS = ("reveal", "engagement", "assault", "assault_damage", "counter", "counter_damage")


class Effect(msgspec.Struct, frozen=True, tag_field="op", forbid_unknown_fields=True, omit_defaults=True):
    """One thing an ability does; `until` None lasts as long as the card works, or is over at once.

    Who is meant: `self` the user, `opp` the other who fights, `any` the chosen player, `each_other` everybody else.
    """


class StatChange(Effect, frozen=True, tag="stat"):
    """Adds to a stat, or with `set` makes it that number before anything is added."""

    who: Who
    stat: Literal["pa", "pd", "ma", "md", "all"]
    add: Amount = 0
    set: Amount | None = None
    until: Duration | None = None


class DamageChange(Effect, frozen=True, tag="dmg"):
    """Changes a damage after the subtraction: what the owner deals or what he takes, always or in one mode."""

    side: Literal["dealt", "taken"]
    add: Amount
    mode: Literal["phys", "magic"] | None = None


class TieCounts(Effect, frozen=True, tag="tie_counts"):
    step: Literal["counter"]


class LendKeyword(Effect, frozen=True, tag="kw"):
    """The Servant has the keyword, or with `remove` has it no longer."""

    keyword: Keyword
    until: Duration | None = None
    who: Who = "self"
    remove: bool = False


class NoAssault(Effect, frozen=True, tag="no_assault"):
    who: Who
    until: Duration


class Immune(Effect, frozen=True, tag="immune"):
    """Scenes cannot turn the Servant Down or to Danger; special coins are not put; nobody steals from the hand."""

    to: Literal["scene_state", "coin", "steal"]


class MakeProxy(Effect, frozen=True, tag="proxy"):
    origin: Literal["code", "servant"]
    stats: dict[Stat, Amount]
    keywords: tuple[Keyword, ...] = ()


class CancelEngagement(Effect, frozen=True, tag="cancel_engagement"):
    pass


class ForceMode(Effect, frozen=True, tag="force_mode"):
    """The mode of the running strike: the other one, or the one named. `opp`: the one who strikes at the user."""

    who: Literal["self", "opp"]
    mode: Literal["phys", "magic", "other"]


class SwapRoles(Effect, frozen=True, tag="swap_roles"):
    """Who assaults defends, and the other way round."""


class SuppressCode(Effect, frozen=True, tag="suppress_code"):
    """The named code of the opponent does not count, and of its further ones as many as make `n`."""

    who: Literal["opp"]
    n: int
    until: Literal["combat"]


class PutCoin(Effect, frozen=True, tag="coin"):
    kind: CoinKind
    n: int
    who: Who


class PreventCoin(Effect, frozen=True, tag="prevent_coin"):
    pass


class GainMana(Effect, frozen=True, tag="mana"):
    """More mana, or less."""

    add: Amount
    who: Who = "self"


class GainSpell(Effect, frozen=True, tag="spell"):
    """More command spells, or fewer."""

    add: Amount
    who: Who = "self"


class DrawCards(Effect, frozen=True, tag="draw"):
    n: Amount
    who: Who = "self"


class DiscardCards(Effect, frozen=True, tag="discard"):
    n: Amount
    how: Literal["choose", "random"] = "choose"
    who: Who = "self"


class StealCard(Effect, frozen=True, tag="steal"):
    """By chance, or the one that is robbed chooses."""

    n: Amount
    how: Literal["random", "choose"]
    who: Literal["any", "opp"]


class GiveCard(Effect, frozen=True, tag="give"):
    n: Amount
    who: Literal["any", "opp"]
    how: Literal["choose", "random"] = "choose"


class Fetch(Effect, frozen=True, tag="fetch"):
    """Cards to the own hand: picked from the Grail Seat, or the topmost of the deck that fit."""

    origin: Literal["grail_seat", "deck"] = msgspec.field(name="from")
    kind: Literal["code", "scene", "any"] = msgspec.field(name="filter", default="any")
    n: int = 1


class DestroyCode(Effect, frozen=True, tag="destroy_code"):
    """The named code, and of the further ones of its owner as many as make `n`."""

    who: Literal["any", "opp", "self"]
    n: int


class MoreSlots(Effect, frozen=True, tag="slots"):
    add: int


class Peek(Effect, frozen=True, tag="peek"):
    """The user alone sees `n` cards there: the first of the hand, on top of the deck, or what lies face-down."""

    zone: Literal["hand", "deck", "facedown", "servant"]
    who: Literal["any", "opp"] | None = None
    n: int = 1


class SetState(Effect, frozen=True, tag="state"):
    who: Literal["self", "opp", "any"]
    to: Literal["rise", "down", "danger"]


class Negate(Effect, frozen=True, tag="negate"):
    what: Literal["scene", "ability"]


class Manual(Effect, frozen=True, tag="manual"):
    """What no other effect can say: `text` is shown, and its user says what comes of it."""

    text: str


class RollRow(msgspec.Struct, frozen=True, rename={"low": "from", "high": "to"}, forbid_unknown_fields=True):
    low: int
    high: int
    do: tuple["AnyEffect", ...]


class RollDie(Effect, frozen=True, tag="roll"):
    die: Literal[6]
    table: tuple[RollRow, ...]


class Choose(Effect, frozen=True, tag="choose"):
    """One of several: changes named by their stat, or anything else by its number."""

    options: tuple["AnyEffect", ...]

    @property
    def by_stat(self) -> bool:
        return all(isinstance(option, StatChange) for option in self.options)


class OnlyIf(Effect, frozen=True, tag="if"):
    """What is done where the condition holds as it is reached, and what where it does not."""

    when: "Condition"
    then: tuple["AnyEffect", ...]
    otherwise: tuple["AnyEffect", ...] = msgspec.field(name="else", default=())


class Repeat(Effect, frozen=True, tag="repeat"):
    n: Amount
    do: tuple["AnyEffect", ...]


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
    | SwapRoles
    | SuppressCode
    | PutCoin
    | PreventCoin
    | GainMana
    | GainSpell
    | DrawCards
    | DiscardCards
    | StealCard
    | GiveCard
    | Fetch
    | DestroyCode
    | MoreSlots
    | Peek
    | SetState
    | Negate
    | Manual
    | RollDie
    | Choose
    | OnlyIf
    | Repeat
)


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One part of a price: this card (or the Servant) goes Down, hand cards are discarded, this card is given up, set codes,
    mana; or a die must show one of `roll`, else nothing follows."""

    down: bool = False
    discard: int | Literal["X"] = 0
    sacrifice: bool = False
    discard_code: int = 0
    mana: int = 0
    roll: tuple[int, ...] = ()


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All that is named must hold: at least so much of a number, the own role, the mode, what the opponent is."""

    role: Literal["assaulter", "defender"] | None = None
    dealt: int = 0
    codes: int = 0
    coin_incoming: bool = False
    mode: Literal["phys", "magic"] | None = None
    took: int = 0
    hand: int = 0
    mana: int = 0
    opp_kw: Keyword | None = None
    opp_class: str | None = None
    opp_sex: Literal["f", "m"] | None = None
    own_turn: bool = False


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

    @property
    def discards_codes(self) -> int:
        return sum(cost.discard_code for cost in self.cost)

    @property
    def costs_mana(self) -> int:
        return sum(cost.mana for cost in self.cost)

    @property
    def needs_roll(self) -> tuple[int, ...]:
        return next((cost.roll for cost in self.cost if cost.roll), ())

    def has(self, effect: type[Effect]) -> bool:
        return any(isinstance(done, effect) for done in everything(self.do))


def everything(effects: Iterable[AnyEffect]) -> Iterator[AnyEffect]:
    """The effects and all that they hold."""
    for effect in effects:
        yield effect
        match effect:
            case RollDie(table=table):
                for row in table:
                    yield from everything(row.do)
            case Choose(options=options):
                yield from everything(options)
            case OnlyIf(then=then, otherwise=otherwise):
                yield from everything((*then, *otherwise))
            case Repeat(do=do):
                yield from everything(do)
