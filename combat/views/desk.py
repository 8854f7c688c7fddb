"""What the desk asks before it acts: the numbers of somebody, and what a rewind would not take back."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns import access
from combat import fragments
from combat.rewinding import since as opened_since
from combat.views import table
from combat.views.moves import whole


@never_cache
@require_safe
def numbers(request: HttpRequest, code: str, fight: str) -> HttpResponse:
    """The fields of one combatant's numbers, with what stands there now."""
    _, found = table.door(request, code, fight)
    access.table_only(request, code)
    asked = fragments.numbers(found, request.GET.get("who", ""))
    if asked is None:
        raise Http404
    return render(request, "combat/desk/numbers.html", {"numbers": asked})


@never_cache
@require_safe
def since(request: HttpRequest, code: str, fight: str) -> HttpResponse:
    """What has lain open since an entry, and who has seen it."""
    _, found = table.door(request, code, fight)
    access.table_only(request, code)
    to = whole(request.GET.get("to", ""))
    if to is None or to < 0:
        raise Http404
    return render(request, "combat/desk/since.html", {"since": opened_since(found, to)})
