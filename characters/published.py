"""The faces that characters give to the log of a session: today's portraits, as far as its reader sees them."""

from django.db.models import F

from campaigns.models import Seat
from campaigns.takeaway.session import FACES
from characters.access import eye_of
from characters.models import Portrait, SheetVersion
from characters.sheet import read
from characters.visibility import redacted


def register() -> None:
    FACES.append(_faces)


def _faces(reader: Seat, codes: frozenset[str]) -> dict[str, tuple[str, bytes]]:
    latest = SheetVersion.objects.filter(
        character__campaign_id=reader.campaign_id, character__code__in=codes, number=F("character__version")
    ).select_related("character")
    shown = {one.character.code: redacted(read(one.sheet), eye_of(reader, one.character)).portrait for one in latest}
    wanted = Portrait.objects.filter(code__in=filter(None, shown.values()), character__campaign_id=reader.campaign_id)
    pictures = {portrait.code: (portrait.kind, bytes(portrait.data)) for portrait in wanted}
    return {code: pictures[portrait] for code, portrait in shown.items() if portrait in pictures}
