"""The fights of a campaign as lists tell them (싸움 목록): who against whom, how it stands, how it ended.

A list does not fold its fights: the report of the entry that ended one says its outcome, and only a fight with rewinds, which
makes that uncertain, is looked at whole. All of it is public.
"""

from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from typing import Any

import msgspec
from django.db.models import F, Q, QuerySet

from campaigns.models import Campaign
from combat.models import Fight
from tabletop import records
from tabletop.models import Entry

DOUBTFUL = records.TABLE_MOVES
"""After these the last entry does not tell how the fight stands."""


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
    """One line of a list. `reason` as in the fight's outcome, "" while it runs."""

    code: str
    title: str
    at: datetime
    by: str
    sides: tuple[Side, ...]
    reason: str = ""
    undecided: bool = False

    @property
    def running(self) -> bool:
        return not self.reason

    @property
    def winner(self) -> Side | None:
        return next((side for side in self.sides if side.won), None)


def newest(campaign: Campaign) -> QuerySet[Fight]:
    """The campaign's fights, the latest first, with what `told` needs."""
    return campaign.fights.select_related("record", "by").order_by("-at", "-pk")


def told(fights: Iterable[Fight]) -> list[Summary]:
    """A line for each of the fights; one query more for all of them."""
    fights = list(fights)
    entries: dict[int, list[Entry]] = {fight.record_id: [] for fight in fights}
    telling = Q(seq=F("record__seq")) | Q(move__do__in=["enter", *DOUBTFUL])
    for entry in Entry.objects.filter(telling, record__in=entries).order_by("record", "seq"):
        entries[entry.record_id].append(entry)
    return [_summary(fight, entries[fight.record_id]) for fight in fights]


def _summary(fight: Fight, entries: list[Entry]) -> Summary:
    if any(entry.move["do"] in DOUBTFUL for entry in entries):
        view = records.view(fight.record, ())
        people = [(one.side, one.name or one.id) for one in view.combatants]
        outcome: dict[str, Any] = msgspec.to_builtins(view.outcome)
    else:
        entered = [entry.move["combatant"] for entry in entries if entry.move["do"] == "enter"]
        people = [(one["side"], one.get("name") or one["id"]) for one in (*fight.record.setup["combatants"], *entered)]
        outcome = (entries[-1].report or {}).get("outcome") or {} if entries else {}
    ended = bool(outcome.get("ended"))
    return Summary(
        code=fight.code,
        title=fight.title,
        at=fight.at,
        by=fight.by.nickname,
        sides=_sides(people, outcome if ended else {}),
        reason=outcome.get("reason") or "" if ended else "",
        undecided=ended and fight.written_back is None,
    )


def _sides(people: list[tuple[str, str]], outcome: dict[str, Any]) -> tuple[Side, ...]:
    losses, winner = outcome.get("loss", {}), outcome.get("winner")
    words = dict.fromkeys(side for side, _ in people)
    return tuple(
        Side(word, tuple(name for side, name in people if side == word), losses.get(word, ""), word == winner)
        for word in words
    )
