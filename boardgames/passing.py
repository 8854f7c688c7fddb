"""Moments in which nobody may learn who is asked (대응 시점): the screens follow the log through them, and people let them pass.

The rules ask one seat after another, skip those who cannot respond, and ask at once what needs no answer. On the screens every
such moment stands until all who might have been asked have let it pass, or their time is over (`clock`); whether they were
asked, and could have answered, changes nothing of it. All of it is looked at by every read and write, so that a lost task
costs time only.
"""

from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from boardgames import shown
from boardgames.box import Sight
from boardgames.clock import ASK, MOST, NEVER, Clock
from boardgames.models import Asking, BoardGame, Passing
from boardgames.shelf import box_of
from boardgames.shown import Position
from tabletop import live, records, referee
from tabletop.game import CHANCE
from tabletop.models import Entry


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
        fight=clock.is_fight and not passed and not clock.wants(seat, Asking.OWN),
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
    window = {"ahead": clock.name, "back": ASK + clock.name, "fight": clock.fight}[do]
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
