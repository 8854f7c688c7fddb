"""A fight tried differently (갈래): the same sheets and moves up to an entry, and from there on whatever the table likes.

A fork is a rehearsal, so no sheet, list or log hears of it. It starts only from a fight that has ended, since it holds
every plan that was sealed; who makes it holds all hands.
"""

from typing import Any

import msgspec
from django.db import transaction

from campaigns.models import User
from combat import covered
from combat.models import Fight
from combat.rules.reports import Outcome
from combat.rules.view import CombatantView, FightView
from tabletop import records, referee
from tabletop.game import Illegal
from tabletop.models import Entry
from tabletop.referee import Accepted


class End(msgspec.Struct, frozen=True):
    """How one of the two stands: whether it has ended, who won, and everybody with HP and MP."""

    fight: Fight
    outcome: Outcome
    people: tuple[CombatantView, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        return tuple(one.name for one in self.people if one.side == self.outcome.winner)


def steps(fight: Fight) -> list[Entry]:
    """The entries that stand, each a place to fork just before; none while the fight runs."""
    return records.standing(fight.record.entries.order_by("seq")) if fight.record.closed else []


def fork(fight: Fight, before: int, title: str, by: User) -> Fight | Illegal:
    """A rehearsal that stands as `fight` stood just before entry `before`.

    Refused: `fight_runs`, and `no_such_entry` where that entry does not stand.
    """
    if not fight.record.closed:
        return Illegal("fight_runs", "format")
    covered.own_up(fight, by)
    entries = steps(fight)
    if before not in {entry.seq for entry in entries}:
        return Illegal("no_such_entry", "format")
    with transaction.atomic():
        record = referee.open_record("fight", fight.record.setup, dict.fromkeys(_seats(fight), by))
        if isinstance(record, Illegal):
            return record
        made = Fight.objects.create(
            campaign=fight.campaign, record=record, title=title[:80], by=by, rehearsal=True, origin=fight
        )
    for entry in entries:
        if entry.seq < before:
            _again(record.pk, entry, by)
    made.record.refresh_from_db()
    return made


def _seats(fight: Fight) -> list[str]:
    return list(fight.record.chairs.values_list("seat", flat=True))


def _again(pk: int, entry: Entry, by: User) -> None:
    """The same move in the fork. It was accepted at the same place before, so it is now (I-2)."""
    done = referee.play(pk, seat=entry.seat, move=entry.move, by=by, sealed=entry.move["do"] == "plan")
    if not isinstance(done, Accepted):
        raise records.CorruptRecord(f"entry {entry.pk} is refused in a fork")


def ends(fork: Fight) -> tuple[End, End] | None:
    """The fight as it went and as it goes in the fork, side by side; None for a fight that is no fork."""
    return (_end(fork.origin), _end(fork)) if fork.origin else None


def _end(fight: Fight) -> End:
    view: FightView = records.view(fight.record, ())
    return End(fight, view.outcome, view.combatants)


def label(entry: Entry, names: dict[str, str]) -> dict[str, Any]:
    """What the list of places says of an entry: what was done, by whom."""
    who = entry.move.get("who") or entry.seat
    return {"seq": entry.seq, "do": entry.move["do"], "name": names.get(who, ""), "at": entry.at}
