"""The search page: what was typed, and what this person may see of what there is."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from campaigns.access import gm_only, seat_or_404
from campaigns.search import gaps
from campaigns.search.finding import find
from campaigns.search.wanted import LONGEST
from campaigns.views.pages import page

LAST_PAGE = 500


@require_safe
def search(request: HttpRequest, code: str) -> HttpResponse:
    seat = seat_or_404(request, code)
    typed = request.GET.get("q", "").replace("\0", "")[: 4 * LONGEST].strip()
    results = find(seat, typed, request.GET.get("kind", ""), _number(request.GET.get("page", "")))
    context = {"seat": seat, "place": "search", "typed": typed[:LONGEST], "results": results, "longest": LONGEST}
    return page(request, "search/search.html", context | {"gap": gaps.state(seat.campaign)})


@require_POST
def again(request: HttpRequest, code: str) -> HttpResponse:
    """The GM lets everything be taken in anew that cannot be found."""
    seat = gm_only(request, code)
    if not gaps.ask(seat.campaign):
        messages.error(request, _("The worker cannot be reached at present. Nothing is lost; try again in a while."))
    return redirect("search", code)


def _number(text: str) -> int:
    """A page by its number; whatever else stands there is the first one."""
    return min(int(text), LAST_PAGE) if text.isascii() and text.isdigit() and len(text) < 6 and int(text) else 1
