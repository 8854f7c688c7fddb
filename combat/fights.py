"""The fights of a campaign as lists tell them (싸움 목록): who against whom, how it stands, how it ended.

A list does not fold what has ended: the report of the last entry says the outcome. Only a running fight, and one where the
table itself moved last, is looked at whole. All of it is public, but for what the reader himself owes.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from typing import Any

import msgspec
from django.db.models import Exists, OuterRef, QuerySet, StringAgg, Subquery, TextField, Value
from django.db.models.functions import Cast, Concat

from campaigns.models import Campaign, User
from combat.models import Fight, Fighter
from combat.rules.view import FightView
from tabletop import records
from tabletop.models import Chair, Entry


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


def newest(campaign: Campaign) -> QuerySet[Fight]:
    """The campaign's fights but for rehearsals, the latest first."""
    return campaign.fights.filter(rehearsal=False).select_related("record").order_by("-at", "-pk")


def whole(fights: QuerySet[Fight], reader: User | None = None) -> QuerySet[Fight]:
    """The same fights, the latest first, with what `told` needs; it is worked out for these alone, and not for those before.

    `held`: whom `reader` plays in what still runs. Of what has ended `last` is the report that says the outcome, `telling` the
    moves that a list has to know of besides.
    """
    stands = Fighter.objects.filter(fight=OuterRef("pk"))
    own = Chair.objects.filter(record=OuterRef("record"), record__closed=False, user=reader).values("record")
    ended = Entry.objects.filter(record=OuterRef("record"), record__closed=True)
    moved = ended.filter(move__do__in=["enter", *records.TABLE_MOVES]).values("record")
    lines = StringAgg(Concat("seq", Value(" "), Cast("move", TextField()), output_field=TextField()), Value("\n"))
    return (
        Fight.objects.filter(pk__in=fights.values("pk"))
        .select_related("record")
        .annotate(imported=~Exists(stands))
        .annotate(held=Subquery(own.annotate(seats=StringAgg("seat", Value(" "))).values("seats")))
        .annotate(last=Subquery(ended.filter(seq=OuterRef("record__seq")).values("report")))
        .annotate(telling=Subquery(moved.annotate(lines=lines).values("lines")))
        .order_by("-at", "-pk")
    )


def told(fights: Iterable[Fight]) -> list[Summary]:
    """A line for each of the fights, `whole` for who reads it; a fold for what still runs."""
    return [_summary(fight) for fight in fights]


def _summary(fight: Any) -> Summary:
    report, moves = getattr(fight, "last", None), _telling(fight)
    if not report or any(move["do"] in records.TABLE_MOVES for move in moves):
        return _looked_at(fight)
    entered = [move["combatant"] for move in moves if move["do"] == "enter"]
    people = [(one["side"], one.get("name") or one["id"]) for one in (*fight.record.setup["combatants"], *entered)]
    return _ended(fight, people, report["outcome"])


def _telling(fight: Any) -> list[dict[str, Any]]:
    """The moves in their order; the database gives them in any."""
    told = getattr(fight, "telling", None)
    lines = [line.split(" ", 1) for line in told.split("\n")] if told else []
    return [json.loads(move) for _, move in sorted(lines, key=lambda line: int(line[0]))]


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
