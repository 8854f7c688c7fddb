"""A plan between its form and the record: one field per slot and enemy, one per slot and ally.

`a-3-lancer=smash` lays Smash against lancer into slot 3; `s-2-saber=general:attack` supports saber in slot 2. Whatever is
not of this shape is not part of a plan; what is, the rules judge.
"""

import re
from collections.abc import Mapping
from typing import Any

from combat.rules.moves import Slot

type Slots = list[dict[str, Any]]

FIELD = re.compile(r"(?P<kind>[as])-(?P<slot>[1-9][0-9]?)-(?P<who>[a-z0-9-]{1,60})")
WAIT = "wait"


def slots_of(fields: Mapping[str, str], length: int) -> Slots:
    """The slots that a submitted form says, in the shape of the record."""
    slots: Slots = [{} for _ in range(length)]
    for field, value in sorted(fields.items()):
        found = FIELD.fullmatch(field)
        if found and value and value != WAIT and int(found["slot"]) <= length:
            _lay(slots[int(found["slot"]) - 1], found["kind"], found["who"], value)
    return slots


def _lay(slot: dict[str, Any], kind: str, who: str, value: str) -> None:
    if kind == "a":
        slot.setdefault("attack", {})[who] = value
        return
    word, _, purpose = value.rpartition(":") if value.endswith((":attack", ":defence")) else (value, "", "")
    slot["support"] = {"to": who, "with": word} | ({"for": purpose} if purpose else {})


def laid(slots: tuple[Slot, ...] | None) -> dict[str, str]:
    """The fields of a plan that was handed in: field name → value."""
    fields: dict[str, str] = {}
    for number, slot in enumerate(slots or (), 1):
        fields |= {f"a-{number}-{who}": word for who, word in slot.attack.items()}
        if slot.support:
            fields[f"s-{number}-{slot.support.to}"] = ":".join(
                filter(None, [slot.support.with_, slot.support.for_ or ""])
            )
    return fields
