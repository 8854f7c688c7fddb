"""What a search may find of a sheet and of the facts about its character, and for whom.

Each piece of a sheet for those whose eyes `visibility` opens it to, and for those who have learnt of it.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from django.db.models import F
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.search import readers
from campaigns.search.documents import Document, Part, drop, put
from characters.fields import fields_of
from characters.knowledge.books import Books, books
from characters.knowledge.facts import told
from characters.models import Character, Fact, SheetVersion
from characters.sheet import Sheet, read
from characters.visibility import Eye, groups, place_of, redacted

SHEET: Final = "sheet"
FACT: Final = "fact"


def keep_found(character: Character, sheet: Sheet) -> None:
    """Let the sheet, and the facts that open something on it, be found as they stand now."""
    _keep(books(character.campaign), character, sheet)


def keep_known(campaign: Campaign, about: Iterable[int] | None = None) -> None:
    """Somebody knows more or less than before, of these characters or (None) of all that there are facts about."""
    kept = books(campaign)
    concerned = list(kept.facts if about is None else about)
    for character, sheet in _sheets(campaign, concerned):
        _keep(kept, character, sheet)
    for code in Fact.objects.filter(character__in=concerned).exclude(removed_at=None).values_list("code", flat=True):
        drop(campaign, FACT, code)


def sheets_found(campaign: Campaign) -> Iterator[Document]:
    """Every sheet of a war."""
    kept = books(campaign)
    for character, sheet in _sheets(campaign):
        yield _sheet(kept, character, sheet)


def facts_found(campaign: Campaign) -> Iterator[Document]:
    """Every fact of a war."""
    kept = books(campaign)
    for character, sheet in _sheets(campaign, kept.facts):
        yield from _facts(kept, character, sheet)


def _keep(kept: Books, character: Character, sheet: Sheet) -> None:
    put(character.campaign, _sheet(kept, character, sheet))
    for fact in _facts(kept, character, sheet):
        put(character.campaign, fact)


def _sheets(campaign: Campaign, only: Iterable[int] | None = None) -> Iterator[tuple[Character, Sheet]]:
    latest = SheetVersion.objects.filter(character__campaign=campaign, number=F("character__version"))
    chosen = latest if only is None else latest.filter(character__in=list(only))
    for version in chosen.select_related("character__campaign"):
        yield version.character, read(version.sheet)


def _sheet(kept: Books, character: Character, sheet: Sheet) -> Document:
    owner = (readers.of_seat(character.owner_id),) if character.owner_id else ()
    open_, own, all_ = (_pieces(redacted(sheet, eye)) for eye in (Eye.OTHER, Eye.OWNER, Eye.TABLE))
    learnt = (fact for fact in kept.facts.get(character.pk, ()) if fact.opens in all_)
    return Document(
        kind=SHEET,
        key=character.code,
        title=character.name,
        link=reverse("sheet", args=[character.campaign.code, character.code]),
        parts=(
            Part(character.name, (readers.ALL,)),
            Part(_text(open_), (readers.ALL,)),
            Part(_text(own, beyond=open_), (readers.TABLE, *owner)),
            Part(_text(all_, beyond=own), (readers.TABLE,)),
            *(Part(all_[fact.opens], _knowers(kept, fact)) for fact in learnt),
        ),
        at=character.at,
    )


def _facts(kept: Books, character: Character, sheet: Sheet) -> Iterator[Document]:
    for fact in kept.facts.get(character.pk, ()):
        # What a place of a sheet is called is the same for all, and translated; only the GM's own title is searched.
        said = " · ".join(filter(None, (fact.title, told(fact, sheet).text)))
        yield Document(
            kind=FACT,
            key=fact.code,
            title=character.name,
            link=reverse("knowledge-of", args=[character.campaign.code, character.code]),
            parts=(Part(said, (readers.TABLE, *_knowers(kept, fact))),),
            at=fact.at,
        )


def _knowers(kept: Books, fact: Fact) -> tuple[str, ...]:
    return tuple(readers.of_seat(seat) for seat in kept.seats if fact in kept.known(seat, fact.character_id))


def _pieces(sheet: Sheet) -> dict[str, str]:
    """What is written on the sheet, by the place it stands at."""
    written = {field.key: getattr(sheet, field.key) for field in fields_of(sheet.kind) if field.long}
    entries = {
        place_of(group, entry): " ".join(filter(None, (entry.name, getattr(entry, "title", ""), entry.text)))
        for group, listed in groups(sheet).items()
        for entry in listed
    }
    return {place: text for place, text in (written | entries).items() if text}


def _text(pieces: dict[str, str], beyond: dict[str, str] | None = None) -> str:
    known = beyond or {}
    return " · ".join(text for place, text in pieces.items() if known.get(place) != text)
