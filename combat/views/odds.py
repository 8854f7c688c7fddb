"""Odds: asked for a line-up or for every pair of the war, computed by the worker, told while they grow."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns import access
from campaigns.models import Seat
from campaigns.views.pages import wants_fragment
from combat import house_rules, jobs, lineup, made_up, rehearsal
from combat.odds.answers import Asked, AskedFight, AskedPairs
from combat.odds_on_screen import shown
from combat.opening import Pick, combatant, unfit
from combat.rules.sheet import read_sheet
from combat.tasks import compute
from combat.templatetags.telling import cast_of_sheets
from combat.views.moves import whole
from combat.views.rehearsal import ground
from tabletop.game import Illegal

SEED = 1
"""The seed when nobody names one: whoever asks the same gets the same."""

MOST_PAIRS = 7


@never_cache
@require_POST
def odds(request: HttpRequest, code: str) -> HttpResponse:
    """The odds of a fight between whom the form of the rehearsal names."""
    seat = access.seat_or_404(request, code)
    picks = lineup.picks(request.POST)
    value = rehearsal.setup(seat, _("Rehearsal"), picks, made_up.made_up(request.POST))
    if isinstance(value, Illegal):
        return ground(request, seat, picks, value)
    return _begun(request, seat, AskedFight(value, _seed(request)), picks, value["combatants"])


@never_cache
@require_POST
def pairs(request: HttpRequest, code: str) -> HttpResponse:
    """The odds of every two Servants of the war, alone against each other; for who runs the table."""
    seat = access.table_only(request, code)
    known, settings = rehearsal.sheets_of(seat), house_rules.of(seat.campaign)
    fit = [
        combatant(Pick(id, "A", "front"), known)
        for id, one in known.items()
        if one.character.kind == "servant" and not unfit(one, known, settings)
    ][:MOST_PAIRS]
    if len(fit) < 2:
        return ground(request, seat, (), Illegal("one_side", "format", "combatants"))
    return _begun(request, seat, AskedPairs(tuple(fit), house_rules.stored(settings), _seed(request)), (), fit)


def _seed(request: HttpRequest) -> int:
    return abs(whole(request.POST.get("seed", "")) or SEED)


def _begun(
    request: HttpRequest, seat: Seat, asked: Asked, picks: tuple[Pick, ...], combatants: list[dict[str, Any]]
) -> HttpResponse:
    read = (read_sheet(one, house_rules.of(seat.campaign)) for one in combatants)
    cast = cast_of_sheets(sheet for sheet in read if not isinstance(sheet, Illegal))
    try:
        job = jobs.begin(seat, asked, compute, cast.people, cast.cards)
    except jobs.Unreachable:
        return ground(request, seat, picks, down=True)
    return redirect("odds-job", seat.campaign.code, job.code)


@never_cache
@require_safe
def job(request: HttpRequest, code: str, job: str) -> HttpResponse:
    """How far the work is, and in the end the odds; asked for by the page itself every second."""
    seat = access.seat_or_404(request, code)
    return _page(request, seat, jobs.revived(_job(seat, job), compute))


@never_cache
@require_POST
def cancel(request: HttpRequest, code: str, job: str) -> HttpResponse:
    """Whoever asked wants no answer any more."""
    seat = access.seat_or_404(request, code)
    try:
        cancelled = jobs.cancel(_job(seat, job))
    except jobs.Unreachable:
        return redirect("odds-job", code, job)
    return _page(request, seat, cancelled) if wants_fragment(request) else redirect("odds-job", code, job)


def _job(seat: Seat, code: str) -> jobs.Job:
    try:
        found = jobs.found(code, seat)
    except jobs.Unreachable:
        found = None
    if found is None:
        raise Http404
    return found


def _page(request: HttpRequest, seat: Seat, found: jobs.Job) -> HttpResponse:
    page = "combat/odds/state.html" if wants_fragment(request) else "combat/odds/job.html"
    return render(request, page, {"seat": seat, "place": "fights", "job": found, "odds": shown(found)})
