"""Facts: written, opened to somebody at once, taken out."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from campaigns.arrivals import said_code
from campaigns.models import Seat
from characters import sheets
from characters.access import character_or_404
from characters.knowledge import giving
from characters.knowledge.forms import FactForm, OpenForm
from characters.models import Character, Fact


def write(request: HttpRequest, code: str, character: str, fact: str = "") -> HttpResponse:
    """The form of a fact: a new one, or one that is there."""
    seat, found = _door(request, code, character)
    kept = _fact(found, fact) if fact else None
    form = FactForm(request.POST if request.method == "POST" else None, found, sheets.current(found), kept)
    if form.is_bound and form.is_valid():
        giving.write_fact(found, kept, said_code(request), **form.cleaned_data)
        messages.success(request, gettext("The fact is written down."))
        return redirect("knowledge-of", code, found.code)
    context = {"seat": seat, "place": "knowledge", "character": found, "fact": kept, "fact_form": form}
    return render(request, "characters/knowledge/fact.html", context, status=422 if form.is_bound else 200)


@require_POST
def open_(request: HttpRequest, code: str, character: str, fact: str) -> HttpResponse:
    seat, found = _door(request, code, character)
    kept = _fact(found, fact)
    form = OpenForm(request.POST, seat.campaign)
    if not form.is_valid():
        context = {"seat": seat, "place": "knowledge", "character": found, "fact": kept, "open_form": form}
        return render(request, "characters/knowledge/open.html", context, status=422)
    giving.open_fact(kept, form.cleaned_data["knower"], reason=form.cleaned_data["reason"], by=seat.user)
    return redirect("knowledge-of", code, found.code)


@require_POST
def remove(request: HttpRequest, code: str, character: str, fact: str) -> HttpResponse:
    _, found = _door(request, code, character)
    giving.take_out(_fact(found, fact))
    return redirect("knowledge-of", code, found.code)


def _door(request: HttpRequest, code: str, character: str) -> tuple[Seat, Character]:
    """Facts are written by who runs the table."""
    seat, found = character_or_404(request, code, character)
    if not seat.runs_table:
        raise PermissionDenied
    return seat, found


def _fact(character: Character, code: str) -> Fact:
    return get_object_or_404(
        Fact.objects.select_related("character__campaign"), character=character, code=code, removed_at=None
    )
