"""Moves at a fight: forms in, `referee.play`, and back comes the person's own page as it is now."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from campaigns import access
from campaigns.models import Role, Seat
from campaigns.reminders import standins
from campaigns.scenes import live as board
from campaigns.views.pages import wants_fragment
from combat import overriding, standing
from combat.intrusion import intrude
from combat.models import Fight
from combat.opening import Pick
from combat.owed import tell_others
from combat.plan_form import slots_of
from combat.rules.state import Fight as State
from combat.tasks import go_on
from combat.views import table
from tabletop import records, referee
from tabletop.game import GM, Illegal
from tabletop.referee import Accepted, Stale

type Move = dict[str, Any]

OWN = frozenset({"spend_conviction", "activate_plus", "retreat", "regroup", "present", "forced_return"})
"""What a combatant declares; all else is the GM's."""

NUMBERS = ("hp", "mp", "fortune", "conviction", "command_spells")
UNREASONED = Illegal("reason_missing", "format", "reason")
REASON = 200
CARD = "card."
"""Before the card's word in the names of an override's fields."""


@require_POST
def plan(request: HttpRequest, code: str, fight: str, combatant: str) -> HttpResponse:
    """Hand in, or replace, the sealed plan of `combatant` for the round that the form was made for."""
    seat, found = table.door(request, code, fight)
    by = on_behalf(seat, found, combatant)
    view = records.view(found.record, ())
    if str(view.round) != request.POST.get("round") or view.phase != "planning":
        return answered(request, seat, found, Stale(found.record.seq), combatant)
    fields = {name: str(value) for name, value in request.POST.items()}
    move = {**by, "do": "plan", "slots": slots_of(fields, view.settings.slots_per_round)}
    # Who acts for another must not learn that what he lays lies there already.
    settled = partial(lies_there, combatant) if by == {"by": combatant} else None
    done = referee.play(found.record_id, seat=combatant, move=move, by=seat.user, sealed=True, settled=settled)
    if isinstance(done, Accepted) and any(one.id == combatant and not one.planned for one in view.combatants):
        board.changed(code)  # another plan in place of one changes nothing of who is waited for
    return answered(request, seat, found, done, combatant)


def lies_there(combatant: str, before: State, after: State) -> bool:
    """Whether the very same plan was sealed already: a second tap makes no second seal."""
    was, now = before.fighter(combatant), after.fighter(combatant)
    return was is not None and now is not None and was.plan is not None and was.plan == now.plan


@require_POST
def move(request: HttpRequest, code: str, fight: str) -> HttpResponse:
    """Everything else that is declared during a fight."""
    seat, found = table.door(request, code, fight)
    do = request.POST.get("do", "")
    if do in OWN:
        who = request.POST.get("by", "")
        made = declaration(do, request.POST, on_behalf(seat, found, who), who)
        seen = None
    else:
        access.table_only(request, code)
        who, made = GM, order(do, request.POST)
        seen = whole(request.POST.get("seen", ""))
        if seen is None:
            made = Illegal("shape", "format")
        elif do == "reveal" and seen == found.record.seq:
            seen = standing.use(found)
        elif do == "override" and not isinstance(made, Illegal):
            made = overriding.asked_back(found, made, request.POST) or made
        elif do == "enter":
            return answered(request, seat, found, _entering(found, seat, request.POST, seen), "")
    done = (
        made
        if isinstance(made, Illegal)
        else referee.play(found.record_id, seat=who, move=made, by=seat.user, seen=seen)
    )
    return answered(request, seat, found, done, who if who != GM else "")


def _entering(fight: Fight, by: Seat, fields: Mapping[str, Any], seen: int) -> Accepted | Illegal | Stale:
    line = "back" if fields.get("line") == "back" else "front"
    pick = Pick(fields.get("who", ""), fields.get("side", ""), line)
    return intrude(fight, by, pick, fields.get("against", ""), seen=seen)


@require_POST
def rewind(request: HttpRequest, code: str, fight: str) -> HttpResponse:
    """Let the fight stand as it stood; the table's own move."""
    seat, found = table.door(request, code, fight)
    access.table_only(request, code)
    to, seen = whole(request.POST.get("to", "")), whole(request.POST.get("seen", ""))
    if to is None or seen is None:
        return answered(request, seat, found, Illegal("no_such_entry", "format"), "")
    done = referee.rewind(found.record_id, to=to, reason=_reason(request.POST), by=seat.user, seen=seen)
    if isinstance(done, Accepted):
        # The end may come out differently now, so what goes to the sheets is to be decided again.
        Fight.objects.filter(pk=found.pk, rehearsal=False).update(written_back=None)
    return answered(request, seat, found, done, "")


def declaration(do: str, fields: Mapping[str, Any], by: Move, who: str) -> Move | Illegal:
    """A combatant's own declaration, in the shape of the record."""
    match do:
        case "activate_plus":
            return {**by, "do": do, "stat": fields.get("stat", "")}
        case "retreat":
            return {**by, "do": do, **({"fortune": True} if fields.get("fortune") else {})}
        case "present":
            cards = fields.getlist("card") if hasattr(fields, "getlist") else []
            return {**by, "do": do, "cards": cards}
        case "forced_return":
            # The record knows this answer only from the Master himself, so whoever gives it gives it as him.
            return {"by": who, "do": do, "servant": fields.get("servant", ""), "accept": fields.get("accept") == "yes"}
        case _:
            return {**by, "do": do}


def order(do: str, fields: Mapping[str, Any]) -> Move | Illegal:
    """The GM's own move, in the shape of the record."""
    move: Move = {"by": GM, "do": do}
    reason = _reason(fields)
    match do:
        case "reveal":
            slots = whole(fields.get("slots", ""))
            return move if slots is None else {**move, "slots": slots}
        case "end" | "enter":
            return move
        case "move_line":
            return {**move, "who": fields.get("who", ""), "line": fields.get("line", "")}
        case "special_damage":
            amount = whole(fields.get("amount", ""))
            if amount is None:
                return Illegal("not_a_number", "format", "amount")
            return {**move, "to": fields.get("to", ""), "amount": amount, "reason": reason} if reason else UNREASONED
        case "override":
            return _override(move, fields, reason)
        case _:
            return Illegal("unknown_move", "format")


def _override(move: Move, fields: Mapping[str, Any], reason: str) -> Move | Illegal:
    keys = {key: key for key in NUMBERS} | {key: key.removeprefix(CARD) for key in fields if key.startswith(CARD)}
    given = {name: str(fields[key]).strip() for key, name in keys.items() if str(fields.get(key, "")).strip()}
    numbers = {key: whole(text) for key, text in given.items()}
    if not numbers or None in numbers.values():
        return Illegal("not_a_number", "format", "set")
    return {**move, "who": fields.get("who", ""), "set": numbers, "reason": reason} if reason else UNREASONED


def _reason(fields: Mapping[str, Any]) -> str:
    """What is said for it, in the length that the field takes; the log keeps it for good, so nothing that no log can hold."""
    return str(fields.get("reason", "")).replace("\0", "").strip()[:REASON]


def whole(text: str) -> int | None:
    """The whole number that a field says, with either minus sign; None for anything else or beyond a million."""
    plain = text.strip().replace("−", "-")
    if not plain.removeprefix("-").isascii() or not plain.removeprefix("-").isdigit() or len(plain) > 8:
        return None
    return int(plain)


def on_behalf(seat: Seat, fight: Fight, combatant: str) -> Move:
    """Whose hand it is: the combatant's own player or his stand-in, or who runs the table and then names whose move it is."""
    # All of them are read, as not every database takes every text of a form for the name of one.
    chairs = records.chairs(fight.record)
    if chairs.get(combatant) == seat.user_id and seat.role != Role.SPECTATOR:
        return {"by": combatant}
    if combatant in chairs and seat.runs_table:
        return {"by": GM, "who": combatant}
    if combatant in chairs and chairs[combatant] in standins.acts_for(seat):
        return {"by": combatant}
    raise PermissionDenied


def answered(
    request: HttpRequest, seat: Seat, fight: Fight, done: Accepted | Illegal | Stale, acting: str
) -> HttpResponse:
    """The person's own page as it is after a move, or what is to be said of one that was not taken."""
    if isinstance(done, Accepted):
        go_on(fight, done.seq)
        tell_others(fight, done.seq)
    if isinstance(done, Accepted) and "X-Live" in request.headers and not _changing(request):
        return table.heard()
    fight.record.refresh_from_db(fields=["seq", "closed"])
    place = table.place_of(seat, fight, acting if _has_hand(seat, fight, acting) else "")
    match done:
        case Accepted() if not wants_fragment(request):
            return table.back(fight, acting)
        case Accepted() if _changing(request):
            where = reverse("fight", args=[fight.campaign.code, fight.code])
            return HttpResponse(headers={"HX-Redirect": f"{where}?as={acting}"})
        case Accepted():
            return table.answer(request, fight, place)
        case Stale() if not wants_fragment(request):
            return table.page(request, seat, fight, place, status=409, stale=True)
        case Illegal() if not wants_fragment(request):
            return table.page(request, seat, fight, place, status=422, refused=done, laid=request.POST)
        case Stale():
            return table.answer(request, fight, place, status=409, stale=True)
        case _:
            # A plan that is being laid keeps what was laid.
            return table.answer(request, fight, place, status=422, keep=("plan", "hand"), refused=done)


def _changing(request: HttpRequest) -> bool:
    """Whether the move comes from a page that shows a sealed plan to be changed, which is another page afterwards."""
    return "change" in request.headers.get("HX-Current-URL", "")


def _has_hand(seat: Seat, fight: Fight, acting: str) -> bool:
    return bool(acting) and (not seat.runs_table or acting != GM)
