"""The log of a board game as it is read (놀이 기록): what was announced, entry by entry, in the reader's language.

Only reports are told, and a report holds nothing that anybody hides. An entry that announced nothing leaves no line, no
number and no time, so that a secret look at a card is nobody's business.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import islice

import msgspec
from django.utils.translation import get_language

from boardgames import shown
from boardgames.models import BoardGame, Lapse
from boardgames.shelf import box_of
from boardgames.shown import Place
from boardgames.telling import sentence
from tabletop.game import Json
from tabletop.models import Entry
from tabletop.records import TABLE_MOVES, Kept

SHOWN = 24


class Line(msgspec.Struct, frozen=True):
    """What one entry announced, and what was rolled; `seq` stays on this side of the page."""

    seq: int
    at: datetime
    texts: tuple[str, ...]
    dice: tuple[int, ...] = ()
    undone: bool = False


_told: Kept[tuple[str, ...]] = Kept(4096)


def latest(
    game: BoardGame, names: Mapping[str, str], upto: Place | None = None, most: int | None = SHOWN
) -> list[Line]:
    """The last lines, the newest first, of the game as it stood at `upto`, else as it is shown; all of them with None."""
    last = upto or (shown.seq(game), game.shown_part)
    entries = game.record.entries.filter(seq__lte=last[0]).select_related("by").order_by("-seq")
    lines = _lines(game, entries.iterator(chunk_size=2 * SHOWN), names, last)
    return list(islice(_timed(game, lines), most))


def steps(game: BoardGame) -> list[Place]:
    """Where the game was another one for everybody to see, the oldest first."""
    found = []
    for entry in game.record.entries.filter(seq__lte=shown.seq(game)).order_by("seq"):
        if entry.move["do"] not in TABLE_MOVES:
            found += [place for place, told in shown.parts(game, entry) if any(told.values())]
    return found


def _timed(game: BoardGame, lines: Iterator[tuple[Entry, list[Line]]]) -> Iterator[Line]:
    """Lines with the time of the last act that everybody knows of: when somebody passed in secret is nobody's business."""
    waiting: list[Line] = []
    for entry, found in lines:
        waiting += found
        if shown.is_act(game, entry):
            yield from (msgspec.structs.replace(line, at=entry.at) for line in waiting)
            waiting = []
    yield from waiting


def _lines(
    game: BoardGame, entries: Iterator[Entry], names: Mapping[str, str], last: Place
) -> Iterator[tuple[Entry, list[Line]]]:
    """Each entry with its lines, the newest first."""
    lapses = dict(Lapse.objects.filter(game=game).values_list("seq", "seat")) if game.term else {}
    back = None  # the newest come first: whatever lies between a rewind and its goal does not stand any more
    for entry in entries:
        undone = back is not None and entry.seq > back
        if entry.move["do"] == "rewind":
            yield entry, [Line(entry.seq, entry.at, (_taken_back(entry),), undone=undone)]
            back = back if undone else entry.move["to"]
        else:
            lapsed = _lapsed(lapses, entry, names)
            yield entry, [*_told_by(game, entry, names, last, lapsed, undone=undone)][::-1]


def _told_by(
    game: BoardGame, entry: Entry, names: Mapping[str, str], last: Place, lapsed: tuple[str, ...], *, undone: bool
) -> Iterator[Line]:
    """The lines of an entry, as far as `last`, the oldest first."""
    for place, told in shown.parts(game, entry):
        texts = (*lapsed, *(_texts(game, entry, place, told, names) if any(told.values()) else ()))
        if texts:
            yield Line(entry.seq, entry.at, texts, tuple(box_of(game.record.game).dice(told)), undone)
        if place == last:
            return
        lapsed = ()


def _lapsed(lapses: Mapping[int, str], entry: Entry, names: Mapping[str, str]) -> tuple[str, ...]:
    """That the time was over, before what was done for it."""
    if entry.seq not in lapses:
        return ()
    seat = lapses[entry.seq]
    return (sentence("boardgames/table/lapsed.html", who=names.get(seat, seat)),)


def _taken_back(entry: Entry) -> str:
    return sentence("boardgames/table/taken_back.html", who=entry.by.nickname if entry.by else "")


def _texts(game: BoardGame, entry: Entry, place: Place, told: Json, names: Mapping[str, str]) -> tuple[str, ...]:
    key = (entry.pk, place[1], get_language(), tuple(names.items()))
    found = _told.get(key)
    if found is None:
        found = _told.put(key, tuple(box_of(game.record.game).told(told, names)))
    return found
