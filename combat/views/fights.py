"""The list of a campaign's fights."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns import access
from combat.fights import newest, told, whole

PAGE = 20


@never_cache
@require_safe
def fights(request: HttpRequest, code: str) -> HttpResponse:
    """All fights of the campaign, the latest first."""
    seat = access.seat_or_404(request, code)
    every = newest(seat.campaign)
    page = Paginator(every, PAGE).get_page(request.GET.get("page"))
    shown = every[(page.number - 1) * PAGE : page.number * PAGE]
    context = {"seat": seat, "place": "fights", "page": page, "fights": told(whole(shown, seat.user))}
    return render(request, "combat/fights.html", context)
