"""Taking in a fight record from a file or from the clipboard."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns import access
from combat.imports import import_fight
from tabletop.game import Illegal

SHOWN = 20_000
"""So much of a refused record stands in the field again."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_in(request: HttpRequest, code: str) -> HttpResponse:
    """The form, and the fight that it brings."""
    seat = access.table_only(request, code)
    context: dict[str, object] = {"seat": seat, "place": "fights"}
    if request.method != "POST":
        return render(request, "combat/import.html", context)
    file = request.FILES.get("file")
    text = file.read() if file else request.POST.get("text", "")
    fight = import_fight(seat.campaign, seat, text)
    if isinstance(fight, Illegal):
        context |= {"refused": fight, "text": "" if file else str(text)[:SHOWN]}
        return render(request, "combat/import.html", context, status=422)
    messages.success(request, _("The fight is taken in."))
    return redirect("fight", seat.campaign.code, fight.code)
