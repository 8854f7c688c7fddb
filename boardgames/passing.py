"""Moments in which nobody may learn who is asked (대응 시점): how long they stand on the screens, and who lets them pass.

The rules ask one seat after another, skip those who cannot respond, and ask at once what needs no answer. On the screens every
such moment stands until all who might have been asked have let it pass, or their time is over; whether they were asked, and
could have answered, changes nothing of it. How long somebody's time is depends on how he wants to be asked and on what he
says, never on what he holds. All of it is looked at by every read and write, so that a lost task costs time only.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from boardgames import shown
from boardgames.box import Sight
from boardgames.models import Asking, BoardGame, Passing, Strength
from boardgames.shelf import box_of
from boardgames.shown import Position
from tabletop import live, records, referee
from tabletop.game import CHANCE, TABLE
from tabletop.models import Entry

ASK = "!"
"""Before the name of a moment in which a seat wants to be waited for."""
FIGHT = "fight "
"""Before the name of a phase in which a seat lets every window pass."""
MOST = 60
"""So many steps at most are made at one look."""
NEVER = datetime.max.replace(tzinfo=UTC)


class Responding(msgspec.Struct, frozen=True):
    """What somebody's page says of such moments: how he wants to be asked; whether one is open that he may let pass (`open`),
    whether he has (`passed`), and may still want to be asked (`back`), or has asked for time (`waits`).

    `own`: the moment is his alone. `hold`, `fight`: he may ask for time, or let the whole fight pass.
    """

    asks: str
    open: bool = False
    passed: bool = False
    back: bool = False
    waits: bool = False
    own: bool = False
    hold: bool = False
    fight: bool = False


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
        if own.window == self._fight and not self._is_last:
            return self.place.at
        return None

    @property
    def _is_own(self) -> bool:
        return self.moment is not None and self.moment.own

    @property
    def _fight(self) -> str:
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
        return self._is_own or self._is_last or own.window == ASK + self.name or self._wants(seat, own.asks)

    def _wants(self, seat: str, asks: str) -> bool:
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


def _clock(game: BoardGame, place: Position | None = None) -> Clock:
    """The moment that the screens of `game` show; asked for several times by one request, looked up once."""
    place = place or shown.position(game)
    known: Clock | None = game.__dict__.get("_clock")
    if known is None or (known.place, known.seq) != (place, game.record.seq):
        known = game.__dict__["_clock"] = Clock(game, place)
    return known


def advance(game: BoardGame) -> Clock | None:
    """Let the screens follow the log as far as they may; None for a game without such moments."""
    if box_of(game.record.game).windows is None:
        return None
    before, clock = (game.shown_seq, game.shown_part), _clock(game)
    for _ in range(MOST):
        if (onward := _next(clock)) is None:
            break
        clock = _clock(game, onward)
    _keep_position(game, clock.place, before)
    return clock


def _next(clock: Clock) -> Position | None:
    """Where the screens go from here, if they may now."""
    game, place = clock.game, clock.place
    entry, onward = _onward(game, place)
    if onward is None:
        return None
    if clock.moment is None:
        acted = entry.at if entry is not None and entry.seat != CHANCE else place.at
        return shown.at(game, *onward, max(place.at, acted))
    if entry is not None and _is_silent(clock, entry):
        return Position(entry.seq, place.at, None, place.run)
    when = clock.released(entry)
    return shown.at(game, *onward, max(when, place.at)) if when <= timezone.now() else None


def _onward(game: BoardGame, place: Position) -> tuple[Entry | None, tuple[int, int | None] | None]:
    """The next position, and the entry that leads to it where it is another one."""
    if place.part is not None:
        more = place.part + 1 < len(shown.pauses(game, game.record.entries.get(seq=place.seq)))
        return None, (place.seq, place.part + 1 if more else None)
    if place.seq >= game.record.seq:
        return None, None
    entry = game.record.entries.get(seq=place.seq + 1)
    return entry, (entry.seq, 0 if shown.pauses(game, entry) else None)


def _is_silent(clock: Clock, entry: Entry) -> bool:
    """Whether after `entry` the moment still stands, and nothing was told."""
    if entry.move["do"] != "pass" or any((entry.report or {}).values()) or shown.pauses(clock.game, entry):
        return False
    after = clock.box.windows.moment(records.load(clock.game.record, entry.seq))  # type: ignore[union-attr]
    return after is not None and clock.moment is not None and after.key == clock.moment.key


def _keep_position(game: BoardGame, place: Position, before: tuple[int | None, int | None]) -> None:
    was_shown = game.shown_run
    game.shown_seq, game.shown_part, game.shown_at, game.shown_run = place.seq, place.part, place.at, place.run
    if before == (place.seq, place.part):
        return
    now = {"shown_seq": place.seq, "shown_part": place.part, "shown_at": place.at, "shown_run": place.run}
    # who comes late with an older position leaves the newer one alone
    BoardGame.objects.filter(pk=game.pk, shown_seq=before[0], shown_part=before[1]).update(**now)
    if was_shown != place.run:
        topic = live.record_topic(game.record_id)
        transaction.on_commit(lambda: live.publish(topic, [live.EVERYBODY]))


def ready(game: BoardGame) -> bool:
    """Whether who is asked by the rules may answer: the screens show all of the log, and those before him had their time."""
    if box_of(game.record.game).windows is None:
        return True
    return shown.is_all(game) and _clock(game).opens_for() <= timezone.now()


def responding(game: BoardGame, seat: str, looks: Sight) -> Responding | None:
    """For who plays `seat` and sees `looks`; None where the game has no such moments or he only watches."""
    if box_of(game.record.game).windows is None or not seat or shown.over(game):
        return None
    clock = _clock(game)
    own = clock.own(seat)
    if clock.moment is None or seat not in clock.moment.order:
        return Responding(own.asks)
    said, is_own = clock.said(seat) is not None, clock.moment.own
    passed = said or clock.lets_pass(seat)
    asked = bool(looks.options) and not passed
    waits = clock.waits_for(seat)
    return Responding(
        own.asks,
        open=not asked and not (is_own and said),
        passed=passed,
        back=passed and own.window in ("", clock.name) and not is_own,
        waits=own.window == ASK + clock.name,
        own=is_own,
        hold=not (passed or waits),
        fight=clock.is_fight and not passed and not clock._wants(seat, Asking.OWN),
    )


def owes(game: BoardGame, seat: str) -> bool:
    """Whether the table waits for the seat, as far as it may know that itself."""
    if box_of(game.record.game).windows is None or (clock := _clock(game)).moment is None:
        return shown.is_all(game) and seat in box_of(game.record.game).rules.awaits(records.load(game.record)).seats
    return seat in clock.moment.order and clock.said(seat) is None and not clock.lets_pass(seat)


def pass_ahead(game: BoardGame, seat: str, do: str) -> None:
    """Let the open moment pass (`ahead`), or the whole fight (`fight`), or want to be waited for in it (`back`)."""
    clock = advance(game)
    if clock is None or clock.moment is None or seat not in clock.moment.order:
        return
    window = {"ahead": clock.name, "back": ASK + clock.name, "fight": clock._fight}[do]
    _keep(game, seat, window=window)


def ask_as(game: BoardGame, seat: str, asks: str) -> None:
    """How the seat wants to be asked from now on; known to nobody else."""
    _keep(game, seat, asks=Asking(asks))


def forget(game: BoardGame, seat: str) -> None:
    """Whoever takes the seat over begins anew."""
    game.__dict__.pop("_clock", None)
    Passing.objects.filter(game=game, seat=seat).delete()


def _keep(game: BoardGame, seat: str, **what: Any) -> None:
    game.__dict__.pop("_clock", None)
    with transaction.atomic():
        Passing.objects.update_or_create(game=game, seat=seat, defaults=what)
        transaction.on_commit(lambda: live.publish(live.record_topic(game.record_id), [seat]))


def settle(game: BoardGame) -> None:
    """Let the screens follow, and make the passes that are due by themselves."""
    for _ in range(MOST):
        clock = advance(game)
        seat = _due(game, clock)
        if not seat:
            return
        chair = game.record.chairs.filter(seat=seat).select_related("user").first()
        move = {"by": seat, "do": "pass"}
        referee.play(game.record_id, seat=seat, move=move, by=chair.user if chair else None, seen=game.record.seq)
        game.record.refresh_from_db()


def _due(game: BoardGame, clock: Clock | None) -> str:
    """The asked person's seat whose time to answer is over."""
    when = _passes_at(game, clock)
    return clock.moment.asked if clock and clock.moment and when <= timezone.now() else ""


def _passes_at(game: BoardGame, clock: Clock | None) -> datetime:
    """When the asked person lets the moment pass by himself."""
    if clock is None or clock.moment is None or clock.moment.own or not shown.is_all(game) or game.record.closed:
        return NEVER
    seat = clock.moment.asked
    return max(clock.opens_for(), clock.settled(seat)) if seat in clock.people else NEVER


def next_at(game: BoardGame) -> datetime | None:
    """When something of the moment will happen by itself: the screens go on, a person passes, a computer may answer."""
    clock = advance(game)
    if clock is None or clock.moment is None:
        return None
    if not shown.is_all(game):
        entry, _place = _onward(game, clock.place)
        when = clock.released(entry)
    elif clock.moment.asked in clock.computers:
        when = clock.opens_for()
    else:
        when = _passes_at(game, clock)
    return when if when < NEVER else None


def in_window(game: BoardGame) -> bool:
    """Whether the screens stand at a moment in which nobody is told who is asked."""
    found = _moment(game)
    return found is not None and not found.own


def is_secret(game: BoardGame) -> bool:
    """Whether they stand at a moment of which nobody is told whether it is asked."""
    return _moment(game) is not None


def _moment(game: BoardGame) -> Any:
    windows = box_of(game.record.game).windows
    return windows.moment(shown.state(game)) if windows else None
