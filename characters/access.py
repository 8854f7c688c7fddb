"""The door to a sheet: how somebody at the table reads it, and whether he may write it."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from campaigns.access import seat_or_404
from campaigns.models import Role, Seat
from characters.models import Character
from characters.visibility import Eye

WRITERS = frozenset({Role.GM, Role.ASSISTANT, Role.PLAYER})


def character_or_404(request: HttpRequest, code: str, character: str) -> tuple[Seat, Character]:
    """The person's seat and the character of its campaign, owner loaded (two queries)."""
    seat = seat_or_404(request, code)
    found = seat.campaign.characters.select_related("owner__user").filter(code=character).first()
    if found is None:
        raise Http404
    return seat, found


def eye_of(seat: Seat, character: Character) -> Eye:
    if seat.runs_table:
        return Eye.TABLE
    return Eye.OWNER if character.owner_id == seat.pk else Eye.OTHER


def may_write(seat: Seat, character: Character) -> bool:
    """Who runs the table writes every sheet, a player his own; spectators read."""
    return seat.role in WRITERS and eye_of(seat, character) != Eye.OTHER


def writer_or_403(request: HttpRequest, code: str, character: str) -> tuple[Seat, Character, Eye]:
    seat, found = character_or_404(request, code, character)
    if not may_write(seat, found):
        raise PermissionDenied
    return seat, found, eye_of(seat, found)
