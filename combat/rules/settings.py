"""Settings (설정): every reading of an unclear rule, fixed when the fight begins."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec

from combat.rules.ranks import RankValues
from combat.rules.shape import Natural, Positive, fit
from tabletop.game import Illegal

type Basic = Literal["smash", "counter", "onslaught"]
type Force = Literal["np", "critical", "magic", "ordinary"]

BASICS: tuple[Basic, ...] = ("smash", "counter", "onslaught")
FORCES: tuple[Force, ...] = ("np", "critical", "magic", "ordinary")


class Cycle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which basic card each basic card beats (G-3)."""

    counter: Basic = "smash"
    onslaught: Basic = "counter"
    smash: Basic = "onslaught"


class SupportCap(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where the points of several supporters stop, and what the limit binds (R-MELEE-10, G-14)."""

    binds: Literal["extra", "whole"] = "extra"
    max: Natural = 5


class Retreat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The price of a retreat (R-RET-2, R-RET-3, G-22)."""

    cards: Positive = 3
    fails_at: Positive = 10
    tested: Literal["after_reduction", "before_reduction"] = "after_reduction"
    failure_hurts: bool = True
    several_enemies: Literal["sum", "worst"] = "sum"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The settings of one fight; a key that was left out has its default."""

    rank_values: RankValues = RankValues()
    plus_value: Natural = 1
    cycle: Cycle = Cycle()
    slots_per_round: Annotated[int, msgspec.Meta(ge=1, le=25)] = 10
    rounds: Positive | None = 1
    cards_return: Literal["end_of_fight", "end_of_round"] = "end_of_fight"
    equal_cards: Literal["nothing", "knights_plus_one"] = "nothing"
    skill_vs_skill: Literal["rank_difference", "nothing", "both"] = "rank_difference"
    force_order: tuple[Force, ...] = FORCES
    same_force: Literal["difference", "both", "nothing"] = "difference"
    magic_cancelled_by: Literal["hp_loss", "lost_slot", "np_or_critical", "never"] = "hp_loss"
    magic_refund: bool = False
    magic_vs_magic: Literal["subtract", "both_vanish", "larger_full"] = "subtract"
    one_step_tie: Literal["nothing", "ordinary_wins"] = "nothing"
    master_reduction: Natural | None = None
    conviction_order: Literal["halve_then_double", "double_then_halve"] = "halve_then_double"
    support_cap: SupportCap = SupportCap()
    support_helps_wait: bool = True
    back_line_targets: Literal["ranged", "anyone", "nobody"] = "ranged"
    victory: Literal["hp_ratio", "points"] = "hp_ratio"
    mp_floor_base: Natural = 30
    mp_floor_breach: Literal["vanish", "clamp"] = "vanish"
    recover_to: Annotated[int, msgspec.Meta(ge=0, le=1)] = 1
    retreat: Retreat = Retreat()


def read_settings(value: dict[str, Any]) -> Settings | Illegal:
    """The settings in `value`, or the first fault in the order of its keys, at `settings.<key>`."""
    for key in value:
        alone = fit({key: value[key]}, Settings, f"settings.{key}")
        if isinstance(alone, Illegal):
            return alone
        if (check := _CHECKS.get(key)) and (code := check(alone)):
            return Illegal(code, "format", f"settings.{key}")
    return msgspec.convert(value, Settings)


def _cycle_fault(settings: Settings) -> str | None:
    beaten = tuple(getattr(settings.cycle, card) for card in BASICS)
    whole = sorted(beaten) == sorted(BASICS) and all(a != b for a, b in zip(BASICS, beaten, strict=True))
    return None if whole else "not_a_cycle"


def _force_order_fault(settings: Settings) -> str | None:
    return None if sorted(settings.force_order) == sorted(FORCES) else "not_an_order_of_forces"


_CHECKS: dict[str, Callable[[Settings], str | None]] = {
    "cycle": _cycle_fault,
    "force_order": _force_order_fault,
}
