"""The cards a character has left in fights that run, for its ledger: what the hand of that fight shows to the same person."""

from typing import Any

from django.http import HttpRequest

from campaigns.models import Role, Seat
from characters.models import Character
from combat.models import Fighter
from combat.rules.view import FightView
from tabletop import records
from tabletop.game import GM


def cards_left(request: HttpRequest, seat: Seat, character: Character) -> tuple[str, dict[str, Any]] | None:
    """Nothing for who neither runs the table nor sits there for this character."""
    running = Fighter.objects.filter(character=character, fight__record__closed=False, fight__rehearsal=False)
    found = [_left(seat, fighter) for fighter in running.select_related("fight__record").order_by("-fight__pk")]
    hands = [hand for hand in found if hand is not None]
    return ("characters/ledger/parts/left.html", {"hands": hands}) if hands else None


def _left(seat: Seat, fighter: Fighter) -> tuple[Any, list[Any]] | None:
    record = fighter.fight.record
    sits = seat.role != Role.SPECTATOR and record.chairs.filter(seat=fighter.combatant, user=seat.user_id).exists()
    if not (sits or seat.runs_table):
        return None
    view: FightView = records.view(record, (fighter.combatant,) if sits else (GM,))
    own = next((own for own in view.own if own.id == fighter.combatant), None)
    return None if own is None else (fighter.fight, [card for card in own.hand if card.word != "wait"])
