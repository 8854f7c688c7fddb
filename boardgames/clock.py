"""The moment at which the screens of a game stand (대응 시점): who might be asked, and when each of them has let it pass.

How long somebody's time is depends on how he wants to be asked and on what he says, never on what he holds.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

from django.conf import settings
from django.utils import timezone

from boardgames import shown
from boardgames.models import Asking, BoardGame, Passing, Strength
from boardgames.shelf import box_of
from boardgames.shown import Position
from tabletop import records
from tabletop.game import TABLE
from tabletop.models import Entry

ASK = "!"
"""Before the name of a moment in which a seat wants to be waited for."""
FIGHT = "fight "
"""Before the name of a phase in which a seat lets every window pass."""
MOST = 60
"""So many steps at most are made at one look."""
NEVER = datetime.max.replace(tzinfo=UTC)


class Clock:
    """The moment at which the screens stand: who might be asked, and when each of them has let it pass."""

    def __init__(self, game: BoardGame, place: Position):
        self.game, self.place, self.seq = game, place, game.record.seq
        self.box = box_of(game.record.game)
        self.moment = self.box.windows.moment(shown.state(game, (place.seq, place.part))) if self.box.windows else None
        self.name = f"{place.run}:{self.moment.key}" if self.moment else ""

    @property
    def _state(self) -> Any:
        return shown.state(self.game, (self.place.seq, self.place.part))

    @cached_property
    def people(self) -> dict[str, int]:
        return dict(self.game.record.chairs.values_list("seat", "user"))

    @cached_property
    def computers(self) -> dict[str, str]:
        return dict(self.game.computers.values_list("seat", "strength"))

    @cached_property
    def settings(self) -> dict[str, Passing]:
        return {one.seat: one for one in Passing.objects.filter(game=self.game)}

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """The log since the stretch began."""
        begun = int(self.place.run.partition(".")[0])
        return tuple(self.game.record.entries.filter(seq__gt=begun).order_by("seq")[: 2 * MOST])

    def own(self, seat: str) -> Passing:
        return self.settings.get(seat) or Passing(game=self.game, seat=seat)

    def said(self, seat: str) -> datetime | None:
        """When the seat has answered or passed, be it ahead of being asked."""
        for entry in self.entries:
            if entry.seat == seat and not _is_rewind(entry) and (self._is_own or entry.move["do"] == "pass"):
                return entry.at
        own = self.own(seat)
        if own.window == self.name:
            return own.at
        if own.window == self.fight and not self._is_last:
            return self.place.at
        return None

    @property
    def _is_own(self) -> bool:
        return self.moment is not None and self.moment.own

    @property
    def fight(self) -> str:
        return FIGHT + ".".join(self.moment.key.split(".")[:2]) if self.moment else ""

    @property
    def _is_last(self) -> bool:
        return self.moment is not None and self.moment.key.endswith(".phase_end")

    @property
    def is_fight(self) -> bool:
        """Whether it is a window of a combat, in which those who do not fight may let the whole of it pass."""
        return self.moment is not None and not (self._is_own or self._is_last or self.moment.key.endswith(".negate"))

    def waits_for(self, seat: str) -> bool:
        """Whether the table waits for the seat until it says something: it wants that, or it is its own affair."""
        own = self.own(seat)
        return self._is_own or self._is_last or own.window == ASK + self.name or self.wants(seat, own.asks)

    def wants(self, seat: str, asks: str) -> bool:
        state = self._state
        fights = self.is_fight and self.box.windows is not None and seat in self.box.windows.fighters(state)
        return asks == Asking.EVERY or (asks == Asking.OWN and fights)

    def lets_pass(self, seat: str) -> bool:
        """Whether the seat lets the moment pass at once."""
        return self.own(seat).asks == Asking.LAST and not self.waits_for(seat)

    def settled(self, seat: str) -> datetime:
        """When a person has let the moment pass, or will; a pass that was made for him late counts from when it was due."""
        said = self.said(seat)
        return min(self._will_pass(seat), NEVER if said is None else min(said, timezone.now()))

    def _will_pass(self, seat: str) -> datetime:
        if self.lets_pass(seat) or (self._is_alone(seat) and not self._could_use(seat)):
            return self._after(settings.WINDOW_SECONDS)
        if self.game.term is not None:
            return self._after(self.game.term)
        if self.waits_for(seat) or self._is_alone(seat):
            return NEVER
        return self._after(settings.ANSWER_SECONDS)

    def _is_alone(self, seat: str) -> bool:
        """Whether nobody else plays, so that nobody learns anything."""
        return not set(self.people.values()) - {self.people[seat]}

    def _could_use(self, seat: str) -> bool:
        """Whether who plays alone is waited for: he is really asked, and wants that or holds something that fits."""
        if self.place.part is not None or self.moment is None or self.moment.asked != seat:
            return False
        windows = self.box.windows
        return self.waits_for(seat) or (windows is not None and windows.fits(self._state, seat))

    def _after(self, seconds: float) -> datetime:
        return self.place.at + timedelta(seconds=seconds)

    def through(self, seats: Sequence[str]) -> datetime:
        """When all of `seats`, one after the other, have let the moment pass; computers take their time to think, whether they
        have anything to think about or not.
        """
        when = self.place.at
        for seat in seats:
            if seat in self.people:
                when = max(when, self.settled(seat))
            elif seat in self.computers and when < NEVER:
                when += timedelta(seconds=thought(self.computers[seat]))
        return when

    def released(self, entry: Entry | None) -> datetime:
        """When what follows may be seen: `entry` is the next one, None where the moment lies in the midst of one."""
        if self.moment is None:
            return self.place.at
        if entry is not None and (_is_rewind(entry) or entry.seat == TABLE):
            return entry.at
        if entry is not None and entry.move["do"] != "pass" and not self.moment.own:
            before = self.moment.order[: self.moment.order.index(entry.seat)]
            return entry.at if entry.seat in self.people else self.through([*before, entry.seat])
        alone = bool(self.people.keys() & set(self.moment.order)) or self.moment.own
        return max(self.through(self.moment.order), self._after(0 if alone else settings.WINDOW_SECONDS))

    def opens_for(self) -> datetime:
        """When whoever is asked may answer: those before him have been given their time, asked or not."""
        return self.through(self.moment.before) if self.moment else self.place.at


def thought(strength: str) -> float:
    """Seconds that a computer player is given in a window, longer than it takes (`bots.TAKES`)."""
    return settings.WINDOW_SECONDS * (1 if strength == Strength.MASTER else 0.25)


def _is_rewind(entry: Entry) -> bool:
    return bool(entry.move["do"] in records.TABLE_MOVES)
