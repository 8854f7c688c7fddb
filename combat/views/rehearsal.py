"""The ground for rehearsals (연습장): who stands where, and then a fight against the app, or the odds of it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns import access
from campaigns.models import Seat
from combat import lineup, made_up
from combat import rehearsal as rehearsals
from combat.house_rules import of as rules_of
from combat.opening import SIDES, Pick
from combat.tasks import go_on
from tabletop.game import Illegal

SHOWN = 8
"""So many of one's rehearsals are told."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rehearsal(request: HttpRequest, code: str) -> HttpResponse:
    """The form, one's own rehearsals, and the beginning of a new one."""
    seat = access.seat_or_404(request, code)
    if request.method != "POST":
        return ground(request, seat, _guess(seat))
    title = _("Rehearsal")
    picks = lineup.picks(request.POST)
    value = rehearsals.setup(seat, title, picks, made_up.made_up(request.POST))
    if isinstance(value, Illegal):
        return ground(request, seat, picks, value)
    if full := rehearsals.enough(seat):
        return ground(request, seat, picks, full)
    fight = rehearsals.begin(seat, value, request.POST.get("mine", ""))
    go_on(fight, fight.record.seq)
    return redirect("fight", code, fight.code)


def ground(
    request: HttpRequest, seat: Seat, picks: tuple[Pick, ...], refused: Illegal | None = None, *, down: bool = False
) -> HttpResponse:
    """The page with these picks, with what was wrong with them, or with word that the worker cannot be reached (`down`)."""
    known, made = rehearsals.sheets_of(seat), made_up.made_up(request.POST)
    by_code = {pick.code: pick for pick in picks}
    context: dict[str, Any] = {
        "seat": seat,
        "place": "fights",
        "rows": lineup.rows(known, tuple(p for p in picks if p.code in known), rules_of(seat.campaign), None),
        "made": [(one, by_code.get(one.code)) for one in made.values()],
        "blamed": lineup.blame(refused, picks),
        "choices": SIDES[:4],
        "letters": ("E", "D", "C", "B", "A", "EX"),
        "seed": request.POST.get("seed", "1")[:6],
        "mine": request.POST.get("mine", SIDES[0]),
        "refused": refused,
        "down": down,
        "rehearsals": rehearsals.rehearsals(seat, SHOWN),
    }
    status = 503 if down else 422 if refused else 200
    return render(request, "combat/rehearsal/ground.html", context, status=status)


def _guess(seat: Seat) -> tuple[Pick, ...]:
    """The person's first Servant against a made-up one."""
    servants = [code for code, one in rehearsals.sheets_of(seat).items() if one.character.kind == "servant"]
    mine = servants[0] if servants else made_up.CODES[1]
    return Pick(mine, SIDES[0], "front"), Pick(made_up.CODES[0], SIDES[1], "front")
