"""The table of a running or finished fight: the player's phone, the GM's desk, the spectator's page, the stage, the stream."""

from collections.abc import Mapping
from functools import cache, partial
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from campaigns import access
from campaigns.models import Role, Seat
from campaigns.phone.keeping import keep
from campaigns.reminders import standins
from campaigns.views.pages import wants_fragment
from combat import deadlines, fragments
from combat import review as looking_back
from combat.chronicle import chronicle
from combat.expected import mixes as best_mixes
from combat.models import Fight
from combat.tasks import go_on
from combat.templatetags.telling import cast_of_view
from tabletop import live, records, referee
from tabletop.fragments import everything
from tabletop.game import GM
from tabletop.prepared import Prepared


class Place(NamedTuple):
    """Where somebody sits at this fight: the page he gets, the seats whose secrets he may know, whose hand lies open."""

    page: str
    seats: tuple[str, ...]
    acting: str
    lent: bool = False
    """Whether some of the seats are somebody else's for whom he acts."""


FIGHT = Prepared(
    # The setup is large, and read once per process.
    lambda code, campaign: (
        Fight.objects.select_related("record").defer("record__setup").filter(code=code, campaign=campaign)
    ),
    str,
    int,
)


def door(request: HttpRequest, code: str, fight: str) -> tuple[Seat, Fight]:
    """The person's seat and the fight, if it is one of this campaign; a rehearsal is there for who began it alone."""
    seat = access.seat_or_404(request, code)
    found = FIGHT.one(fight, seat.campaign_id)
    if found is None or (found.rehearsal and found.by_id != seat.user_id):
        raise Http404
    found.campaign = seat.campaign
    deadlines.settle(found)
    return seat, found


def place_of(seat: Seat, fight: Fight, acting: str = "", page: str = "") -> Place:
    """The place of `seat` at `fight`; who runs the table may act for any combatant, a player only for his own."""
    if page == "stage":
        return Place("stage", (), "")
    chairs = records.chairs(fight.record)
    plays = seat.role != Role.SPECTATOR  # who was made a spectator keeps his chairs for later, but no hand
    lent = standins.acts_for(seat) if plays else frozenset()
    held = {seat.user_id, *lent} if plays else set()
    own = tuple(sorted(name for name, user in chairs.items() if user in held))
    if seat.runs_table:
        if not acting:
            return Place("desk", (GM,), "")
        if acting not in chairs:
            raise Http404
        # Acting for somebody is no way to read his sealed plan: the hand is seen with the GM's eyes (trap 7).
        return Place("hand", own if acting in own else (GM,), acting)
    if not own:
        return Place("watch", (), "")
    others = any(chairs[name] != seat.user_id for name in own)
    return Place("hand", own, acting if acting in own else _first(fight, own), lent=others)


def _first(fight: Fight, own: tuple[str, ...]) -> str:
    """Whose hand to open when nobody was named: one that still owes a plan, else one that fights."""
    view = records.view(fight.record, ())
    held = [one for one in view.combatants if one.id in own and one.state == "fighting"]
    return next((one.id for one in held if not one.planned), held[0].id if held else own[0])


def audience_of(fight: Fight, place: Place, *, changing: bool = False) -> live.Audience:
    """Everybody who gets the same bytes as the holder of `place`, in the language of this request."""
    return live.Audience(
        page=f"fight-{place.page}",
        topic=live.record_topic(fight.record_id),
        seats=place.seats,
        language=get_language() or "ko",
        place=f"{fight.pk}:{place.acting}:{'change' if changing else ''}",
    )


@never_cache
@require_safe
def fight(request: HttpRequest, code: str, fight: str) -> HttpResponse:
    """The fight as this person may see it now."""
    seat, found = door(request, code, fight)
    go_on(found, found.record.seq)
    place = place_of(seat, found, request.GET.get("as", ""))
    answer = page(request, seat, found, place)
    own = place.page == "hand" and not (seat.runs_table or place.lent)
    return keep(answer) if own and "change" not in request.GET else answer


def page(
    request: HttpRequest,
    seat: Seat,
    fight: Fight,
    place: Place,
    *,
    status: int = 200,
    laid: Mapping[str, str] | None = None,
    **said: Any,
) -> HttpResponse:
    """The whole page of `place`, with what is to be said of a move that was not taken; a plan keeps what was `laid`."""
    changing = "change" in request.GET
    context = fragments.context(fight, place.seats, place.acting, changing=changing)
    if laid and "round" in laid and place.acting:
        context["planner"] = fragments.planner(context["screen"], changing=True, fields=laid)
    shown = {**context, **said, "seat": seat, "changing": changing}
    return render(request, f"combat/{place.page}.html", shown, status=status)


@never_cache
@require_safe
def told(request: HttpRequest, code: str, fight: str, round: int, slot: int) -> HttpResponse:
    """One slot that was opened, told again: in the place of the latest one, or as a page."""
    seat, found = door(request, code, fight)
    place = place_of(seat, found)
    context = fragments.context(found, place.seats, "")
    wanted = next((one for one in context["screen"].every if (one.round, one.slot) == (round, slot)), None)
    if wanted is None:
        raise Http404
    folder = fragments.SHARED.get(place.page, place.page)
    page = f"combat/{folder}/told.html" if wants_fragment(request) else "combat/told.html"
    return render(request, page, {**context, "told": wanted, "seat": seat, "folder": folder, "place": "fights"})


@never_cache
@require_safe
def stage(request: HttpRequest, code: str, fight: str) -> HttpResponse:
    """The projector's view: what everybody may see, large."""
    seat, found = door(request, code, fight)
    return render(request, "combat/stage.html", {**fragments.context(found, (), ""), "seat": seat})


@never_cache
@require_safe
def review(request: HttpRequest, code: str, fight: str) -> HttpResponse:
    """The fight looked back on, from what everybody has seen."""
    seat, found = door(request, code, fight)
    context = fragments.context(found, (), "")
    seats = place_of(seat, found).seats
    reader = records.view(found.record, seats)
    mixes = best_mixes(found.record.setup, reader, seats) if context["screen"].view.slots else {}
    looked_back = looking_back.review(context["screen"], chronicle(found.record), reader, mixes)
    return render(request, "combat/review.html", {**context, "review": looked_back, "seat": seat, "place": "fights"})


@never_cache
@require_safe
def log(request: HttpRequest, code: str, fight: str) -> HttpResponse:
    """The whole log as this person may read it, the latest first."""
    seat, found = door(request, code, fight)
    context = fragments.context(found, place_of(seat, found).seats, "", whole_log=True)
    return render(request, "combat/whole_log.html", {**context, "seat": seat, "place": "fights"})


@require_safe
def stream(request: HttpRequest, code: str, fight: str) -> HttpResponse:
    """The live channel of one of these pages."""
    seat, found = door(request, code, fight)
    place = place_of(seat, found, request.GET.get("as", ""), request.GET.get("page", ""))
    audience = audience_of(found, place, changing="change" in request.GET)
    return live.Stream(audience, user=seat.user_id, scope=code, allowed=partial(_still_here, seat.pk, seat.role))


def _still_here(pk: int, role: str) -> bool:
    return Seat.objects.filter(pk=pk, role=role, removed_at=None).exists()


@require_POST
def look(request: HttpRequest, code: str, fight: str) -> HttpResponse:
    """The GM looks at the covered plans, if the campaign lets him; the log says so before he sees them."""
    seat = access.gm_only(request, code)
    seat, found = door(request, code, fight)
    if not seat.campaign.gm_sees_sealed:
        raise Http404
    referee.look(found.record_id, by=seat.user)
    found.record.refresh_from_db()
    context = fragments.context(found, (GM,), "", looked=True)
    if wants_fragment(request):
        told = answer(request, found, place_of(seat, found), keep=("board",))
        told.content += render_to_string("combat/desk/covered.html", context).encode()
        return told
    return render(request, "combat/covered.html", {**context, "seat": seat})


def heard() -> HttpResponse:
    """The answer to a move of a page that hears its stream: what was said before is done with."""
    return _said(_nothing_to_say(get_language()), 200)


@cache
def _nothing_to_say(language: str) -> str:
    """The place where things are said, empty; in the language that is set."""
    return render_to_string("combat/parts/said.html")


def _said(html: str, status: int) -> HttpResponse:
    return HttpResponse(html, status=status, headers={"X-Fragments": "1", "Cache-Control": "private, no-store"})


def answer(
    request: HttpRequest, fight: Fight, place: Place, *, status: int = 200, keep: tuple[str, ...] = (), **said: Any
) -> HttpResponse:
    """What is to be said of a move, and the fragments of the person's page as they are now, but for those to `keep`.

    A page that hears its stream gets its fragments there, and only what is said here.
    """
    cast = cast_of_view(records.view(fight.record, place.seats))
    told: str = render_to_string("combat/parts/said.html", {"cast": cast, **said})
    if "X-Live" not in request.headers:
        drawn = everything(fragments.draw(audience_of(fight, place)))
        told += "".join(html for part, html in drawn.items() if part not in keep)
    return _said(told, status)


@never_cache
@require_safe
def seal(request: HttpRequest, code: str, fight: str, seq: int) -> HttpResponse:
    """Check a seal: the fingerprint that was shown, and, once all of it is open, the plan and the salt that make it."""
    seat, found = door(request, code, fight)
    own = found.record.chairs.filter(user=seat.user).values_list("seat", flat=True)
    checked = fragments.seal(found, seq, knows=frozenset(own))
    if checked is None:
        raise Http404
    return render(request, "combat/seal.html", {"seat": seat, "fight": found, "seal": checked, "place": "fights"})


def back(fight: Fight, acting: str = "") -> HttpResponse:
    address = redirect("fight", fight.campaign.code, fight.code)
    if acting:
        address["Location"] += f"?as={acting}"
    return address
