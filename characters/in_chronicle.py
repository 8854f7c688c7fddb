"""Changes of the ledgers in the chronicle of the war, each with a link to its line."""

from collections.abc import Iterable, Iterator

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from campaigns.models import Seat
from campaigns.posts.chronicle import Before, Entry, Source, Wanted, older
from characters.ledger import reading
from characters.ledger.roster import Held, roster
from characters.models import LedgerEntry

BATCHES = 5
"""So often more is looked for where a reader may read nothing of what was found."""


def ask(seat: Seat, wanted: Wanted, before: Before | None, most: int) -> Iterable[Entry]:
    if wanted.place or wanted.nickname:
        return []
    rows = _wanted(_entries(seat), wanted)
    found: list[Entry] = []
    held: dict[int, Held] = {}
    for _batch in range(BATCHES):
        batch = list(older(rows, before)[:most])
        held = held or (_held(seat) if batch else {})
        found += _told(batch, held, seat, wanted)
        if len(found) >= most or len(batch) < most:
            break
        before = Before(batch[-1].at, batch[-1].pk)
    return found[:most]


def _held(seat: Seat) -> dict[int, Held]:
    return {one.character.pk: one for one in roster(seat.campaign)}


def find(seat: Seat, code: str) -> Entry | None:
    row = _entries(seat).filter(code=code).first()
    return next(_told([row], _held(seat), seat, Wanted()), None) if row else None


def _entries(seat: Seat) -> QuerySet[LedgerEntry]:
    """What a ledger begins with is no event."""
    rows = LedgerEntry.objects.filter(character__campaign_id=seat.campaign_id).exclude(cause="begun")
    return rows.select_related("by", "scene__day", "character")


def _wanted(rows: QuerySet[LedgerEntry], wanted: Wanted) -> QuerySet[LedgerEntry]:
    if wanted.character:
        rows = rows.filter(character__code=wanted.character)
    return rows.filter(scene=wanted.scene) if wanted.scene else rows


def _told(rows: list[LedgerEntry], held: dict[int, Held], seat: Seat, wanted: Wanted) -> Iterator[Entry]:
    """Through the ledger's own eye; a line of which nothing may be read is not there, nor in a scene that is not told."""
    for row in rows:
        one = held.get(row.character_id)
        for line in reading.lines([row], one.sheet, one.eye(seat)) if one else ():
            if wanted.scene is None or line.scene is not None:
                told = {"line": line, "character": row.character}
                yield Entry(row.code, row.at, row.pk, "characters/ledger_entry.html", told)


SOURCE = Source("l", {"ledger": _("Ledger")}, ask, find)
