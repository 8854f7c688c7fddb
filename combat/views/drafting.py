"""Plans that are not handed in yet: the planner's question how the draft stands, and the order for the next round."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from combat import fragments, standing
from combat.drafting import draft
from combat.plan_form import slots_of
from combat.views import moves, table
from tabletop import records
from tabletop.game import Illegal


@never_cache
@require_POST
def ask(request: HttpRequest, code: str, fight: str, combatant: str) -> JsonResponse:
    """The own draft as the rules see it, which leaves no trace; 409 once the round has begun, but for a standing order."""
    seat, found = table.door(request, code, fight)
    by = moves.on_behalf(seat, found, combatant)
    view = records.view(found.record, (combatant,))
    ahead = "ahead" in request.POST and standing.next_round(view) is not None
    if (view.phase != "planning" and not ahead) or combatant not in {
        one.id for one in view.combatants if one.state == "fighting"
    }:
        return JsonResponse({}, status=409)
    place = moves.whole(request.POST.get("slot", "")), request.POST.get("target", "")
    fields = {name: str(value) for name, value in request.POST.items()}
    within = place[0] is not None and 0 <= place[0] < view.settings.slots_per_round
    coming = standing.foreseen(found, combatant, knows="who" not in by) if ahead else None
    return JsonResponse(draft(found, combatant, fields, place if within else None, coming))  # type: ignore[arg-type]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ahead(request: HttpRequest, code: str, fight: str, combatant: str) -> HttpResponse:
    """Lay, keep and take back a standing order; it is its owner's alone."""
    seat, found = table.door(request, code, fight)
    knows = "who" not in moves.on_behalf(seat, found, combatant)
    order = standing.kept(found, combatant, seat.user, knows=knows)
    refused = None
    if request.method == "POST":
        if "withdraw" in request.POST and order:
            order.delete()
            return table.back(found, combatant)
        fields = {name: str(value) for name, value in request.POST.items()}
        length = records.view(found.record, ()).settings.slots_per_round
        kept = standing.keep(found, combatant, slots_of(fields, length), seat.user)
        if not isinstance(kept, Illegal) and not standing.doubts(found, combatant, kept.slots, knows=knows):
            return table.back(found, combatant)
        order, refused = (order, kept) if isinstance(kept, Illegal) else (kept, None)
    place = table.place_of(seat, found, combatant)
    context = fragments.context(found, place.seats, combatant)
    planner = fragments.planner_ahead(found, context["screen"], order, knows=knows)
    if planner is None:
        raise Http404
    doubts = standing.doubts(found, combatant, order.slots, knows=knows) if order else ()
    shown = {**context, "planner": planner, "order": order, "doubts": doubts, "refused": refused, "seat": seat}
    return render(request, "combat/ahead.html", shown, status=422 if refused else 200)
