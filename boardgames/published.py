"""What board games put into the log of a session (`campaigns.takeaway.session`), into the rescue file to be read, and into what
somebody takes along of his own: the records of games he sat at, once they are over, and the cards that he has made.

Before the end it is what was announced: the same lines that everybody at the table reads, whoever asks. After the end it says
how all of them stood too.
"""

import json
from collections.abc import Iterator
from importlib import import_module

from django.utils.html import escape
from django.utils.translation import gettext

from boardgames import exports, shown, table
from boardgames.card_sets import shelf
from boardgames.card_sets.content import to_file
from boardgames.chronicle import latest
from boardgames.fragments import about
from boardgames.games import newest
from boardgames.models import BoardGame
from boardgames.record_reading import replay_record
from boardgames.shelf import box_of
from campaigns.models import Seat
from campaigns.takeaway import own
from campaigns.takeaway.session import MOST, SOURCES, Line, Offer, Section, Source
from tabletop import records
from tabletop.game import Illegal, Json


def register() -> None:
    SOURCES.append(Source("game", _offers, _section))
    own.PARTS.append(_own)


def _offers(reader: Seat) -> Iterator[Offer]:
    for game in newest(reader.campaign):
        yield Offer(f"game:{game.code}", game.title, game.at)


def _section(reader: Seat, code: str) -> Section | None:
    game = newest(reader.campaign).select_related("campaign").filter(code=code).first()
    return None if game is None else Section("game", game.title, tuple(lines(game)))


def lines(game: BoardGame) -> Iterator[Line]:
    """What the game has told, the oldest first, without what was taken back; the same for every reader."""
    names = table.names(game)
    yield Line("", "narration", _paragraph(gettext("At the table: %(names)s") % {"names": ", ".join(names.values())}))
    with about(game):
        for line in reversed(latest(game, names, most=MOST)):
            if not line.undone:
                dice = [f"[{number}]" for number in line.dice]
                told = [" ".join([*dice, line.texts[0]]), *line.texts[1:]]
                yield Line("", "game", _paragraph(*told), line.at)
    if shown.over(game):
        yield Line("", "result", _paragraph(*_standing(game, names)))
    else:
        yield Line("", "result", _paragraph(gettext("The game still runs.")))


def _standing(game: BoardGame, names: dict[str, str]) -> list[str]:
    """How everybody stood at the end, in the game's own words."""
    seats = [{**seat, "name": names[seat["id"]]} for seat in game.record.setup["seats"]]
    moves = [entry.move for entry in records.standing(game.record.entries.order_by("seq"))]
    record = {**game.record.setup, "seats": seats, "moves": moves}
    box = box_of(game.record.game)
    words = import_module(f"boardgames.templatetags.{box.folder}")
    told: str = words.tell_record(record, replay_record(box.rules, record))
    return told.strip().splitlines()[-len(seats) :]


def _own(seat: Seat) -> Iterator[tuple[str, bytes]]:
    sat_at = newest(seat.campaign).filter(record__chairs__user=seat.user_id).distinct().order_by("pk")
    records_of = (exports.record(game, seat.user) for game in sat_at)
    over = (record for record in records_of if not isinstance(record, Illegal))
    yield from ((f"games/{place}.json", _json(record)) for place, record in enumerate(over, 1))
    for place, kept in enumerate(shelf.of(seat.user), 1):
        yield f"cards/{place}.json", _json(to_file(shelf.kind_of(kept), shelf.content_of(kept), kept.title))


def _json(told: Json) -> bytes:
    return json.dumps(told, ensure_ascii=False, indent=1).encode()


def _paragraph(*told: str) -> str:
    return "<p>" + "<br>".join(str(escape(text)) for text in told) + "</p>"
