"""Spells of several steps (공정): when a chant is cancelled by the slot it stands in (G-9)."""

from collections.abc import Sequence

from combat.rules.reports import Damage, Duel
from combat.rules.settings import Settings
from combat.rules.state import WAIT_SLOT, SealedPlan


def cancelled(caster: str, duels: Sequence[Duel], damage: Sequence[Damage], settings: Settings) -> bool:
    """Whether the duels of this slot break the chant of `caster`."""
    match settings.magic_cancelled_by:
        case "hp_loss":
            return any(hit.to == caster and hit.pool == "hp" for hit in damage)
        case "lost_slot":
            return any(_lost(caster, duel) for duel in duels)
        case "np_or_critical":
            return any(_lost(caster, duel) and _overwhelming(caster, duel) for duel in duels)
    return False


def _lost(caster: str, duel: Duel) -> bool:
    return caster in (duel.a, duel.b) and duel.winner not in (None, caster)


def _overwhelming(caster: str, duel: Duel) -> bool:
    card = duel.b_card if duel.a == caster else duel.a_card
    return card == "critical" or card.startswith("np:")


def broken_off(plan: SealedPlan, slot: int, more: int) -> SealedPlan:
    """The plan with Wait in the `more` slots after `slot`: the rest of a spell that will not come."""
    return (*plan[: slot + 1], *[WAIT_SLOT] * more, *plan[slot + 1 + more :])
