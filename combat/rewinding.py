"""What a rewind cannot take back (되감기): what lay open since, and who has certainly seen it."""

import msgspec

from combat.chronicle import Line, chronicle
from combat.models import Fight

TABLE = frozenset({"look", "rewind", "sit"})


class Since(msgspec.Struct, frozen=True):
    """After an entry: the slots that were opened, how much else was declared, and who has acted since the first opening.

    Whoever acted has had the fight before his eyes; `others` sit at this fight and may have seen it as well.
    """

    opened: tuple[Line, ...]
    declared: int
    saw: tuple[str, ...]
    others: tuple[str, ...]


def since(fight: Fight, to: int) -> Since:
    """What happened after entry `to` and still stands."""
    lines = [line for line in chronicle(fight.record).lines if line.seq > to and not line.undone]
    opened = tuple(line for line in lines if line.do == "reveal")
    first = opened[0].seq if opened else None
    saw = {line.by for line in lines if first is not None and line.seq >= first and line.by}
    seated = {chair.user.nickname for chair in fight.record.chairs.select_related("user")}
    declared = sum(line.do != "reveal" and line.do not in TABLE for line in lines)
    return Since(opened, declared, tuple(sorted(saw)), tuple(sorted(seated - saw)) if opened else ())
