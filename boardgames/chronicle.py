"""The log of a board game as it is read (놀이 기록): what was announced, entry by entry, in the reader's language.

Only reports are told, and a report holds nothing that anybody hides. An entry that announced nothing leaves no line, no
number and no time, so that a secret look at a card is nobody's business.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import islice

import msgspec
from django.utils.translation import get_language

from boardgames.models import BoardGame, Lapse
from boardgames.shelf import box_of
from boardgames.telling import sentence
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


def latest(game: BoardGame, names: Mapping[str, str], upto: int | None = None) -> list[Line]:
    """The last lines, the newest first, of the game as it stood after entry `upto`."""
    entries = (
        game.record.entries.filter(seq__lte=game.record.seq if upto is None else upto)
        .select_related("by")
        .order_by("-seq")
    )
    return list(islice(_lines(game, entries.iterator(chunk_size=2 * SHOWN), names), SHOWN))


def steps(game: BoardGame) -> list[int]:
    """After which entries the game was another one for everybody to see, the oldest first."""
    return [
        entry.seq
        for entry in game.record.entries.order_by("seq")
        if entry.move["do"] not in TABLE_MOVES and any((entry.report or {}).values())
    ]


def _lines(game: BoardGame, entries: Iterator[Entry], names: Mapping[str, str]) -> Iterator[Line]:
    lapses = dict(Lapse.objects.filter(game=game).values_list("seq", "seat")) if game.term else {}
    back = None  # the newest come first: whatever lies between a rewind and its goal does not stand any more
    for entry in entries:
        undone = back is not None and entry.seq > back
        if entry.move["do"] == "rewind":
            yield Line(entry.seq, entry.at, (_taken_back(entry),), undone=undone)
            back = back if undone else entry.move["to"]
        elif texts := (*_lapsed(lapses, entry, names), *(_texts(game, entry, names) if entry.report else ())):
            yield Line(entry.seq, entry.at, texts, tuple(box_of(game.record.game).dice(entry.report)), undone)


def _lapsed(lapses: Mapping[int, str], entry: Entry, names: Mapping[str, str]) -> tuple[str, ...]:
    """That the time was over, before what was done for it."""
    if entry.seq not in lapses:
        return ()
    seat = lapses[entry.seq]
    return (sentence("boardgames/table/lapsed.html", who=names.get(seat, seat)),)


def _taken_back(entry: Entry) -> str:
    return sentence("boardgames/table/taken_back.html", who=entry.by.nickname if entry.by else "")


def _texts(game: BoardGame, entry: Entry, names: Mapping[str, str]) -> tuple[str, ...]:
    key = (entry.pk, get_language(), tuple(names.items()))
    found = _told.get(key)
    if found is None:
        found = _told.put(key, tuple(box_of(game.record.game).told(entry.report, names)))
    return found
