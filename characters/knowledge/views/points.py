"""Points given, taken, and taken back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from campaigns.access import table_only
from campaigns.arrivals import said_code
from characters.knowledge import giving
from characters.knowledge.forms import GiveForm
from characters.models import Knowledge


@require_POST
def give(request: HttpRequest, code: str) -> HttpResponse:
    seat = table_only(request, code)
    form = GiveForm(request.POST, seat.campaign)
    if not form.is_valid():
        context = {"seat": seat, "place": "knowledge", "form": form}
        return render(request, "characters/knowledge/give.html", context, status=422)
    said = form.cleaned_data
    about = form.characters[said["about"]]
    how = {"reason": said["reason"], "by": seat.user, "code": said_code(request)}
    giving.give(seat.campaign, about, said["knower"], said["kind"], said["amount"], **how)
    messages.success(request, gettext("It stands in the books."))
    return (
        redirect("knowledge-of", code, about.code) if request.POST.get("back") == "one" else redirect("knowledge", code)
    )


@require_POST
def undo(request: HttpRequest, code: str, learnt: str) -> HttpResponse:
    seat = table_only(request, code)
    found = get_object_or_404(
        Knowledge.objects.select_related("about", "campaign", "fact"), code=learnt, campaign=seat.campaign, undoes=None
    )
    giving.undo(found, reason=request.POST.get("reason", "").replace("\0", "")[:200], by=seat.user)
    return redirect("knowledge-of", code, found.about.code)
