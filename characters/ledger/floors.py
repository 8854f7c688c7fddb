"""The floor of a Servant's MP (R-OTHER-4b): who runs the table may book beyond it, and is told so at once."""

import msgspec

from characters import sheets
from characters.derived import derived
from characters.models import LedgerEntry


class Breach(msgspec.Struct, frozen=True):
    """An entry took `mp` below `floor`."""

    mp: int
    floor: int


def breach(entry: LedgerEntry) -> Breach | None:
    """Whether this entry left less MP than a Servant may have; a Master's has no floor (R-OTHER-6a)."""
    mp = entry.standing.get("mp", 0)
    if entry.changes.get("mp", 0) >= 0 or mp >= 0:
        return None
    character = entry.character
    floor = derived(sheets.current(character), sheets.house_of(character.campaign).settings).floor
    return Breach(mp, floor) if floor is not None and mp < floor else None
