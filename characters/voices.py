"""What the sheets give to posts: whom a seat speaks as, the portraits its reader may see, and who plays together."""

from django.db.models import F
from django.urls import reverse

from campaigns.models import Role, Seat
from campaigns.posts.voices import Side, Voice
from characters.access import eye_of
from characters.models import SheetVersion
from characters.sheet import Servant, read
from characters.visibility import redacted


def voices(seat: Seat) -> list[Voice]:
    """A player speaks as the characters he plays, who runs the table as any of them."""
    if seat.role == Role.SPECTATOR:
        return []
    characters = seat.campaign.characters.order_by("kind", "pk")
    mine = characters if seat.runs_table else characters.filter(owner=seat)
    return [Voice(code, name) for code, name in mine.values_list("code", "name")]


def cast(seat: Seat) -> list[Voice]:
    """Everybody whose sheet is in the list of sheets: all of them, by the names that all know."""
    return [Voice(code, name) for code, name in seat.campaign.characters.order_by("pk").values_list("code", "name")]


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
    """Servant and Master that are played by two people, as far as the reader is told that they belong together."""
    latest = SheetVersion.objects.filter(character__campaign_id=seat.campaign_id, number=F("character__version"))
    every = list(latest.select_related("character").order_by("character__pk"))
    masters = {one.character.code: one.character for one in every if one.character.kind == "master"}
    found = [
        Side(version.character.code, f"{version.character.name} · {master.name}", owners)
        for version in every
        if isinstance(sheet := redacted(read(version.sheet), eye_of(seat, version.character)), Servant)
        and (master := masters.get(sheet.master)) is not None
        and len(owners := frozenset(one.owner_id for one in (version.character, master) if one.owner_id)) > 1
    ]
    return [side for side in found if seat.runs_table or seat.pk in side.seats]
