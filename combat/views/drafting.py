"""The planner's question to the engine: how does my draft stand? It carries the own draft alone and leaves no trace."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from combat.drafting import draft
from combat.views import moves, table
from tabletop import records


@never_cache
@require_POST
def ask(request: HttpRequest, code: str, fight: str, combatant: str) -> JsonResponse:
    """The draft in the form as the rules see it; 409 once the round has begun."""
    seat, found = table.door(request, code, fight)
    moves.on_behalf(seat, found, combatant)
    view = records.view(found.record, (combatant,))
    if view.phase != "planning" or combatant not in {one.id for one in view.combatants if one.state == "fighting"}:
        return JsonResponse({}, status=409)
    place = moves.whole(request.POST.get("slot", "")), request.POST.get("target", "")
    fields = {name: str(value) for name, value in request.POST.items()}
    within = place[0] is not None and 0 <= place[0] < view.settings.slots_per_round
    return JsonResponse(draft(found, combatant, fields, place if within else None))  # type: ignore[arg-type]
