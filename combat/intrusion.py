"""Intrusion (난입, R-IN-1): somebody of the campaign comes into a running fight, with a chair and a copy of his sheet."""

import msgspec
from django.db import transaction

from campaigns.models import Seat
from characters.models import Character
from combat.models import Fight, Fighter
from combat.opening import SIDES, Pick, chairs, combatant, let_act, sheeted
from combat.rules.view import FightView
from tabletop import referee
from tabletop.game import GM, Illegal
from tabletop.models import Chair
from tabletop.referee import Accepted, Stale


class Intruders(msgspec.Struct, frozen=True):
    """What the form of an intrusion offers: who is not in the fight, and on which side he can stand, one of his own last."""

    characters: tuple[Character, ...]
    sides: tuple[str, ...]


def intruders(fight: Fight, view: FightView) -> Intruders:
    """Whoever has a sheet in the campaign and was never in this fight (one query)."""
    inside = {one.id for one in view.combatants}
    known = tuple(one.character for code, one in sheeted(fight.campaign).items() if code not in inside)
    sides = sorted({one.side for one in view.combatants})
    return Intruders(known, (*sides, *(side for side in SIDES if side not in sides))[: len(sides) + 1])


def intrude(fight: Fight, by: Seat, pick: Pick, against: str, *, seen: int) -> Accepted | Illegal | Stale:
    """`pick` enters against the combatant `against`, whoever plays him with a chair of his own; all of it or nothing.

    Refused as the move is (`enter`), `no_such_character` where the campaign has no such sheet, `already_there`, and
    `bound` for a Master who can only rest (R-OTHER-6b).
    """
    with transaction.atomic():
        known = sheeted(fight.campaign)
        if pick.code not in known:
            return Illegal("no_such_character", "format", "who")
        if refused := let_act(fight.campaign, (pick,), by, ""):
            return refused
        # His chair is there before the move, so that he is told of it like everybody else (I-8).
        for seat, user in chairs((pick,), known, by.user).items():
            Chair.objects.get_or_create(record=fight.record, seat=seat, defaults={"user": user})
        move = {"by": GM, "do": "enter", "combatant": combatant(pick, known), "against": against}
        done = referee.play(fight.record_id, seat=GM, move=move, by=by.user, seen=seen)
        if not isinstance(done, Accepted):
            transaction.set_rollback(True)
            twice = isinstance(done, Illegal) and done.code == "id_twice"
            return Illegal("already_there", "format", "who", {"who": pick.code}) if twice else done
        entered = known[pick.code]
        Fighter.objects.get_or_create(
            fight=fight, combatant=pick.code, defaults={"character": entered.character, "version": entered.version}
        )
    return done
