"""What is left of a fight: its numbers for the sheets, its text for a post, its record."""

import json

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.models import Seat
from combat import aftermath, covered, exports, fights
from combat.models import Fight
from combat.views.table import door, place_of
from tabletop.game import Illegal


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def write_back(request: HttpRequest, code: str, fight: str) -> HttpResponse:
    """What the fight would change on the sheets, and the decision about it."""
    seat, found = _table(request, code, fight)
    if request.method == "POST":
        return _decided(request, seat, found)
    return _page(request, seat, found)


@never_cache
@require_safe
def text(request: HttpRequest, code: str, fight: str) -> HttpResponse:
    """The fight as text: what everybody may see, or with `own` all that this person may see; with `file` to keep."""
    seat, found = door(request, code, fight)
    seats = place_of(seat, found).seats
    own = bool(seats) and "own" in request.GET
    told = exports.as_text(found, seats if own else ())
    if "file" in request.GET:
        return _file(told, "text/plain", f"{found.code}.txt")
    context = {"seat": seat, "place": "fights", "fight": found, "text": told, "own": own, "has_own": bool(seats)}
    return render(request, "combat/text.html", context)


@never_cache
@require_safe
def record(request: HttpRequest, code: str, fight: str) -> HttpResponse:
    """The fight record, for who runs the table, once the fight is over."""
    seat, found = _table(request, code, fight)
    told = exports.record(found)
    if isinstance(told, Illegal):
        return _page(request, seat, found, told)
    covered.own_up(found, seat.user)
    return _file(json.dumps(told, ensure_ascii=False, indent=1), "application/json", f"{found.code}.json")


def _table(request: HttpRequest, code: str, fight: str) -> tuple[Seat, Fight]:
    seat, found = door(request, code, fight)
    if not seat.runs_table:
        raise PermissionDenied
    return seat, found


def _decided(request: HttpRequest, seat: Seat, fight: Fight) -> HttpResponse:
    wanted = request.POST.get("decision")
    if wanted == "write":
        done = aftermath.write_back(fight, seat)
    elif wanted == "decline":
        done = aftermath.decline(fight)
    else:
        done = Illegal("choose_one", "format")
    if isinstance(done, Illegal):
        fight.refresh_from_db()
        return _page(request, seat, fight, done)
    messages.success(
        request, _("The sheets are up to date.") if done.written_back else _("The sheets stay as they were.")
    )
    return redirect("fight", seat.campaign.code, fight.code)


def _page(request: HttpRequest, seat: Seat, fight: Fight, refused: Illegal | None = None) -> HttpResponse:
    """The end of the fight as it stands; 409 when it was asked for something that the fight is not ready for."""
    context = {
        "seat": seat,
        "place": "fights",
        "fight": fight,
        "summary": fights.told([fight])[0],
        "open": aftermath.is_open(fight),
        "changes": aftermath.changes(fight) if aftermath.is_open(fight) else [],
        "refused": refused,
    }
    return render(request, "combat/after.html", context, status=409 if refused else 200)


def _file(text: str, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=f"{kind}; charset=utf-8", headers=headers)
