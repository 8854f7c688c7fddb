"""The map as the GM draws it: areas, roads, leylines, and a picture under it."""

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.access import seat_or_404, table_only
from campaigns.bare_pictures import bare
from campaigns.models import Area, Campaign, MapPicture, Seat, new_code
from campaigns.pictures import LARGEST, flaw_of, kind_of
from campaigns.scenes import eye, parts
from campaigns.scenes.charting import chart
from campaigns.scenes.forms import AreaForm
from campaigns.views.pages import page, posted

MOST = 60
"""So many areas a map has room for."""


@require_http_methods(["GET", "HEAD", "POST"])
def areas(request: HttpRequest, code: str) -> HttpResponse:
    """The whole map with its list, and the form of a new area."""
    seat = table_only(request, code)
    with transaction.atomic():
        # Two taps at once: the lock lets the second one see that the name is taken.
        if request.method == "POST":
            Campaign.objects.select_for_update().get(pk=seat.campaign_id)
        form = AreaForm(posted(request), seat.campaign)
        if form.is_valid() and len(form.others) < MOST:
            form.write()
            return redirect("map", code)
    return page(request, "scenes/map.html", _context(seat) | {"form": form}, form)


@require_http_methods(["GET", "HEAD", "POST"])
def area(request: HttpRequest, code: str, area: str) -> HttpResponse:
    seat = table_only(request, code)
    found = _area_or_404(seat, area)
    form = AreaForm(posted(request), seat.campaign, found)
    if form.is_valid():
        form.write()
        messages.success(request, _("Saved."))
        return redirect("map", code)
    return page(request, "scenes/area.html", _context(seat) | {"area": found, "form": form}, form)


@require_POST
def remove(request: HttpRequest, code: str, area: str) -> HttpResponse:
    """The area and the bases in it go; the ledger keeps what was rested there."""
    seat = table_only(request, code)
    _area_or_404(seat, area).delete()
    return redirect("map", code)


@require_POST
def change_picture(request: HttpRequest, code: str) -> HttpResponse:
    """Another picture under the map, or none."""
    seat = table_only(request, code)
    if "remove" in request.POST:
        MapPicture.objects.filter(campaign=seat.campaign).delete()
        return redirect("map", code)
    file = request.FILES.get("picture")
    data = file.read(LARGEST + 1) if file else b""
    kind = kind_of(data)
    if kind is None:
        shown = {"form": AreaForm(None, seat.campaign), "fault": flaw_of(data)}
        answer = page(request, "scenes/map.html", _context(seat) | shown)
        answer.status_code = 422
        return answer
    MapPicture.objects.update_or_create(
        campaign=seat.campaign, defaults={"code": new_code(), "kind": kind, "data": bare(data)}
    )
    return redirect("map", code)


@require_safe
@cache_control(private=True, max_age=7 * 24 * 3600, immutable=True)
def picture(request: HttpRequest, code: str, picture: str) -> HttpResponse:
    seat = seat_or_404(request, code)
    found = MapPicture.objects.filter(campaign=seat.campaign, code=picture).first()
    if found is None:
        raise Http404
    return HttpResponse(bytes(found.data), content_type=found.kind, headers={"X-Content-Type-Options": "nosniff"})


def _context(seat: Seat) -> dict[str, object]:
    survey = eye.survey(seat)
    return {
        "seat": seat,
        "place": "board",
        "chart": chart(survey.places, parts.marks(seat)),
        "picture": survey.picture,
        "full": len(survey.places) >= MOST,
    }


def _area_or_404(seat: Seat, code: str) -> Area:
    found = seat.campaign.areas.filter(code=code).first()
    if found is None:
        raise Http404
    return found
