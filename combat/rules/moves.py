"""Moves (선언): what a combatant or the GM declares, in the shapes of the record."""

from typing import Any, Literal

import msgspec

from combat.rules.shape import Positive, fit
from combat.rules.sheet import Line, Master, Servant
from tabletop.game import GM, Illegal

type Purpose = Literal["attack", "defence"]

WAIT = "wait"
CHANT = "chant"


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that stands in a move."""


class Support(Shape, frozen=True, rename={"with_": "with", "for_": "for"}):
    """Back-line help (보조) for one ally; a support spell says itself what it is for."""

    to: str
    with_: str
    for_: Purpose | msgspec.UnsetType = msgspec.UNSET


class Slot(Shape, frozen=True):
    """One place (칸) of a plan: a card per named enemy, or a support; nothing is Wait (대기)."""

    attack: dict[str, str] = {}
    support: Support | msgspec.UnsetType = msgspec.UNSET


type Who = str | msgspec.UnsetType
"""Whose move the GM makes; left out when the combatant makes it itself."""


class Plan(Shape, frozen=True, tag_field="do", tag="plan"):
    """Hand in, or replace, the sealed plan (판정패 목록) of the coming round."""

    by: str
    slots: tuple[Slot, ...]
    who: Who = msgspec.UNSET


class Reveal(Shape, frozen=True, tag_field="do", tag="reveal"):
    """Resolve the next `slots` slots, or the rest of the round."""

    by: Literal["gm"]
    slots: Positive | msgspec.UnsetType = msgspec.UNSET


class SpendConviction(Shape, frozen=True, tag_field="do", tag="spend_conviction"):
    by: str
    who: Who = msgspec.UNSET


class ActivatePlus(Shape, frozen=True, tag_field="do", tag="activate_plus"):
    by: str
    stat: str
    who: Who = msgspec.UNSET


class Retreat(Shape, frozen=True, tag_field="do", tag="retreat"):
    by: str
    fortune: bool = False
    who: Who = msgspec.UNSET


class Present(Shape, frozen=True, tag_field="do", tag="present"):
    """The cards an enemy shows a fleeing combatant beyond those of his plan (R-RET-2)."""

    by: str
    cards: tuple[str, ...]
    who: Who = msgspec.UNSET


class Regroup(Shape, frozen=True, tag_field="do", tag="regroup"):
    by: str
    who: Who = msgspec.UNSET


class ForcedReturn(Shape, frozen=True, tag_field="do", tag="forced_return"):
    """The Master's answer: spend a command spell (령주) or let the Servant vanish (R-OTHER-5)."""

    by: str
    servant: str
    accept: bool


class Enter(Shape, frozen=True, tag_field="do", tag="enter"):
    """Intrusion (난입)."""

    by: Literal["gm"]
    combatant: Servant | Master
    against: str


class MoveLine(Shape, frozen=True, tag_field="do", tag="move_line"):
    by: Literal["gm"]
    who: str
    line: Line


class SpecialDamage(Shape, frozen=True, tag_field="do", tag="special_damage"):
    by: Literal["gm"]
    to: str
    amount: Positive
    reason: str


class Override(Shape, frozen=True, tag_field="do", tag="override"):
    by: Literal["gm"]
    who: str
    set: dict[str, int]
    reason: str


class End(Shape, frozen=True, tag_field="do", tag="end"):
    by: Literal["gm"]


type OwnMove = Plan | SpendConviction | ActivatePlus | Retreat | Present | Regroup
"""Moves of one combatant, which the GM may make for it."""
OWN_MOVES = (Plan, SpendConviction, ActivatePlus, Retreat, Present, Regroup)
type Move = OwnMove | Reveal | ForcedReturn | Enter | MoveLine | SpecialDamage | Override | End

_MOVE: Any = Move.__value__


class _UnreadPlan(Shape, frozen=True, tag_field="do", tag="plan"):
    by: str
    slots: tuple[Any, ...]
    who: Who = msgspec.UNSET


def read_move(value: Any) -> Move | Illegal:
    """The move in `value` by shape alone, or Illegal; a misshapen slot of a plan is named by its place."""
    move, faults = read_with_faults(value)
    return next(iter(faults.values())) if faults else move


def read_with_faults(value: Any) -> tuple[Move | Illegal, dict[int, Illegal]]:
    """The move, and the faults of those slots of a plan that have no shape; such a slot is left empty in the move.

    A record is judged slot by slot, so a rule broken in slot 0 comes before a slot 3 that cannot be read.
    """
    move: Move | Illegal = fit(value, _MOVE)
    # asked first, since a shape that is no union lets its tag be left out
    if not (isinstance(move, Illegal) and _is_plan(value)):
        return move, {}
    unread = fit(value, _UnreadPlan)
    if isinstance(unread, Illegal):
        return unread, {}
    slots = [fit(slot, Slot, f"slots[{place}]") for place, slot in enumerate(unread.slots)]
    faults = {place: slot for place, slot in enumerate(slots) if isinstance(slot, Illegal)}
    read = tuple(Slot() if isinstance(slot, Illegal) else slot for slot in slots)
    return Plan(by=unread.by, slots=read, who=unread.who), faults


def _is_plan(value: Any) -> bool:
    return isinstance(value, dict) and value.get("do") == "plan"


def actor(move: OwnMove) -> str | None:
    """Whose move it is; None when `by` and `who` do not fit together."""
    if move.by == GM:
        return None if isinstance(move.who, msgspec.UnsetType) else move.who
    return move.by if move.who is msgspec.UNSET else None
