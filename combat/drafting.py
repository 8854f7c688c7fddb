"""The draft of a plan as its owner lays it: what may still be laid where, what it costs, and why something may not.

Built from his own draft and what he knows; it changes nothing and is kept nowhere.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.template.loader import render_to_string

from combat.models import Fight
from combat.plan_form import slots_of
from combat.rules.laying import LaidSlot, laying, offered
from combat.rules.moves import Slot
from combat.rules.options import Offer
from combat.rules.state import Fight as State
from combat.rules.view import FightView
from combat.templatetags.telling import Cast, cast_of_view, illegal_context, sentence
from tabletop import records
from tabletop.game import Illegal, game

PHANTASM = "np:"


class Fault(msgspec.Struct, frozen=True):
    """A slot that would be refused as it lies."""

    slot: int
    illegal: Illegal


class Shut(msgspec.Struct, frozen=True):
    """A slot with a phantasm: the enemies that only Wait can be shown to (R-MELEE-5)."""

    slot: int
    names: str


def draft(
    fight: Fight, combatant: str, fields: Mapping[str, str], place: tuple[int, str] | None, ahead: State | None = None
) -> dict[str, Any]:
    """What the planner shows of a draft, as plain JSON; for the round `ahead`, as it can be foreseen (`standing.foreseen`).

    `mp` is what is left after each slot, `faults` slot number → sentence, `cards` form value → what of it is left and why it
    cannot be laid at `place` (slot counted from 0, and whose row), `notes` the HTML of what to look at before sealing.
    """
    state = ahead or records.load(fight.record)
    view: FightView = game("fight").view(state, (combatant,))
    slots = _read(fields, view.settings.slots_per_round)
    cast, laid = cast_of_view(view), laying(state, combatant, slots)
    faults = [Fault(number, slot.fault) for number, slot in enumerate(laid, 1) if slot.fault]
    offers = offered(state, combatant, slots, *place) if place else ()
    return {
        "mp": [slot.mp for slot in laid],
        "faults": {fault.slot: _sentence(fault.illegal, cast) for fault in faults},
        "cards": {_value(offer): _offer(offer, cast) for offer in offers},
        "notes": _notes(view, combatant, slots, laid, faults, cast),
    }


def _read(fields: Mapping[str, str], length: int) -> list[Slot]:
    """The draft in the shape of the rules; whatever else a form may hold is no part of it."""
    return [msgspec.convert(slot, Slot) for slot in slots_of(fields, length)]


def _value(offer: Offer) -> str:
    """The word as the form says it: a support with what it is for, but for spells, which say it themselves."""
    return f"{offer.word}:{offer.purpose}" if offer.purpose and not offer.word.startswith("spell:") else offer.word


def _offer(offer: Offer, cast: Cast) -> dict[str, Any]:
    return {"left": offer.left, "why": _sentence(offer.refused, cast) if offer.refused else ""}


def _sentence(illegal: Illegal, cast: Cast) -> str:
    return sentence("illegal", **illegal_context(illegal, cast))


def _notes(
    view: FightView, combatant: str, slots: Sequence[Slot], laid: Sequence[LaidSlot], faults: list[Fault], cast: Cast
) -> str:
    me = next(one for one in view.combatants if one.id == combatant)
    foes = [one for one in view.combatants if one.side != me.side and one.state == "fighting"]
    enemies, in_front = [one.id for one in foes], [one.id for one in foes if one.line == "front"]
    floor = next((own.floor for own in view.own if own.id == combatant), None)
    context = {
        "faults": faults,
        "shut": list(_shut(slots, enemies, cast)) if len(enemies) > 1 else [],
        "open_places": _open_places(slots, in_front) if me.line == "front" else 0,
        "mp": laid[-1].mp if laid else me.mp,
        "floor": floor,
        "spends": bool(laid) and laid[-1].mp != me.mp,
        "cast": cast,
    }
    return render_to_string("combat/parts/draft_notes.html", context).strip()


def _shut(slots: Sequence[Slot], enemies: list[str], cast: Cast) -> Any:
    for number, slot in enumerate(slots, 1):
        left_out = [cast.name(one) for one in enemies if one not in slot.attack]
        if left_out and any(word.startswith(PHANTASM) for word in slot.attack.values()):
            yield Shut(number, ", ".join(left_out))


def _open_places(slots: Sequence[Slot], enemies: list[str]) -> int:
    return sum(enemy not in slot.attack for slot in slots for enemy in enemies)
