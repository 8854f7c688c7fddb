"""Numbers that the GM sets (판정 바꾸기): what is more than there was at the beginning is asked back once."""

from collections.abc import Mapping
from typing import Any

from combat.models import Fight
from combat.rules.view import FightView
from tabletop import records
from tabletop.game import GM, Illegal

SURE = "above"
"""The field of the form that says so."""


def asked_back(fight: Fight, move: Mapping[str, Any], fields: Mapping[str, Any]) -> Illegal | None:
    """`above_maximum` for the first number of an override that is more than the full one, unless `fields` say it is meant."""
    if fields.get(SURE):
        return None
    full = _full(records.view(fight.record, (GM,)), move["who"])
    above = ((key, number) for key, number in move["set"].items() if key in full and number > full[key])
    return next(
        (Illegal("above_maximum", "format", "set", _about(key, number, full[key])) for key, number in above), None
    )


def _about(key: str, number: int, most: int) -> dict[str, int | str]:
    pool = key in ("hp", "mp")
    return {"key": key if pool else "", "card": "" if pool else key, "number": number, "most": most}


def _full(view: FightView, who: str) -> dict[str, int]:
    person = next((one for one in view.combatants if one.id == who), None)
    own = next((one for one in view.own if one.id == who), None)
    if person is None or own is None:
        return {}
    cards = {card.word: card.full for card in own.hand if card.full is not None}
    return {"hp": max(person.hp_at_start, person.hp), "mp": max(person.mp_at_start, person.mp), **cards}
