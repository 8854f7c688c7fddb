"""Opening a fight: who, which side, which line, under which rules."""

import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns import access, names
from campaigns.models import Seat, new_code
from combat import house_rules, lineup, rules_form
from combat.opening import Pick, Sheeted, lines_up, open_fight, sheeted
from combat.rules.settings import Settings
from tabletop.game import Illegal

TITLE = 80
"""As long as a title may be."""

ADDRESS = re.compile(r"[0-9a-f]{10}")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, code: str) -> HttpResponse:
    """The form of a new fight. A change in it asks, by htmx, what it would come to."""
    seat = access.table_only(request, code)
    known = sheeted(seat.campaign)
    if request.method == "POST":
        return _opened(request, seat, known)
    picked = lineup.picks(request.GET) if lineup.answered(request.GET) else lineup.guess(known)
    if getattr(request, "htmx", False):
        return render(request, "combat/opening_ready.html", _standing(known, picked))
    return _form(request, seat, known, picked, house_rules.of(seat.campaign))


def _opened(request: HttpRequest, seat: Seat, known: dict[str, Sheeted]) -> HttpResponse:
    data = request.POST
    picked = lineup.picks(data)
    settings, misread = rules_form.from_form(data, house_rules.of(seat.campaign))
    title = names.tidy(data.get("title", "")) or _versus(known, picked)
    if misread:
        return _form(request, seat, known, picked, settings, misread=misread)
    if len(title) > TITLE or names.fault(title):
        return _form(request, seat, known, picked, settings, refused=Illegal("title_unfit", "format", "title"))
    address = data.get("address", "") if ADDRESS.fullmatch(data.get("address", "")) else ""
    despite = names.tidy(data.get("despite", ""))[:200]
    despite = "" if names.fault(despite) else despite
    rules = house_rules.stored(settings)
    fight = open_fight(seat.campaign, seat, title, picked, rules, code=address, despite=despite)
    if isinstance(fight, Illegal):
        return _form(request, seat, known, picked, settings, refused=fight)
    return redirect("fight", seat.campaign.code, fight.code)


def _form(
    request: HttpRequest,
    seat: Seat,
    known: dict[str, Sheeted],
    picked: tuple[Pick, ...],
    settings: Settings,
    *,
    refused: Illegal | None = None,
    misread: dict[str, Illegal] | None = None,
) -> HttpResponse:
    typed = request.POST
    context = _standing(known, picked) | {
        "seat": seat,
        "place": "fights",
        "title": typed.get("title", ""),
        "address": typed.get("address") or new_code(),
        "rows": lineup.rows(known, picked, settings, refused),
        "choices": lineup.sides(known),
        "refused": refused,
        "misread": misread,
        "deviations": house_rules.deviations(settings),
        "groups": rules_form.page(settings, misread or {}, typed),
    }
    return render(request, "combat/opening.html", context, status=422 if refused or misread else 200)


def _standing(known: dict[str, Sheeted], picked: tuple[Pick, ...]) -> dict[str, Any]:
    return {
        "sides": lineup.standing(known, picked),
        "lines_up": lines_up(picked),
        "versus": _versus(known, picked),
    }


def _versus(known: dict[str, Sheeted], picked: tuple[Pick, ...]) -> str:
    """What a fight is called that was given no title: its sides, each by who stands first in it."""
    firsts = [(side.front + side.back)[0] for side in lineup.standing(known, picked) if side.front + side.back]
    return pgettext("between the two sides of a fight", " vs ").join(firsts)[:TITLE]
