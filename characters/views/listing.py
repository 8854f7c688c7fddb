"""The sheets of a war: everybody's faces, one's own first."""

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.access import seat_or_404
from campaigns.models import Seat
from characters.access import eye_of
from characters.knowledge.books import NOTHING, keys_for
from characters.models import Character, SheetVersion
from characters.sheet import BLANK, read
from characters.sheets import house_of
from characters.view import SheetView, seen


def sheets(request: HttpRequest, code: str) -> HttpResponse:
    """Every character as this person may see it (a constant number of queries)."""
    seat = seat_or_404(request, code)
    characters = list(seat.campaign.characters.select_related("owner__user").order_by("pk"))
    shown = [(character, view) for character, view in _views(seat, characters)]
    return render(
        request,
        "characters/list.html",
        {
            "seat": seat,
            "place": "sheets",
            "mine": [pair for pair in shown if pair[0].owner_id == seat.pk],
            "others": [pair for pair in shown if pair[0].owner_id != seat.pk],
            "may_make": kinds_open_to(seat, characters),
        },
    )


def kinds_open_to(seat: Seat, characters: list[Character]) -> tuple[str, ...]:
    """What this person may make: the table anything, a player one Servant and one Master of his own."""
    if seat.runs_table:
        return ("servant", "master")
    if seat.role != "player":
        return ()
    owned = {character.kind for character in characters if character.owner_id == seat.pk}
    return tuple(kind for kind in ("servant", "master") if kind not in owned)


def _views(seat: Seat, characters: list[Character]) -> list[tuple[Character, SheetView]]:
    house = house_of(seat.campaign)
    latest = SheetVersion.objects.filter(
        character__campaign_id=seat.campaign_id, number=F("character__version")
    ).values_list("character_id", "sheet")
    sheets = {pk: read(sheet) for pk, sheet in latest}
    known = keys_for(seat)

    def view(character: Character) -> SheetView:
        sheet = sheets.get(character.pk, BLANK[character.kind])
        return seen(sheet, eye_of(seat, character), house, known=known.get(character.pk, NOTHING))

    return [(character, view(character)) for character in characters]
