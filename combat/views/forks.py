"""Forking an ended fight, and the two ends side by side."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import access
from combat import forks
from combat.models import Fight
from combat.views import table
from combat.views.moves import whole
from tabletop import records


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def fork(request: HttpRequest, code: str, fight: str) -> HttpResponse:
    """Choose where the fight is to be tried differently, and begin there."""
    seat, found = table.door(request, code, fight)
    access.table_only(request, code)
    if request.method == "POST":
        before = whole(request.POST.get("before", ""))
        title = _("%(title)s, differently") % {"title": found.title}
        made = forks.fork(found, before or 0, title, seat.user)
        if isinstance(made, Fight):
            return redirect("fight", code, made.code)
        return render(request, "combat/fork.html", _context(found) | {"seat": seat, "refused": made}, status=422)
    return render(request, "combat/fork.html", _context(found) | {"seat": seat})


def _context(fight: Fight) -> dict[str, object]:
    names = {one.id: one.name for one in records.view(fight.record, ()).combatants}
    steps = [forks.label(entry, names) for entry in forks.steps(fight)]
    return {"fight": fight, "steps": steps, "place": "fights"}


@never_cache
@require_safe
def compare(request: HttpRequest, code: str, fight: str) -> HttpResponse:
    """How it went, and how it goes in the fork."""
    seat, found = table.door(request, code, fight)
    access.table_only(request, code)
    both = forks.ends(found)
    if both is None:
        raise Http404
    return render(request, "combat/compare.html", {"seat": seat, "fight": found, "ends": both, "place": "fights"})
