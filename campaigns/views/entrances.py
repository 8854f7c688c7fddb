"""The entrances by link: an invite, a device link, a seat handed over. Opening a link does nothing; only its button does.

(Messengers open every link they are sent, to show a picture of it.)
"""

from django.contrib import auth
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from campaigns import links, rate, seats
from campaigns.arrivals import new_arrival
from campaigns.forms import Arrival, Sit
from campaigns.models import Campaign, Invite, Role, Seat, SeatLink, User
from campaigns.views.pages import page, posted, refuse


@require_http_methods(["GET", "HEAD", "POST"])
@rate.limited("join", rate.JOIN)
def join(request: HttpRequest, token: str) -> HttpResponse:
    invite = Invite.objects.select_related("campaign").filter(token=token).first()
    if invite is None:
        raise Http404
    user = _person(request)
    if user and seats.seat_of(invite.campaign, user, ""):
        return redirect("campaign", invite.campaign.code)
    if not invite.stands:
        return _over(request, "invite")
    form = Sit(posted(request), initial=_beginning(user))
    if form.is_valid():
        written = form.cleaned_data
        seated = seats.sit_down(
            invite.campaign, invite.role, written["nickname"], user=user, arrival=written["arrival"]
        )
        if isinstance(seated, Seat):
            return _let_in(request, seated)
        refuse(form, seated)
    return page(request, "join.html", {"form": form, "invite": invite, **_company(invite.campaign)}, form)


@require_http_methods(["GET", "HEAD", "POST"])
@rate.limited("device", rate.JOIN)
def device(request: HttpRequest, token: str) -> HttpResponse:
    link = _link_or_404(token, SeatLink.Purpose.DEVICE)
    form = Arrival(posted(request), initial={"arrival": new_arrival()})
    if form.is_valid():
        seated = links.move_device(link, form.cleaned_data["arrival"])
        if isinstance(seated, Seat):
            return _let_in(request, seated)
    elif _person(request) == link.seat.user and not link.seat.removed_at:
        return redirect("campaign", link.seat.campaign.code)
    if link.seat.removed_at or not link.stands:
        return _over(request, "device")
    return page(request, "device.html", {"form": form, "link": link, "campaign": link.seat.campaign}, form)


@require_http_methods(["GET", "HEAD", "POST"])
@rate.limited("take", rate.JOIN)
def take_over(request: HttpRequest, token: str) -> HttpResponse:
    link = _link_or_404(token, SeatLink.Purpose.HANDOVER)
    user = _person(request)
    form = Sit(posted(request), initial=_beginning(user))
    if form.is_valid():
        written = form.cleaned_data
        seated = links.take_over(link, written["nickname"], user=user, arrival=written["arrival"])
        if isinstance(seated, Seat):
            return _let_in(request, seated)
        refuse(form, seated)
    if not link.stands:
        return _over(request, "handover")
    return page(request, "take_over.html", {"form": form, "link": link, "campaign": link.seat.campaign}, form)


def _person(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def _link_or_404(token: str, purpose: SeatLink.Purpose) -> SeatLink:
    link = links.find(token, purpose)
    if link is None:
        raise Http404
    return link


def _let_in(request: HttpRequest, seat: Seat) -> HttpResponse:
    if request.user != seat.user:
        auth.login(request, seat.user)
    return redirect("campaign", seat.campaign.code)


def _over(request: HttpRequest, what: str) -> HttpResponse:
    """Says what to do about a link that leads nowhere any more; 410."""
    response = page(request, "link_over.html", {"what": what})
    response.status_code = 410
    return response


def _beginning(user: User | None) -> dict[str, str]:
    return {"arrival": new_arrival(), "nickname": user.nickname if user else ""}


def _company(campaign: Campaign) -> dict[str, object]:
    """Who calls, and who is there already."""
    present = campaign.seats.filter(removed_at=None).select_related("user").order_by("at", "pk")
    return {
        "campaign": campaign,
        "gm": next((seat.user for seat in present if seat.role == Role.GM), None),
        "others": [seat.user for seat in present if seat.role != Role.GM],
    }
