"""The clock at a fight (기한): who owes a plan or an answer, since when, and what happens when the time is over.

Asked by every read and write of a fight (`settle`), so nothing is wrong while no worker runs. What the clock lays is a sealed
plan like any other, of which the log says that nobody handed it in, and it can be replaced until the first slot opens.
"""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign, Deadlines, NoAnswer, User
from campaigns.people import present
from campaigns.reminders.absences import rules_of
from campaigns.reminders.clock import due
from campaigns.reminders.owing import Debt
from campaigns.scenes import live as board
from combat import fights, learning
from combat.models import Fight, StandingOrder
from combat.rules.view import FightView
from tabletop import records, referee
from tabletop.game import GM, Illegal
from tabletop.models import Chair, Entry, Record
from tabletop.referee import Accepted, Stale

BEGINS = ("reveal", "rewind", "present", "forced_return", "retreat", "enter", "end")
"""Moves after which people are asked for something new."""
TRIES = 30
"""More than combatants in any fight."""


def of_fights(campaign: Campaign) -> Iterator[Debt]:
    """What the running fights wait for; all of it is public, as every page of a fight names who has not handed in."""
    on = Chair.objects.filter(record__fight__campaign=campaign, record__fight__rehearsal=False, record__closed=False)
    # A setup is long, and would come once for each chair; it is read where a log has to be folded from its start.
    sitting = list(on.select_related("record__fight").defer("record__setup").order_by("-record__fight__at", "record"))
    if not sitting:
        return
    people = {seat.user_id: seat.pk for seat in present(campaign)}
    chairs = {(chair.record_id, chair.seat): people.get(chair.user_id) for chair in sitting}
    running = list({chair.record_id: _of(chair.record) for chair in sitting}.values())
    asked = _asked(running)
    for fight in running:
        view: FightView = records.view(fight.record, ())
        seats = {chairs.get((fight.record_id, who)) for who in owing(view)}
        yield Debt(
            key=f"fight:{fight.code}:{view.round}:{'plan' if view.phase == 'planning' else fight.record.seq}",
            kind="plan" if view.phase == "planning" else "reply",
            title=fight.title,
            path=reverse("fight", args=[campaign.code, fight.code]),
            since=asked.get(fight.record_id, fight.at),
            seats=tuple(sorted(seat for seat in seats if seat is not None)),
            round=view.round,
            lent=True,
        )


def owing(view: FightView) -> tuple[str, ...]:
    """The combatants the fight waits for, in the words that all can see."""
    if view.waiting_for:
        return (view.waiting_for.who,)
    if view.phase != "planning":
        return ()
    return tuple(one.id for one in view.combatants if one.state == "fighting" and not one.planned)


def since(fight: Fight) -> datetime:
    """When that was asked."""
    return _asked([fight]).get(fight.record_id, fight.at)


def _asked(running: list[Fight]) -> dict[int, datetime]:
    """Record → when something new was asked last; nothing of those where it still is the first round (one query)."""
    moves = Entry.objects.filter(record__in=[fight.record_id for fight in running], move__do__in=BEGINS)
    return dict(moves.values("record").annotate(last=Max("at")).values_list("record", "last"))


def _of(record: Record) -> Fight:
    fight: Fight = record.fight
    fight.record = record
    return fight


def settle(fight: Fight, rules: Deadlines | None = None) -> bool:
    """Do what the campaign has agreed on for plans that are late; whether anything was done. Cheap where nothing is due."""
    learning.settle(fight)
    rules = rules or rules_of(fight.campaign)
    if rules.hours is None or rules.no_answer == NoAnswer.WAIT or fight.rehearsal or fight.record.closed:
        return False
    view: FightView = records.view(fight.record, ())
    late = owing(view) if view.phase == "planning" else ()
    until = due(rules, since(fight)) if late else None
    if until is None or timezone.now() < until:
        return False
    return _settle(fight, rules, view.round)


def _settle(fight: Fight, rules: Deadlines, round_: int) -> bool:
    """Lay for one after the other, each on the fight as it was looked at: who handed in meanwhile is not overruled, and two
    who ask at once lay once."""
    before = fight.record.seq
    for _ in range(TRIES):
        fight.record.refresh_from_db(fields=["seq", "closed"])
        view: FightView = records.view(fight.record, ())
        late = owing(view) if (view.round, view.phase) == (round_, "planning") else ()
        if not any(_lay(fight, rules, view, who) for who in late):
            break
    fight.record.refresh_from_db(fields=["seq", "closed"])
    if fight.record.seq == before:
        return False
    transaction.on_commit(partial(board.changed, fight.campaign.code))
    return True


def _lay(fight: Fight, rules: Deadlines, view: FightView, who: str) -> bool:
    """Whether anything has moved: the standing order, or, where that is agreed, Wait in every slot, with nobody's name."""
    order = StandingOrder.objects.filter(fight=fight, combatant=who, round=view.round).first()
    if order:
        done = _play(fight, who, order.slots, order.by)
        if isinstance(done, Accepted):
            StandingOrder.objects.filter(pk=order.pk).update(used=done.seq)
        if not isinstance(done, Illegal):
            return True
    if rules.no_answer != NoAnswer.PASS:
        return False
    done = _play(fight, who, [{} for _ in range(view.settings.slots_per_round)], None)
    return not isinstance(done, Illegal)


def _play(fight: Fight, who: str, slots: list[dict[str, Any]], by: User | None) -> Accepted | Illegal | Stale:
    by_whom = {"by": who} if by else {"by": GM, "who": who}
    move = {**by_whom, "do": "plan", "slots": slots}
    return referee.play(fight.record_id, seat=who, move=move, by=by, seen=fight.record.seq, sealed=True)


def settle_all(campaign: Campaign) -> None:
    """The worker's part: what every look at a fight would do."""
    rules = rules_of(campaign)
    if rules.hours is not None and rules.no_answer != NoAnswer.WAIT:
        for fight in fights.newest(campaign).filter(record__closed=False):
            fight.campaign = campaign
            settle(fight, rules)
