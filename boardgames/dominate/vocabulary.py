"""The vocabulary of cards: which columns a set may use; the ops stand in `ops` (3.9). Pure.

`use` ops act in the own turn, `clash` ops in the battle phase, `after` ops by themselves once a field is paid (DG-30). What
an op or column does is written where the rule acts; this module says what may stand in it. `text` is what an owner wrote
on a card; nothing of it is read.
"""

from typing import Literal

import msgspec

from boardgames.dominate.ops import (
    AfterOp,
    Attribute,
    ClashOp,
    Go,
    LastingOp,
    Leap,
    Place,
    Reveal,
    Rout,
    RoutChosen,
    SpellAdd,
    SpellSet,
    StepOn,
    UseOp,
)

FIELDS: tuple[str, ...] = ("field_a", "field_b")
ALONG_THE_ARROWS: tuple[Place, ...] = ("workshop", "field_a", "field_b", "lookout")


def _is_aimed(op: UseOp) -> bool:
    return isinstance(op, Rout | Reveal | SpellAdd | SpellSet) and op.target == "chosen"


class Joins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """May be played beside `shown` face-up cards of `attribute`, as one card more."""

    attribute: Attribute
    shown: int


class Combination(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of `cards` in one commitment: the name is revealed, `total` to the power."""

    cards: tuple[str, ...]
    total: int


class Card(msgspec.Struct, frozen=True):
    """An attack card 攻擊卡, a warden's special card, or an art 寶具: printed power and cost, attributes, effects."""

    code: str
    name: str
    power: int
    cost: int
    attributes: tuple[Attribute, ...]
    use: tuple[UseOp, ...] = ()
    clash: tuple[ClashOp, ...] = ()
    after: tuple[AfterOp, ...] = ()
    reveals: bool = False
    once: bool = False
    lingers: bool = False
    any_mana: bool = False
    only_if: Literal["hidden", "better_half", "revealed"] | None = None
    falling_cost: int | None = None
    workshop_results: int = 0
    joins: Joins | None = None
    combination: Combination | None = None
    lasting: tuple[LastingOp, ...] = ()
    usable_mana: int = 0
    usable_at: tuple[Place, ...] = ()
    linger_power: int | None = None
    linger_attributes: tuple[Attribute, ...] | None = None
    linger_rounds: int | None = None
    text: str = ""

    @property
    def asks_where(self) -> bool:
        return any(isinstance(op, StepOn | Leap | Go) for op in self.use)

    @property
    def asks_whom(self) -> bool:
        """Whether a use names an opponent here."""
        return any(isinstance(op, RoutChosen) or _is_aimed(op) for op in self.use)

    @property
    def stays(self) -> bool:
        """Whether something on it counts as long as it lies open."""
        return bool(self.lasting)


class Champion(msgspec.Struct, frozen=True):
    """A servant 英靈: `deck` is how many copies of each attack card; `role` its class."""

    code: str
    name: str
    role: str
    deck: dict[str, int]
    arts: tuple[str, ...]
    text: str = ""


class FurtherCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: str
    mana: int


class ShardUse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    shards: int
    n: int = 0
    card: str | None = None


class Conversion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at_least: int
    mana: int
    results: int


class Warden(msgspec.Struct, frozen=True):
    """A master 御主 with its board; `deck` are the special cards that join the attack deck."""

    code: str
    name: str
    mana: int
    spells: int
    deck: dict[str, int] = {}
    shards: int | None = None
    shard_uses: dict[Literal["mana", "bolt", "power"], ShardUse] = {}
    further_card: FurtherCard | None = None
    lost_mana: int = 0
    survives_entry: bool = False
    peeks: bool = False
    revealed_total: int = 0
    arrival_mana: dict[str, int] = {}
    becomes: str | None = None
    full_table_only: bool = False
    conversion: Conversion | None = None
    workshop_results: int = 0
    free_first_step: bool = False
    cleanup_mana: int = 0
    lasting: tuple[LastingOp, ...] = ()
    mana_unlimited: bool = False
    wins_if_last: bool = False
    text: str = ""


class Situation(msgspec.Struct, frozen=True):
    """A situation card 場景卡; `climax_left` players left is what a climax card waits for (the most: or more)."""

    code: str
    name: str
    mana: int
    climax_left: int | None = None
    adds: dict[Attribute, int] = {}
    costs: dict[Attribute, int] = {}
    step_cost: int = 0
    extra_stakes: dict[str, int] = {}
    terrain_off: bool = False
    hidden_total: int = 0
    closes: tuple[str, ...] = ()
    workshop: int | None = None
    bans: tuple[Attribute, ...] = ()
    locks: tuple[str, ...] = ()
    same_attribute_total: int = 0
    text: str = ""


class Stake(msgspec.Struct, frozen=True):
    """An event card 事件卡: the results it is worth, and what it does on its field."""

    code: str
    name: str
    copies: int
    results: int
    adds: dict[Attribute, int] = {}
    small_power: int | None = None
    terrain_multiply: int = 1
    terrain_off: bool = False
    fewest_total: int = 0
    revealed_total: int = 0
    hidden_total: int = 0
    prize_per_further: int = 0
    winner_mana: int = 0
    everyone_mana: int = 0
    spell_or_mana: int | None = None
    sealed: bool = False
    bans: tuple[Attribute, ...] = ()
    locks: bool = False
    most_total: int = 0
    same_attribute_total: int = 0
    text: str = ""
