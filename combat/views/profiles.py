"""Keeping, picking and dropping named house rules, from the page of the rules."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from campaigns import access
from combat import profiles
from combat.views.moves import whole
from tabletop.game import Illegal


@require_POST
def profile(request: HttpRequest, code: str) -> HttpResponse:
    """What the buttons beside a profile do; a profile is found by its owner alone."""
    seat = access.table_only(request, code)
    pk = whole(request.POST.get("profile", "")) or 0
    match request.POST.get("do"):
        case "keep":
            kept = profiles.keep(seat.user, seat.campaign, request.POST.get("name", ""))
            said = _("It needs a name.") if isinstance(kept, Illegal) else _("The rules are kept under that name.")
        case "pick" if profiles.pick(seat.user, seat.campaign, pk):
            said = _("These rules hold from the next fight on. Fights that are already open keep theirs.")
        case "drop" if profiles.drop(seat.user, pk):
            said = _("The profile is gone. Wars that picked it keep their rules.")
        case _unknown:
            raise Http404
    messages.info(request, said)
    return redirect("rules", code)
