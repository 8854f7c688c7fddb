"""The people of a war, for who runs it: invites, roles, leaving, handing a seat over."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import invites, qr, seats
from campaigns.access import gm_only, table_only
from campaigns.forms import REFUSED
from campaigns.models import Role, Seat, SeatLink
from campaigns.people import at_the_table, gone
from campaigns.seats import Refused
from campaigns.views.addresses import absolute, is_local
from campaigns.views.links import show_link
from campaigns.views.pages import page, wants_fragment


@require_safe
def people(request: HttpRequest, code: str) -> HttpResponse:
    seat = table_only(request, code)
    context = {
        "seat": seat,
        "place": "people",
        "people": at_the_table(seat.campaign),
        "gone": gone(seat.campaign),
        "invites": invites.open_invites(seat.campaign),
        "roles": [role for role in Role if role != Role.GM],
    }
    return page(request, "people.html", context)


@require_safe
def invite_qr(request: HttpRequest, code: str, role: str) -> HttpResponse:
    """The invite as large as the screen, to be read by every phone around the table; it asks who has sat down since."""
    seat = table_only(request, code)
    standing = invites.open_invites(seat.campaign)
    invite = next((invite for invite in standing if invite.role == role), None)
    if invite is None:
        raise Http404
    present = at_the_table(seat.campaign)
    arrived = f"{len(present)}-{max(person.pk for person in present)}"
    if wants_fragment(request) and request.GET.get("seen") == arrived:
        return HttpResponse(status=204)
    address = absolute(request, "join", invite.token)
    context = {"seat": seat, "place": "people", "invite": invite, "invites": standing, "local": is_local(address)}
    context |= {"people": present, "arrived": arrived, "address": address, "qr": qr.svg(address)}
    return page(request, "invite_qr.html#present" if wants_fragment(request) else "invite_qr.html", context)


@require_POST
def invite_renew(request: HttpRequest, code: str, role: str) -> HttpResponse:
    seat = gm_only(request, code)
    if role not in invites.INVITED:
        raise Http404
    invites.renew(seat.campaign, role)
    messages.success(request, _("There is a new invite. The old link and its QR are dead."))
    return redirect("invite-qr", code, role)


@require_POST
def change_role(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    other = _other(gm_only(request, code), pk, removed_at=None)
    role = request.POST.get("role", "")
    if role not in Role.values:
        return HttpResponse(status=422)
    refused = seats.change_role(other, role)
    said = _("%(name)s is now: %(role)s.") % {"name": other.user.nickname, "role": Role(role).label}
    return _back(request, code, refused, said)


@require_POST
def remove(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    other = _other(gm_only(request, code), pk, removed_at=None)
    refused = seats.remove(other)
    said = _("%(name)s has been sent from the table. The invites are new, the old links are dead.")
    return _back(request, code, refused, said % {"name": other.user.nickname})


@require_POST
def bring_back(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    other = _other(gm_only(request, code), pk, removed_at__isnull=False)
    refused = seats.bring_back(other)
    return _back(request, code, refused, _("%(name)s is back at the table.") % {"name": other.user.nickname})


@require_http_methods(["GET", "HEAD", "POST"])
def hand_over(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """Choose who gets a seat: somebody who is here, or whoever opens a link made for it."""
    seat = gm_only(request, code)
    other = _other(seat, pk)
    takers = [person for person in at_the_table(seat.campaign) if person.pk != other.pk]
    if request.method != "POST":
        return page(request, "hand_over.html", {"seat": seat, "place": "people", "other": other, "takers": takers})
    if request.POST.get("to") == "link":
        return show_link(request, seat, other, SeatLink.Purpose.HANDOVER)
    taker = next((person for person in takers if str(person.pk) == request.POST.get("to")), None)
    if taker is None:
        return HttpResponse(status=422)
    given = seats.hand_over(other, taker.user)
    said = _("%(taker)s has the seat of %(name)s now.") % {
        "taker": taker.user.nickname,
        "name": other.user.nickname,
    }
    return _back(request, code, given if isinstance(given, Refused) else None, said)


def _other(seat: Seat, pk: int, **standing: object) -> Seat:
    """Somebody else's seat at this table. The GM's own is not to be moved here."""
    others = Seat.objects.select_related("campaign", "user").exclude(pk=seat.pk)
    return get_object_or_404(others, campaign=seat.campaign, pk=pk, **standing)


def _back(request: HttpRequest, code: str, refused: Refused | None, said: str) -> HttpResponse:
    if refused:
        messages.error(request, REFUSED[refused])
    else:
        messages.success(request, said)
    return redirect("people", code)
