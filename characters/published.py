"""What characters give to the log of a session, and to what somebody takes along of his own: faces and sheets."""

from collections.abc import Iterator

from django.db.models import F

from campaigns.models import Seat
from campaigns.takeaway import own
from campaigns.takeaway.session import FACES
from characters import sheets
from characters.access import eye_of
from characters.bringing import baggage
from characters.exchange import ccfolia, udonarium, written
from characters.models import Character, Portrait, SheetVersion
from characters.sheet import read
from characters.visibility import redacted, settled


def register() -> None:
    FACES.append(_faces)
    own.PARTS.append(_sheets)


def _faces(reader: Seat, codes: frozenset[str]) -> dict[str, tuple[str, bytes]]:
    latest = SheetVersion.objects.filter(
        character__campaign_id=reader.campaign_id, character__code__in=codes, number=F("character__version")
    ).select_related("character")
    shown = {one.character.code: redacted(read(one.sheet), eye_of(reader, one.character)).portrait for one in latest}
    wanted = Portrait.objects.filter(code__in=filter(None, shown.values()), character__campaign_id=reader.campaign_id)
    pictures = {portrait.code: (portrait.kind, bytes(portrait.data)) for portrait in wanted}
    return {code: pictures[portrait] for code, portrait in shown.items() if portrait in pictures}


def _sheets(seat: Seat) -> Iterator[tuple[str, bytes]]:
    """The sheets of this seat in every format, as their owner reads them."""
    for place, character in enumerate(seat.campaign.characters.filter(owner=seat).order_by("pk"), 1):
        yield from _sheet(seat, character, f"sheets/{place}")


def _sheet(seat: Seat, character: Character, stem: str) -> Iterator[tuple[str, bytes]]:
    eye = eye_of(seat, character)
    sheet = redacted(settled(sheets.current(character)), eye)
    names = dict(seat.campaign.characters.values_list("code", "name"))
    master = names.get(getattr(sheet, "master", ""), "")
    portrait = character.portraits.filter(code=sheet.portrait).first() if sheet.portrait else None
    picture = (portrait.kind, bytes(portrait.data)) if portrait else None
    kept = baggage(character, "ccfolia", eye)
    yield f"{stem}.txt", written.write(sheet, master).encode()
    yield f"{stem}.ccfolia.json", ccfolia.write_piece(sheet, master=master, kept=ccfolia.object_of(kept)).encode()
    kept = baggage(character, "udonarium", eye)
    yield f"{stem}.udonarium.zip", udonarium.write_character(sheet, master=master, picture=picture, kept=kept)
