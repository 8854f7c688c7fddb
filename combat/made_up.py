"""Made-up combatants (지어낸 상대) for rehearsals and odds: a form's fields in, a combatant of the fight record out."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from campaigns import names

CODES = tuple(f"made-{number}" for number in range(1, 7))
STATS = ("strength", "endurance", "agility")
ORDINARY = {"strength": "B", "endurance": "B", "agility": "B", "hp": "70", "mp": "70"}
LONGEST = 40


class MadeUp(msgspec.Struct, frozen=True):
    """As it was typed: ranks and numbers may be nonsense, which the rules refuse."""

    code: str
    name: str
    strength: str
    endurance: str
    agility: str
    hp: str
    mp: str


def made_up(data: Mapping[str, str]) -> dict[str, MadeUp]:
    """Everybody who can be made up, by code."""
    return {code: _one(code, number, data) for number, code in enumerate(CODES, 1)}


def _one(code: str, number: int, data: Mapping[str, str]) -> MadeUp:
    typed = names.tidy(data.get(f"name.{code}", ""))
    fit = typed and len(typed) <= LONGEST and not names.fault(typed)
    said = {field: data.get(f"{field}.{code}", ordinary).strip()[:6] for field, ordinary in ORDINARY.items()}
    return MadeUp(code, typed if fit else _("Sparring partner %(number)s") % {"number": number}, **said)


def combatant(one: MadeUp, side: str, line: str) -> dict[str, Any]:
    """The combatant as JSON; what is no number stays the text it is."""
    return {
        "id": one.code,
        "kind": "servant",
        "name": one.name,
        "side": side,
        "line": line,
        "ranks": {stat: getattr(one, stat) for stat in STATS} | {"mana": "D", "luck": "D"},
        "hp": _number(one.hp),
        "mp": _number(one.mp),
    }


def _number(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() else text
