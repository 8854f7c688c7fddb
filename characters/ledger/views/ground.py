"""Bases and alliances, kept by who runs the table."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.access import table_only
from campaigns.arrivals import said_code
from campaigns.scenes import eye, parts
from campaigns.scenes.charting import chart
from campaigns.views.pages import posted
from characters.ledger.forms import AllianceForm, BaseForm
from characters.ledger.grounds import grounds
from characters.ledger.pairs import pacts
from characters.ledger.views.pages import page
from characters.ledger.whereabouts import WhereForm
from characters.models import Base


@require_http_methods(["GET", "HEAD", "POST"])
def bases(request: HttpRequest, code: str) -> HttpResponse:
    seat = table_only(request, code)
    form = BaseForm(posted(request), seat.campaign)
    if form.is_valid():
        form.write(said_code(request))
        return redirect("bases", code)
    context = {"seat": seat, "place": "board", "form": form, "grounds": grounds(seat)}
    return page(request, "bases.html", context, form)


@require_http_methods(["GET", "HEAD", "POST"])
def base(request: HttpRequest, code: str, base: str) -> HttpResponse:
    seat = table_only(request, code)
    found = Base.objects.select_related("area", "character").filter(area__campaign=seat.campaign, code=base).first()
    if found is None:
        raise Http404
    form = BaseForm(posted(request), seat.campaign, found)
    if form.is_valid():
        form.write()
        return redirect("bases", code)
    return page(request, "base.html", {"seat": seat, "place": "board", "form": form, "base": found}, form)


@require_http_methods(["GET", "HEAD", "POST"])
def where(request: HttpRequest, code: str) -> HttpResponse:
    """Where everybody is: pins on the map, set by who runs the table."""
    seat = table_only(request, code)
    form = WhereForm(posted(request), seat.campaign)
    if form.is_valid():
        form.write()
        return redirect("war-board", code)
    survey = eye.survey(seat)
    drawn = chart(survey.places, parts.marks(seat))
    context = {"seat": seat, "place": "board", "form": form, "chart": drawn, "picture": survey.picture}
    return page(request, "where.html", context, form)


@require_http_methods(["GET", "HEAD", "POST"])
def alliances(request: HttpRequest, code: str) -> HttpResponse:
    seat = table_only(request, code)
    form = AllianceForm(posted(request), seat.campaign)
    if form.is_valid():
        form.write(said_code(request))
        return redirect("alliances", code)
    return page(request, "alliances.html", {"seat": seat, "place": "board", "form": form, "pacts": pacts(seat)}, form)


@require_POST
def end(request: HttpRequest, code: str, alliance: str) -> HttpResponse:
    """An alliance that is broken stays in the history and is shown to nobody as one that stands."""
    seat = table_only(request, code)
    found = seat.campaign.alliances.filter(code=alliance).first()
    if found is None:
        raise Http404
    if found.ended_at is None:
        found.ended_at = timezone.now()
        found.save(update_fields=["ended_at"])
    return redirect("alliances", code)
