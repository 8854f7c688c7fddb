"""The vocabulary of cards: which columns and ops a set may use (3.9). Pure.

`use` ops act in the own turn, `clash` ops in the battle phase, `after` ops by themselves once a field is paid (DG-30). What
an op or column does is written where the rule acts; this module says what may stand in it. `text` is what an owner wrote
on a card; nothing of it is read.
"""

from typing import Literal

import msgspec

type Attribute = Literal["might", "swift", "arcane", "ruse", "relic"]
type Place = Literal["workshop", "field_a", "field_b", "lookout"]

FIELDS: tuple[str, ...] = ("field_a", "field_b")
ALONG_THE_ARROWS: tuple[Place, ...] = ("workshop", "field_a", "field_b", "lookout")


class Op(msgspec.Struct, frozen=True, tag_field="op", forbid_unknown_fields=True):
    """One thing a card does."""


class TerrainAdd(Op, frozen=True, tag="terrain_add"):
    n: int


class TerrainMultiply(Op, frozen=True, tag="terrain_multiply"):
    n: int


class TerrainTake(Op, frozen=True, tag="terrain_take"):
    """Takes the best token of the field from the player who holds it, if it is worth more than the own one."""


class StepOn(Op, frozen=True, tag="step_on"):
    """To the next place along the arrows, free."""


class Leap(Op, frozen=True, tag="leap"):
    """To any place but the workshop, free."""


class ManaAdd(Op, frozen=True, tag="mana_add"):
    n: int


class ResultsGain(Op, frozen=True, tag="results_gain"):
    n: int


class TotalAdd(Op, frozen=True, tag="total_add"):
    n: int
    climax: bool = False


class WeakenActed(Op, frozen=True, tag="weaken_acted"):
    """`n` to the total of each opponent here whose turn is over and who shows no card of `spares`."""

    n: int
    spares: Attribute


class PlayExtra(Op, frozen=True, tag="play_extra"):
    """Draw `draw`, then up to `most` more hand cards of printed power up to `power`, their costs paid."""

    most: int
    power: int
    draw: int = 0


class RoutChosen(Op, frozen=True, tag="rout_chosen"):
    """Routs one opponent here with at most `spells` command spells."""

    spells: int


class Silence(Op, frozen=True, tag="silence"):
    """Opponents here whose turn is not over use no effects in this round."""


class HideName(Op, frozen=True, tag="hide_name"):
    pass


class RoutProof(Op, frozen=True, tag="rout_proof"):
    pass


class WeakenPer(Op, frozen=True, tag="weaken_per"):
    """`n` to the total of each opponent here per card of `attribute` shown."""

    n: int
    attribute: Attribute


class RoutStronger(Op, frozen=True, tag="rout_stronger"):
    """Routs the one opponent who is ahead: the only one here (`sole`), or the only one ahead of `several`."""

    opponents: Literal["sole", "several"]


class ResultsAdd(Op, frozen=True, tag="results_add"):
    """`n` results after a battle won or lost; `winners` to each winning player here; `removes` the card from the game.

    `opponents`: whatever their number (`any`), only with one (`some`), or once for each.
    """

    n: int
    when: Literal["won", "lost"]
    opponents: Literal["any", "some", "each"] = "any"
    winners: int = 0
    removes: bool = False


type UseOp = (
    TerrainAdd
    | TerrainMultiply
    | TerrainTake
    | StepOn
    | Leap
    | ManaAdd
    | ResultsGain
    | TotalAdd
    | WeakenActed
    | PlayExtra
    | RoutChosen
    | Silence
    | HideName
)
type ClashOp = RoutProof | WeakenPer | RoutStronger


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
    after: tuple[ResultsAdd, ...] = ()
    reveals: bool = False
    once: bool = False
    lingers: bool = False
    any_mana: bool = False
    only_if: Literal["hidden", "better_half"] | None = None
    falling_cost: int | None = None
    workshop_results: int = 0
    joins: Joins | None = None
    combination: Combination | None = None
    text: str = ""

    @property
    def asks_where(self) -> bool:
        return any(isinstance(op, StepOn | Leap) for op in self.use)

    @property
    def asks_whom(self) -> bool:
        return any(isinstance(op, RoutChosen) for op in self.use)


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
    text: str = ""
