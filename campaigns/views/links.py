"""Showing personal links: each is told once, as a QR and as text, and never again."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns import links, qr, seats
from campaigns.access import gm_only, seat_or_404
from campaigns.models import Seat, SeatLink
from campaigns.views.addresses import absolute, is_local
from campaigns.views.pages import page


@require_http_methods(["GET", "HEAD", "POST"])
def own_device(request: HttpRequest, code: str) -> HttpResponse:
    """Bring one's own seat to another device."""
    seat = seat_or_404(request, code)
    if request.method == "POST":
        return show_link(request, seat, seat, SeatLink.Purpose.DEVICE)
    return page(request, "own_device.html", {"seat": seat})


@require_POST
def their_device(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    """A device link for somebody who lost his: cookies cleared, phone gone."""
    seat = gm_only(request, code)
    other = get_object_or_404(
        Seat.objects.select_related("campaign", "user"), campaign=seat.campaign, pk=pk, removed_at=None
    )
    if not links.may_be_fetched_by_gm(other):
        said = _("%(name)s has a password or sits at other tables too, and brings the seat to a new device alone.")
        messages.error(request, said % {"name": other.user.nickname})
        return redirect("people", code)
    for hear in seats.FETCHED:
        hear(seat, other)
    return show_link(request, seat, other, SeatLink.Purpose.DEVICE)


def show_link(request: HttpRequest, seat: Seat, other: Seat, purpose: SeatLink.Purpose) -> HttpResponse:
    """Make a link to the seat `other` and show it to the holder of `seat`."""
    doors = {SeatLink.Purpose.DEVICE: "device", SeatLink.Purpose.HANDOVER: "take-over"}
    address = absolute(request, doors[purpose], links.issue(other, purpose))
    context = {"seat": seat, "other": other, "purpose": purpose, "address": address, "local": is_local(address)}
    return page(request, "seat_link.html", {**context, "qr": qr.svg(address)})
