"""A war out of a rescue file, by whoever may open wars: first shown what it is, then restored by the worker."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import person
from campaigns.models import Campaign, User
from campaigns.search import gaps
from campaigns.takeaway import jobs, keeping
from campaigns.takeaway.restore import Refused
from campaigns.takeaway.tasks import read_rescue
from campaigns.views.pages import wants_fragment
from tabletop.jobs import Unreachable, send


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def restore(request: HttpRequest) -> HttpResponse:
    """The form; with a file what it is; with `token` the war itself, made by the worker."""
    user = person(request)
    if not user.signs_in:
        messages.info(
            request, _("Who opens a war needs a sign-in name and a password, or it is lost with this device.")
        )
        return redirect("account")
    if request.method != "POST":
        return _page(request, {})
    if token := request.POST.get("token", ""):
        return _begin(request, user, token)
    sent = request.FILES.get("file")
    if sent is None:
        return _page(request, {"refused": Refused("nothing_brought")}, 422)
    token = keeping.arrived(user.pk, sent)
    return _shown(request, user, token)


def _shown(request: HttpRequest, user: User, token: str) -> HttpResponse:
    path = keeping.arrival(user.pk, token)
    head = keeping.head(path) if path else Refused("too_late")
    if isinstance(head, Refused):
        if path:
            path.unlink(missing_ok=True)
        return _page(request, {"refused": head}, 422)
    here = Campaign.objects.filter(code=head.code).exists()
    return _page(request, {"head": head, "token": token, "here": here, "count": sum(head.rows.values())})


def _begin(request: HttpRequest, user: User, token: str) -> HttpResponse:
    path = keeping.arrival(user.pk, token)
    head = keeping.head(path) if path else Refused("too_late")
    if isinstance(head, Refused):
        return _page(request, {"refused": head}, 422)
    try:
        job = jobs.begin_reading(user, token, head)
    except Unreachable:
        job = None
    if job is None or not send(read_rescue, job.code):
        return _page(request, {"refused": Refused("no_worker")}, 503)
    return redirect("restore-state")


@login_required
@never_cache
@require_safe
def state(request: HttpRequest) -> HttpResponse:
    """How far the restore is that this person asked for last."""
    try:
        job = jobs.READING.newest(person(request).pk)
        job = job and jobs.READING.revived(job, read_rescue)
    except Unreachable:
        job = None
    if job is None:
        raise Http404
    page = "restore_state" if wants_fragment(request) else "restoring"
    back = Campaign.objects.filter(code=job.campaign).first() if job.campaign else None
    gap = gaps.state(back) if back else ""
    return render(request, f"campaigns/takeaway/{page}.html", {"job": job, "refused": job.refused, "gap": gap})


def _page(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    return render(request, "campaigns/takeaway/restore.html", context, status=status)
