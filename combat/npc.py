"""The app hands in for an NPC (앱에 맡기기): for whom nobody but the table plays, if the GM would rather not lay the cards.

The app's own player sees the view of that one seat, as in a rehearsal. It lays a plan and spends nothing besides: no
Conviction, no plus signs. It does so at once, since one plan takes it some hundredths of a second.
"""

import msgspec

from campaigns.access import TABLE
from combat.models import Fight
from combat.odds.player import planned
from tabletop import records, referee
from tabletop.chance import CHANCE
from tabletop.game import Illegal, game
from tabletop.models import Chair
from tabletop.referee import Accepted, Stale


def played_by_table(fight: Fight) -> frozenset[str]:
    """The combatants in whose chairs somebody sits who runs the table (one query)."""
    table = fight.campaign.seats.filter(role__in=TABLE, removed_at=None).values("user")
    return frozenset(Chair.objects.filter(record=fight.record_id, user__in=table).values_list("seat", flat=True))


def hand_in(fight: Fight, combatant: str) -> Accepted | Illegal | Stale:
    """Seal what the app lays for `combatant`; `Stale` when no plan is due of it any more."""
    fight.record.refresh_from_db(fields=["seq", "closed"])
    view = records.view(fight.record, (combatant,))
    plan = planned(view, game("fight").options(records.load(fight.record), combatant), CHANCE)
    if plan is None:
        return Stale(fight.record.seq)
    return referee.play(fight.record_id, seat=combatant, move=msgspec.to_builtins(plan), by=None, sealed=True)
