"""The GM's rescue files: made, watched while they are made, taken away."""

from typing import Any

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import gm_only
from campaigns.models import Seat
from campaigns.takeaway import jobs, keeping
from campaigns.takeaway.tables import TAKEN, ask_rooms
from campaigns.takeaway.tasks import write_rescue
from campaigns.views.pages import wants_fragment
from tabletop.jobs import Unreachable, send


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rescue(request: HttpRequest, code: str) -> HttpResponse:
    """All files that there are; a POST has a new one made."""
    seat = gm_only(request, code)
    if request.method != "POST":
        return render(request, "campaigns/takeaway/rescue.html", _context(seat))
    try:
        job = jobs.begin_writing(seat)
    except Unreachable:
        job = None
    if job is None or not send(write_rescue, job.code):
        return render(request, "campaigns/takeaway/rescue.html", _context(seat) | {"down": True}, status=503)
    return redirect("rescue", code)


@never_cache
@require_safe
def state(request: HttpRequest, code: str) -> HttpResponse:
    """How far the newest file is; asked for by the page itself."""
    seat = gm_only(request, code)
    page = "rescue_state" if wants_fragment(request) else "rescue"
    return render(request, f"campaigns/takeaway/{page}.html", _context(seat))


@never_cache
@require_safe
def file(request: HttpRequest, code: str, name: str) -> FileResponse:
    """One file. What the log tells of somebody who sees what was covered, it tells now."""
    seat = gm_only(request, code)
    path = keeping.path_of(seat.campaign, name)
    if path is None:
        raise Http404
    ask_rooms()
    for say in TAKEN:
        say(seat.campaign, seat.user)
    called = slugify(seat.campaign.name, allow_unicode=True) or "war"
    made = timezone.localtime(keeping.Kept(name, 0).at)  # on the disk it is named by UTC, which no clock turns back
    return FileResponse(path.open("rb"), as_attachment=True, filename=f"{called}-{made:%Y%m%d-%H%M%S}.zip")


def _context(seat: Seat) -> dict[str, Any]:
    job = _job(seat)
    return {"seat": seat, "place": "war", "job": job, "files": keeping.files(seat.campaign)}


def _job(seat: Seat) -> jobs.Writing | None:
    try:
        job = jobs.WRITING.newest(seat.pk)
        return None if job is None else jobs.WRITING.revived(job, write_rescue)
    except Unreachable:
        return None
