"""Windows in which everybody is asked at once (대응 시점): who lets them pass by himself, or ahead of being asked.

The rules ask one seat after another and skip those who cannot respond; here all are asked at the same time, and nobody is
told who could. What passes by itself passes the same time after the window has opened, whoever it is; so do computers.
Both are asked for by every read and write, so that a lost task costs time only.
"""

from datetime import timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from boardgames.box import Box, Sight, Windows, sight
from boardgames.models import Asking, BoardGame, Passing
from boardgames.shelf import box_of
from tabletop import live, records, referee
from tabletop.models import Entry

ASK = "!"
"""Before the key of a window in which a seat wants to be asked, other than by its rule."""
MOST = 30
"""So many seats and windows at most are passed at one look."""


class Responding(msgspec.Struct, frozen=True):
    """What somebody's page says of windows: how he wants to be asked, whether one is open that he may pass ahead of being
    asked (`open`), whether he has done so.
    """

    asks: str
    open: bool = False
    passed: bool = False


def responding(game: BoardGame, seat: str, looks: Sight) -> Responding | None:
    """For who plays `seat` and sees `looks`; None where the game has no windows or he only watches."""
    windows = box_of(game.record.game).windows
    if windows is None or not seat or game.record.closed:
        return None
    own, key = _of(game, seat), windows.key(looks.view)
    passes = bool(key) and _passes(game, windows, own, key, looks)
    may = bool(key) and (passes or not looks.options) and windows.responds(looks.view, seat)
    return Responding(own.asks, may, passes)


def _passes(game: BoardGame, windows: Windows, own: Passing, key: str, looks: Sight) -> bool:
    """Whether the seat has passed, or is asked and will pass by itself."""
    if _has_passed(game, own, key):
        return True
    return bool(looks.options) and own.window != ASK + key and windows.lets_pass(looks, own.asks)


def pass_ahead(game: BoardGame, seat: str, *, back: bool) -> None:
    """Let the open window pass before being asked, or be asked in it after all; the former is void as soon as anything
    happens in it.
    """
    windows = box_of(game.record.game).windows
    key = windows.key(records.view(game.record, (seat,))) if windows else ""
    if key:
        _keep(game, seat, window=ASK + key if back else key, since=game.record.seq)


def ask_as(game: BoardGame, seat: str, asks: str) -> None:
    """How the seat wants to be asked from now on; known to nobody else."""
    _keep(game, seat, asks=Asking(asks))


def forget(game: BoardGame, seat: str) -> None:
    """Whoever takes the seat over begins anew."""
    Passing.objects.filter(game=game, seat=seat).delete()


def _keep(game: BoardGame, seat: str, **what: Any) -> None:
    with transaction.atomic():
        Passing.objects.update_or_create(game=game, seat=seat, defaults=what)
        transaction.on_commit(lambda: live.publish(live.record_topic(game.record_id), [seat]))


def seconds_left(game: BoardGame) -> float:
    """How long the open window still stands before anything passes by itself or a computer answers; 0 where none is open."""
    windows = box_of(game.record.game).windows
    if windows is None or game.record.closed or not (key := windows.key(records.view(game.record, ()))):
        return 0
    opened = _opened(game, key)
    return max(0.0, (opened.at + timedelta(seconds=settings.WINDOW_SECONDS) - timezone.now()).total_seconds())


def _opened(game: BoardGame, key: str) -> Entry:
    """The entry with which the window stood open as it stands now: all that followed passed and announced nothing."""
    windows, found = box_of(game.record.game).windows, None
    for entry in game.record.entries.order_by("-seq")[:MOST]:
        if windows is None or windows.key(records.view(game.record, (), entry.seq)) != key:
            break
        found = entry
        if any((entry.report or {}).values()):
            break
    return found or game.record.entries.latest("seq")


def settle(game: BoardGame) -> None:
    """Make the passes that are due by themselves."""
    for _ in range(MOST):
        seat = _due(game)
        if not seat:
            return
        chair = game.record.chairs.filter(seat=seat).select_related("user").first()
        move = {"by": seat, "do": "pass"}
        referee.play(game.record_id, seat=seat, move=move, by=chair.user if chair else None, seen=game.record.seq)
        game.record.refresh_from_db()


def due(game: BoardGame) -> bool:
    """Whether somebody will let the open window pass by himself, now or when its time is over."""
    return bool(_due(game, at_once=False))


def _due(game: BoardGame, *, at_once: bool = True) -> str:
    """The asked seat of a person that lets the window pass; "" if none does."""
    box = box_of(game.record.game)
    seat = _asked(game, box)
    if not seat or not game.record.chairs.filter(seat=seat).exists():
        return ""
    own = _of(game, seat)
    looks = sight(box, records.load(game.record), records.view(game.record, (seat,)), seat, {})
    key = box.windows.key(looks.view)  # type: ignore[union-attr]
    if not _passes(game, box.windows, own, key, looks):  # type: ignore[arg-type]
        return ""
    waits = at_once and not _has_passed(game, own, key) and seconds_left(game)
    return "" if waits else seat


def _asked(game: BoardGame, box: Box) -> str:
    if box.windows is None or game.record.closed or not box.windows.key(records.view(game.record, ())):
        return ""
    return next(iter(box.rules.awaits(records.load(game.record)).seats), "")


def _of(game: BoardGame, seat: str) -> Passing:
    return Passing.objects.filter(game=game, seat=seat).first() or Passing(game=game, seat=seat)


def _has_passed(game: BoardGame, own: Passing, key: str) -> bool:
    if not own.window or own.window != key:
        return False
    since = game.record.entries.filter(seq__gt=own.since).values_list("report", flat=True)
    return not any(any((report or {}).values()) for report in since)
