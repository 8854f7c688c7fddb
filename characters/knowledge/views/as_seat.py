"""이 사람에게는 어떻게 보이나: for the GM alone, a page as somebody else gets it, and what it tells him."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from campaigns.access import gm_only
from campaigns.models import Seat
from characters.knowledge import as_seat as looking
from characters.knowledge.screen import learners

LONGEST = 300


@require_safe
def as_seat(request: HttpRequest, code: str) -> HttpResponse:
    """`?page=` is a path of this war, `?seat=` the number of a seat as it stands in the addresses of people."""
    gm = gm_only(request, code)
    path = request.GET.get("page", "").replace("\0", "")[:LONGEST] or reverse("campaign", args=[code])
    if not looking.may_be_shown(gm, path):
        raise PermissionDenied
    people = learners(gm.campaign)
    chosen = _chosen(people, request.GET.get("seat", ""))
    context = {"seat": gm, "place": "as-seat", "people": people, "chosen": chosen, "path": path, "pages": _pages(gm)}
    if chosen is not None:
        page = looking.shown(request, chosen, path)
        context |= {"html": mark_safe(page.html), "page": page}  # noqa: S308 - escaped anew by `_Page`
        context |= {"revealed": looking.revealed(page, looking.public(request, gm, path))}
    return render(request, "characters/knowledge/as_seat.html", context)


def _chosen(people: list[Seat], asked: str) -> Seat | None:
    """Whom the GM asks for; the first player where he names nobody."""
    if not asked:
        return people[0] if people else None
    for seat in people:
        if str(seat.pk) == asked:
            return seat
    raise Http404


def _pages(gm: Seat) -> list[tuple[str, str]]:
    """Where a look usually begins."""
    names = ("campaign", "sheets", "knowledge", "war-board", "threads", "log")
    addresses = ((name, reverse(name, args=[gm.campaign.code])) for name in names)
    return [(name, address) for name, address in addresses if looking.may_be_shown(gm, address)]
