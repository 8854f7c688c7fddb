"""Who still owes something in the other fights of a war (낼 것이 남은 사람): public, what each fight tells everybody."""

import msgspec

from combat import fights
from combat.models import Fight
from combat.rules.view import FightView
from tabletop import live, records
from tabletop.game import GM


class Owed(msgspec.Struct, frozen=True):
    """A running fight and the names it waits for; `ready`: only for whoever opens the next slot."""

    code: str
    title: str
    names: tuple[str, ...]
    ready: bool


def elsewhere(fight: Fight) -> tuple[Owed, ...]:
    """The other running fights of the campaign, the latest first (one query, and what is not folded yet)."""
    running = fights.newest(fight.campaign).filter(record__closed=False).exclude(pk=fight.pk)[:8]
    return tuple(_owed(other) for other in running)


def tell_others(fight: Fight, seq: int) -> None:
    """Let the desks of the other running fights draw who owes what anew, if entry `seq` has changed it here.

    `fight` is as it was before that entry.
    """
    if fight.rehearsal or _owes(fight, fight.record.seq) == _owes(fight, seq):
        return
    running = Fight.objects.filter(campaign=fight.campaign, rehearsal=False, record__closed=False).exclude(pk=fight.pk)
    for record in running.order_by("-at", "-pk").values_list("record", flat=True)[:8]:
        live.publish(live.record_topic(record), [GM])


def _owes(fight: Fight, seq: int) -> tuple[str, tuple[str, ...]]:
    view: FightView = records.view(fight.record, (), seq)
    return view.phase, _names(view)


def _owed(fight: Fight) -> Owed:
    view: FightView = records.view(fight.record, ())
    names = _names(view)
    return Owed(fight.code, fight.title, names, not names)


def _names(view: FightView) -> tuple[str, ...]:
    if view.waiting_for:
        return tuple(one.name for one in view.combatants if one.id in (view.waiting_for.who, view.waiting_for.servant))
    if view.phase != "planning":
        return ()
    return tuple(one.name for one in view.combatants if one.state == "fighting" and not one.planned)
