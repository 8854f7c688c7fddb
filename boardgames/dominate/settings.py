"""The house rules of a game (`opt.*` of the rules): the first value of each is the default."""

from typing import Annotated, Literal

import msgspec

from boardgames.dominate.cards import read_set
from boardgames.record_reading import Form, Setup
from boardgames.record_reading import read_setup as shared_read_setup
from tabletop.game import Illegal, Json

type Number = Annotated[int, msgspec.Meta(ge=0, le=99)]


class HouseRules(msgspec.Struct, frozen=True, omit_defaults=True):
    wardens: Literal["random", "draft"] = "random"
    mode: Literal["standard", "short"] = "standard"
    climax: Literal["seed", "stepwise"] = "seed"
    elim_tie: Literal["together", "spare_tied"] = "together"
    final_tie: Literal["extra_round", "tiebreak", "shared"] = "extra_round"
    npc_parity: Literal["round_odd_shinto", "round_odd_miyama", "by_player_count"] = "round_odd_shinto"
    npc_token: Literal["none", "plus3"] = "none"  # noqa: S105
    npc_bonus: Literal["yes", "no"] = "yes"
    npc_climax: Literal["no", "yes"] = "no"
    spell_mana: Number = 4
    spell_power: Number = 2
    spell_win: Number = 2
    spell_move: Literal["not_workshop", "battlefields"] = "not_workshop"
    workshop: Literal["fixed4", "scaled"] = "fixed4"
    start: Literal["pass_left", "fixed", "lowest_results"] = "pass_left"
    no_legal: Literal["both_face_down", "forfeit_round"] = "both_face_down"
    face_down_field: Literal[1, 0] = 1
    np_threshold: Number = 8
    mana_cap: Number = 12
    terrain_order: Literal["adds_first", "owner_chooses"] = "adds_first"
    token_follow: Literal["lost", "kept"] = "lost"  # noqa: S105
    engaged: Literal["at_move", "at_turn_start"] = "at_move"
    scout: Literal["on_arrival", "at_battle"] = "on_arrival"
    share: Literal["ceil", "half_up", "floor"] = "ceil"
    events_exhausted: Literal["reshuffle", "none"] = "reshuffle"
    results_floor: Literal[0, "none"] = 0
    swap: Literal["allowed", "off"] = "allowed"
    np_return: Literal["down", "up"] = "down"
    reveal: Literal["tarot", "tarot_and_np"] = "tarot"

    @property
    def short(self) -> bool:
        return self.mode == "short"

    @property
    def normal_rounds(self) -> int:
        """DG-36: the short game has 4 rounds before the climax, the standard one 8 (D-42)."""
        return 4 if self.short else 8


type DominateSetup = Setup[HouseRules]

FORM = Form(
    format="grailkeeper/dominate",
    set="vessel-war",
    house_rules=HouseRules,
    fewest=3,
    most=7,
    number_rule="DG-33",
    taken=("chance", "npc"),
    options_at="options",
    read_set=read_set,
)

NPC = "npc"
NPC_POWER = 11
HAND = 3
FIELD_BONUS = {"field_a": 2, "field_b": 3}
TOKENS = (3, 1)
STEP_COSTS = (1, 2, 2)
LOOKOUT_RESULTS = 2
WORKSHOP_MANA = (2, 1)
WORKSHOP_SPACES = 4
SHORT_PRIZE = 3
SHORT_MANA = 2
FULL_TABLE = 7
KEPT_SPELLS = 3
TIES_IN_A_ROW = 4


def read_setup(value: Json) -> DominateSetup | Illegal:
    """The setup in `value` (a record without its moves), or Illegal with the place of the first mistake."""
    return shared_read_setup(value, FORM)


def kept_setup(value: Json) -> DominateSetup | Illegal:
    """The setup as it lies in a log, own cards with it that would be too much for a new game."""
    return shared_read_setup(value, FORM, kept=True)
