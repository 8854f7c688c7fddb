"""The desk lets the app hand in for an NPC."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from campaigns import access
from combat import npc
from combat.views import moves, table


@require_POST
def by_app(request: HttpRequest, code: str, fight: str, combatant: str) -> HttpResponse:
    """A plan that the app lays for whom the table plays; the desk gets its answer as to any other move."""
    seat, found = table.door(request, code, fight)
    access.table_only(request, code)
    if combatant not in npc.played_by_table(found):
        raise PermissionDenied
    return moves.answered(request, seat, found, npc.hand_in(found, combatant), "")
