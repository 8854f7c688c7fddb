"""What the sheets give to posts: whom a seat speaks as, the portraits its reader may see, and who plays together."""

from collections.abc import Iterator

from django.db.models import F
from django.urls import reverse

from campaigns.models import Role, Seat
from campaigns.posts.voices import Side, Voice
from characters.access import eye_of
from characters.ledger.pairs import pacts
from characters.ledger.roster import known_to
from characters.models import Character, SheetVersion
from characters.sheet import Servant, read
from characters.visibility import redacted


def voices(seat: Seat) -> list[Voice]:
    """A player speaks as the characters he plays, who runs the table as any of them."""
    if seat.role == Role.SPECTATOR:
        return []
    characters = sorted((one.character for one in known_to(seat)), key=lambda one: (one.kind, one.pk))
    return [Voice(one.code, one.name) for one in characters if seat.runs_table or one.owner_id == seat.pk]


def cast(seat: Seat) -> list[Voice]:
    """Everybody whose sheet is in the list of sheets: all of them, by the names that all know."""
    return [Voice(one.character.code, one.character.name) for one in known_to(seat)]


def portraits(reader: Seat, codes: frozenset[str]) -> dict[str, str]:
    """Today's portraits, as far as this reader may see them (one query)."""
    latest = SheetVersion.objects.filter(
        character__campaign_id=reader.campaign_id, character__code__in=codes, number=F("character__version")
    ).select_related("character")
    found = {version.character: redacted(read(version.sheet), eye_of(reader, version.character)) for version in latest}
    return {
        character.code: reverse("portrait", args=[reader.campaign.code, character.code, sheet.portrait])
        for character, sheet in found.items()
        if sheet.portrait
    }


def sides(seat: Seat) -> list[Side]:
    """Pairs that are played by two people, and alliances of people, as far as the seat is told of them and belongs to them.

    Who comes into an alliance later reads what is written to it from then on.
    """
    found = [*_pairs(seat), *_alliances(seat)]
    return [side for side in found if seat.runs_table or seat.pk in side.seats]


def _pairs(seat: Seat) -> Iterator[Side]:
    """Servant and Master, as far as the reader is told that they belong together."""
    every = known_to(seat)
    masters = {one.character.code: one.character for one in every if one.character.kind == "master"}
    for one in every:
        sheet = redacted(one.sheet, one.eye(seat))
        master = masters.get(sheet.master) if isinstance(sheet, Servant) else None
        if master is not None and len(owners := _owners(one.character, master)) > 1:
            yield Side(one.character.code, f"{one.character.name} · {master.name}", owners)


def _alliances(seat: Seat) -> Iterator[Side]:
    """Alliances that stand, secret ones for their members and who runs the table only (one query a page)."""
    for pact in pacts(seat):
        if len(pact.owners) > 1:
            yield Side(pact.code, " + ".join(pact.names)[:80], pact.owners)


def _owners(*characters: Character) -> frozenset[int]:
    return frozenset(one.owner_id for one in characters if one.owner_id)
