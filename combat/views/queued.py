"""A plan that was sealed without signal and comes now (보관해 둔 목록): taken while it still can be, else told to be late."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from combat.chronicle import chronicle
from combat.models import Fight
from combat.plan_form import Slots, slots_of
from combat.tasks import go_on
from combat.templatetags.telling import cast_of_view
from combat.views import table
from combat.views.moves import on_behalf, whole
from tabletop import records, referee
from tabletop.game import Illegal
from tabletop.models import Entry
from tabletop.referee import Accepted

OUTCOME = "X-Outcome"
"""`taken`, `late` or `refused`: what the device does with what it kept."""


@never_cache
@require_POST
def queued(request: HttpRequest, code: str, fight: str, combatant: str) -> HttpResponse:
    """Hand in the plan; the answer says, as a sentence, what became of it."""
    seat, found = table.door(request, code, fight)
    by = on_behalf(seat, found, combatant)
    fields = {name: str(value) for name, value in request.POST.items()}
    slots = slots_of(fields, records.view(found.record, ()).settings.slots_per_round)
    round_ = whole(fields.get("round", "")) or 0
    if _came(found, combatant, round_, slots):
        # It had got through, and only the answer was lost on the way back.
        return _told(request, found, combatant, "taken", round_)
    view = records.view(found.record, ())
    if (view.round, view.phase) != (round_, "planning"):
        return _told(request, found, combatant, "late", round_)
    move = {**by, "do": "plan", "slots": slots}
    done = referee.play(found.record_id, seat=combatant, move=move, by=seat.user, sealed=True)
    if isinstance(done, Accepted):
        go_on(found, done.seq)
        return _told(request, found, combatant, "taken", round_)
    assert isinstance(done, Illegal)  # only a move with `seen` is ever stale
    found.record.refresh_from_db(fields=["seq", "closed"])
    now = records.view(found.record, ())
    outcome = "refused" if (now.round, now.phase) == (round_, "planning") else "late"
    return _told(request, found, combatant, outcome, round_, refused=done)


def _came(fight: Fight, combatant: str, round_: int, slots: Slots) -> bool:
    """Whether the plan that stands for the round is this one; asked only by who laid it."""
    seal = chronicle(fight.record).seals.get((round_, combatant))
    return seal is not None and Entry.objects.get(record=fight.record, seq=seal.seq).move["slots"] == slots


def _told(
    request: HttpRequest, fight: Fight, combatant: str, outcome: str, round_: int, refused: Illegal | None = None
) -> HttpResponse:
    view = records.view(fight.record, ())
    name = next(one.name for one in view.combatants if one.id == combatant)
    told = {"outcome": outcome, "round": round_, "title": fight.title, "name": name, "refused": refused}
    answer = render(request, "combat/hand/queued.html", {**told, "cast": cast_of_view(view)})
    answer[OUTCOME] = outcome
    return answer
