"""The house rules of a table (하우스 룰): every key of the record's `options`, its values, the default. Pure."""

from typing import Literal

import msgspec

from boardgames.ace_royal.cards import LANTERN_WAR, SET, read_set
from boardgames.record_reading import Form, Setup
from boardgames.record_reading import read_setup as read_setup_of
from tabletop.game import CHANCE, TABLE, Illegal, Json

FORMAT = "grailkeeper/ace-royal"
ENGINE = f"2-{LANTERN_WAR.fingerprint[:12]}"
"""Raised by every change of rules or cards that can change a result."""


class HouseRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """One field per gap of the rules that the table may settle otherwise; the first value is the default."""

    defeat_rule: Literal["either", "mana_only", "both"] = "either"
    """AG-1: which resource at zero defeats."""
    coin_rotation: Literal["holder_second_turn_end", "on_return", "round_shift"] = "holder_second_turn_end"
    """AG-2: when the master coin passes."""
    start_player_pays: bool = False
    """AG-3."""
    facedown_uses_slot: bool = False
    """AG-6: face-down cards do not raise the limit of set codes."""
    encounter_roll: Literal["uniform", "wrap"] = "uniform"
    """AG-10."""
    encounter_swap: bool = True
    """AG-11."""
    defender_first_strike: bool = False
    """AG-22."""
    proxy_down_threshold: Literal[1, 2] = 1
    """AG-33."""
    proxy_price: Literal["code", "any_card"] = "code"
    """AG-33."""
    independent_upkeep: Literal["own_turn", "any_turn", "master_round"] = "own_turn"
    """AG-38."""
    off_class: Literal["lose_class_keyword", "none", "all_minus_1"] = "lose_class_keyword"
    """AG-43."""
    ability_limit: Literal["turn", "step"] = "turn"
    """AG-45."""
    class_swap: Literal["open_pool", "hidden_pool", "all_open", "none"] = "open_pool"
    """A-13, A-15, A-16, AG-44."""
    class_sets: Literal[1, 2] = 1
    """A-14."""
    mana_cap: Literal[5] | None = None
    """AG-28."""
    combat_reveal_draw: Literal[0, 2] = 0
    """AG-8: cards per card turned up in C1."""
    deck_out: Literal["reshuffle", "no_draw"] = "reshuffle"
    """AG-41."""
    coin_on_holder_defeat: Literal["pass_and_pay", "pass_free"] = "pass_and_pay"
    """AG-42."""


FORM = Form(
    format=FORMAT,
    set=SET,
    house_rules=HouseRules,
    fewest=2,
    most=7,
    number_rule="format",
    taken=(CHANCE, TABLE),
    read_set=read_set,
)


def read_setup(value: Json) -> Setup[HouseRules] | Illegal:
    """The setup in `value`, which is a record without its `moves`; or Illegal with the place in it."""
    return read_setup_of(value, FORM)


def kept_setup(value: Json) -> Setup[HouseRules] | Illegal:
    """The setup as it lies in a log, own cards with it that would be too much for a new game."""
    return read_setup_of(value, FORM, kept=True)
