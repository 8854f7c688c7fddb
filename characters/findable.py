"""What a search may find of a sheet, and for whom: each piece of it for those whose eyes `visibility` opens it to."""

from collections.abc import Iterator

from django.db.models import F
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.search import readers
from campaigns.search.documents import Document, Part, put
from characters.fields import fields_of
from characters.models import Character, SheetVersion
from characters.sheet import Sheet, read
from characters.visibility import Eye, groups, redacted

KIND = "sheet"


def keep_found(character: Character, sheet: Sheet) -> None:
    """Let the sheet be found as it stands now."""
    put(character.campaign, document(character, sheet))


def source(campaign: Campaign) -> Iterator[Document]:
    """Every sheet of a war (one query)."""
    latest = SheetVersion.objects.filter(character__campaign=campaign, number=F("character__version"))
    for version in latest.select_related("character__campaign"):
        yield document(version.character, read(version.sheet))


def document(character: Character, sheet: Sheet) -> Document:
    owner = (readers.of_seat(character.owner_id),) if character.owner_id else ()
    open_, own, all_ = (_pieces(redacted(sheet, eye)) for eye in (Eye.OTHER, Eye.OWNER, Eye.TABLE))
    return Document(
        kind=KIND,
        key=character.code,
        title=character.name,
        link=reverse("sheet", args=[character.campaign.code, character.code]),
        parts=(
            Part(character.name, (readers.ALL,)),
            Part(_text(open_), (readers.ALL,)),
            Part(_text(own, beyond=open_), (readers.TABLE, *owner)),
            Part(_text(all_, beyond=own), (readers.TABLE,)),
        ),
        at=character.at,
    )


def _pieces(sheet: Sheet) -> dict[str, str]:
    """What is written on the sheet, by the place it stands at."""
    told = {field.key: getattr(sheet, field.key) for field in fields_of(sheet.kind) if field.long}
    entries = {
        f"{group}.{entry.id}": "\n".join(filter(None, (entry.name, getattr(entry, "title", ""), entry.text)))
        for group, listed in groups(sheet).items()
        for entry in listed
    }
    return {place: text for place, text in (told | entries).items() if text}


def _text(pieces: dict[str, str], beyond: dict[str, str] | None = None) -> str:
    known = beyond or {}
    return "\n".join(text for place, text in pieces.items() if known.get(place) != text)
