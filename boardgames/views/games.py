"""The list of a campaign's board games, and how each of them is played."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from boardgames.games import newest, told
from boardgames.shelf import SHELF
from campaigns import access

PAGE = 20


@never_cache
@require_safe
def games(request: HttpRequest, code: str) -> HttpResponse:
    """All board games of the campaign, the latest first."""
    seat = access.seat_or_404(request, code)
    page = Paginator(newest(seat.campaign), PAGE).get_page(request.GET.get("page"))
    context = {
        "seat": seat,
        "place": "games",
        "page": page,
        "games": told(page.object_list, seat.user),
        "shelf": SHELF.values(),
    }
    return render(request, "boardgames/table/games.html", context)


@never_cache
@require_safe
def guide(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """A first game from this page alone."""
    seat = access.seat_or_404(request, code)
    box = SHELF.get(kind)
    if box is None:
        raise Http404
    return render(
        request,
        f"boardgames/{box.folder}/screen/guide.html",
        {"seat": seat, "place": "games", "box": box},
    )
