"""The fights of a campaign as lists tell them (싸움 목록): who against whom, how it stands, how it ended.

A list does not fold what has ended: the report of the last entry says the outcome. Only a running fight, and one where the
table itself moved last, is looked at whole. All of it is public, but for what the reader himself owes.
"""

from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from typing import Any

import msgspec
from django.db.models import Exists, F, OuterRef, Q, QuerySet, StringAgg, Subquery, Value

from campaigns.models import Campaign, User
from combat.models import Fight, Fighter
from combat.rules.view import FightView
from tabletop import records
from tabletop.models import Chair, Entry

type Told = tuple[dict[str, Any], dict[str, Any] | None]
"""The move and the report of an entry."""


class Side(msgspec.Struct, frozen=True):
    """Who stands together; `loss` is the fraction of HP lost (R-OTHER-1b), "" while none is known."""

    word: str
    names: tuple[str, ...]
    loss: str = ""
    won: bool = False

    @property
    def percent(self) -> int:
        """The loss in whole percent, for the eye; `0/0` counts as all lost."""
        lost, before = (int(part) for part in self.loss.split("/"))
        return round(Fraction(lost, before) * 100) if before else 100


class Summary(msgspec.Struct, frozen=True):
    """One line of a list. `phase` as in the fight's view; `slot` counts the opened slots of the round.

    `owes`: the fight waits for the reader. `handed` of `fighting` plans are in. `undecided`: not on the sheets yet.
    `imported`: it came from a record, and nobody of the war stood in it.
    """

    code: str
    title: str
    at: datetime
    sides: tuple[Side, ...]
    phase: str
    reason: str = ""
    undecided: bool = False
    imported: bool = False
    owes: bool = False
    round: int = 0
    slot: int = 0
    handed: int = 0
    fighting: int = 0

    @property
    def running(self) -> bool:
        return self.phase != "ended"

    @property
    def ready(self) -> bool:
        """Nobody is waited for but who opens the next slot."""
        return self.phase == "opening" or (self.phase == "planning" and self.handed == self.fighting)

    @property
    def next_slot(self) -> int:
        return self.slot + 1

    @property
    def winner(self) -> Side | None:
        return next((side for side in self.sides if side.won), None)


def newest(campaign: Campaign, reader: User | None = None) -> QuerySet[Fight]:
    """The campaign's fights but for rehearsals, the latest first, with what `told` needs.

    `held`: whom `reader` plays in what still runs, with a space between.
    """
    stands = Fighter.objects.filter(fight=OuterRef("pk"))
    own = Chair.objects.filter(record=OuterRef("record"), record__closed=False, user=reader).values("record")
    return (
        campaign.fights.filter(rehearsal=False)
        .select_related("record")
        .annotate(imported=~Exists(stands))
        .annotate(held=Subquery(own.annotate(seats=StringAgg("seat", Value(" "))).values("seats")))
        .order_by("-at", "-pk")
    )


def told(fights: Iterable[Fight]) -> list[Summary]:
    """A line for each of the fights, for the reader of `newest`: one query for all of them, and a fold for what still runs."""
    fights = list(fights)
    entries: dict[int, list[Told]] = {fight.record_id: [] for fight in fights}
    telling = Q(seq=F("record__seq")) | Q(move__do__in=["enter", *records.TABLE_MOVES])
    closed = Entry.objects.filter(telling, record__in=entries, record__closed=True).order_by("record", "seq")
    for record, move, report in closed.values_list("record", "move", "report"):
        entries[record].append((move, report))
    return [_summary(fight, entries[fight.record_id]) for fight in fights]


def _summary(fight: Fight, entries: list[Told]) -> Summary:
    if not entries or any(move["do"] in records.TABLE_MOVES for move, _ in entries):
        return _looked_at(fight)
    entered = [move["combatant"] for move, _ in entries if move["do"] == "enter"]
    people = [(one["side"], one.get("name") or one["id"]) for one in (*fight.record.setup["combatants"], *entered)]
    _, report = entries[-1]
    return _ended(fight, people, (report or {})["outcome"])


def _looked_at(fight: Fight) -> Summary:
    view = records.view(fight.record, ())
    people = [(one.side, one.name or one.id) for one in view.combatants]
    if view.phase == "ended":
        return _ended(fight, people, msgspec.to_builtins(view.outcome))
    fighting = [one for one in view.combatants if one.state == "fighting"]
    planning = view.phase == "planning"
    held = set((getattr(fight, "held", None) or "").split())
    return Summary(
        code=fight.code,
        title=fight.title,
        at=fight.at,
        sides=_sides(people, {}),
        phase=view.phase,
        owes=_owes(view, {one.id for one in fighting if planning and not one.planned}, held),
        round=view.round,
        slot=view.slot,
        handed=sum(one.planned for one in fighting),
        fighting=len(fighting),
    )


def _owes(view: FightView, due: set[str], held: set[str]) -> bool:
    asked = {view.waiting_for.who} if view.waiting_for else set()
    return bool((due | asked) & held)


def _ended(fight: Fight, people: list[tuple[str, str]], outcome: dict[str, Any]) -> Summary:
    return Summary(
        code=fight.code,
        title=fight.title,
        at=fight.at,
        sides=_sides(people, outcome),
        phase="ended",
        reason=outcome["reason"],
        undecided=fight.written_back is None,
        imported=getattr(fight, "imported", False),
    )


def _sides(people: list[tuple[str, str]], outcome: dict[str, Any]) -> tuple[Side, ...]:
    losses, winner = outcome.get("loss", {}), outcome.get("winner")
    words = dict.fromkeys(side for side, _ in people)
    return tuple(
        Side(word, tuple(name for side, name in people if side == word), losses.get(word, ""), word == winner)
        for word in words
    )
