"""Standing orders (미리 낸 목록): a plan for the next round, used if no other has come when its first slot is opened.

Kept beside the record and told to nobody but its owner; once used it is a sealed plan like any other, and the log says
whence it came.
"""

from typing import Any

import msgspec

from campaigns.models import User
from combat.models import Fight, StandingOrder
from combat.rules.laying import laying
from combat.rules.laying import next_round as coming
from combat.rules.moves import Plan, Slot, read_move
from combat.rules.state import Fight as State
from combat.rules.view import FightView
from tabletop import records, referee
from tabletop.game import Illegal
from tabletop.referee import Accepted


def next_round(view: FightView) -> int | None:
    """The round that can be planned ahead; None where this one is the last."""
    last = view.settings.rounds
    return view.round + 1 if view.phase != "ended" and (last is None or view.round < last) else None


def keep(fight: Fight, combatant: str, slots: list[dict[str, Any]], by: User) -> StandingOrder | Illegal:
    """Keep the order for the next round in place of an earlier one.

    What has no shape, or names cards and people that are not there, is refused now; whether the rest is allowed and paid
    for is judged when it is used. `round_has_begun` where no further round is agreed.
    """
    view: FightView = records.view(fight.record, (combatant,))
    ahead = next_round(view)
    if ahead is None:
        return Illegal("round_has_begun", "format")
    plan = read_move({"by": combatant, "do": "plan", "slots": slots})
    if not isinstance(plan, Plan):
        return plan if isinstance(plan, Illegal) else Illegal("shape", "format")
    faults = (slot.fault for slot in laying(records.load(fight.record), combatant, plan.slots))
    if fault := next((fault for fault in faults if fault and fault.rule == "format"), None):
        return fault
    order, _ = StandingOrder.objects.update_or_create(
        fight=fight, combatant=combatant, round=ahead, defaults={"slots": slots, "by": by, "used": None}
    )
    return order


def foreseen(fight: Fight, combatant: str, *, knows: bool) -> State:
    """The next round as far as it can be foreseen for `combatant`; `knows`: by somebody who may see his sealed plan."""
    return coming(records.load(fight.record), combatant, knows=knows)


def doubts(fight: Fight, combatant: str, slots: list[dict[str, Any]], *, knows: bool) -> tuple[Illegal, ...]:
    """What the rules would refuse of an order as things stand, slot by slot."""
    made = [msgspec.convert(slot, Slot) for slot in slots]
    laid = laying(foreseen(fight, combatant, knows=knows), combatant, made)
    return tuple(slot.fault for slot in laid if slot.fault)


def kept(fight: Fight, combatant: str, reader: User, *, knows: bool) -> StandingOrder | None:
    """The order of a combatant for the next round, for its owner (who `knows`) or whoever gave it."""
    ahead = next_round(records.view(fight.record, ()))
    if ahead is None:
        return None
    orders = StandingOrder.objects.filter(fight=fight, combatant=combatant, round=ahead)
    return (orders if knows else orders.filter(by=reader)).first()


def use(fight: Fight) -> int:
    """Hand in the orders of all who owe a plan now; the record's seq afterwards. What the rules refuse is left out."""
    fight.record.refresh_from_db(fields=["seq", "closed"])
    view: FightView = records.view(fight.record, ())
    owing = {one.id for one in view.combatants if one.state == "fighting" and not one.planned}
    orders = fight.orders.filter(round=view.round, combatant__in=owing) if view.phase == "planning" else ()
    seq = fight.record.seq
    for order in orders:
        move = {"by": order.combatant, "do": "plan", "slots": order.slots}
        done = referee.play(fight.record_id, seat=order.combatant, move=move, by=order.by, sealed=True)
        if isinstance(done, Accepted):
            seq = done.seq
            StandingOrder.objects.filter(pk=order.pk).update(used=seq)
    return seq
