"""Changes of the ledgers in the chronicle of the war, each with a link to its line."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from campaigns.models import Seat
from campaigns.posts.chronicle import Entry, Source, Span, Wanted, within
from characters.knowledge.books import NOTHING, keys_for
from characters.ledger import reading
from characters.ledger.roster import Held, known_to
from characters.models import LedgerEntry
from characters.visibility import Eye, redacted


def ask(seat: Seat, wanted: Wanted, span: Span) -> Iterable[Entry]:
    if wanted.place or wanted.nickname:
        return []
    held = _held(seat)
    rows = within(_wanted(_entries(seat).filter(_readable(held, seat, wanted)), wanted), span)
    return list(_seen(rows, held, seat, wanted))


def tell(seat: Seat, lines: list[dict[str, Any]]) -> Iterable[dict[str, Any]]:
    return lines


def _held(seat: Seat) -> dict[int, Held]:
    return {one.character.pk: one for one in known_to(seat)}


def _known(held: dict[int, Held], seat: Seat) -> dict[int, frozenset[str]]:
    return keys_for(seat, (one.person for one in held.values()))


def _readable(held: dict[int, Held], seat: Seat, wanted: Wanted) -> Q:
    """The rows of which the reader may read something, asked of the database: what he may not read fills no page."""
    known, whole, partly = _known(held, seat), list[int](), defaultdict[tuple[str, ...], list[int]](list)
    for pk, one in held.items():
        if one.eye(seat) != Eye.OTHER:
            whole.append(pk)
        elif wanted.scene is None:
            partly[reading.open_keys(redacted(one.sheet, Eye.OTHER, known=known.get(pk, NOTHING)))].append(pk)
    found = Q(character__in=whole)
    for keys, characters in partly.items():
        told = Q(changes__has_any_keys=keys) if keys else Q(pk__in=())
        found |= Q(character__in=characters) & (told | Q(changes__has_key="gone", standing__has_key="gone_told"))
    return found


def find(seat: Seat, code: str) -> Entry | None:
    row = _entries(seat).filter(code=code).first()
    return next(_seen([row], _held(seat), seat, Wanted()), None) if row else None


def _entries(seat: Seat) -> QuerySet[LedgerEntry]:
    """What a ledger begins with is no event."""
    rows = LedgerEntry.objects.filter(character__campaign_id=seat.campaign_id).exclude(cause="begun")
    return rows.select_related("by", "scene__day", "character")


def _wanted(rows: QuerySet[LedgerEntry], wanted: Wanted) -> QuerySet[LedgerEntry]:
    if wanted.character:
        rows = rows.filter(character__code=wanted.character)
    return rows.filter(scene=wanted.scene) if wanted.scene else rows


def _seen(rows: Iterable[LedgerEntry], held: dict[int, Held], seat: Seat, wanted: Wanted) -> Iterator[Entry]:
    """Through the ledger's own eye; a line of which nothing may be read is not there, nor in a scene that is not told."""
    known = _known(held, seat)
    for row in rows:
        one, keys = held.get(row.character_id), known.get(row.character_id, NOTHING)
        for line in reading.lines([row], one.sheet, one.eye(seat), keys) if one else ():
            if wanted.scene is None or line.scene is not None:
                yield Entry(row.code, row.at, row.pk, {"line": line, "character": row.character})


SOURCE = Source("l", {"ledger": _("Ledger")}, "characters/ledger_entry.html", ask, tell, find)
