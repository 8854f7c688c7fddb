"""Who is in the fight: the setup, its start, and who enters later (난입, R-IN-1)."""

from typing import Any

import msgspec

from combat.rules import moves
from combat.rules.settings import read_settings
from combat.rules.shape import fit
from combat.rules.sheet import Master, Servant, Sheet, fault, read_sheet
from combat.rules.state import CommandSpells, Fight, Setup, change, enlist, pairs, sides
from tabletop.game import Illegal


class _Unread(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    combatants: tuple[Any, ...]
    title: str = ""
    settings: dict[str, Any] = {}


def read_setup(value: Any) -> Setup | Illegal:
    """The setup in `value`; faults at "", `settings.<key>`, `combatants[i]`, `combatants`, in this order."""
    unread = fit(value, _Unread)
    if isinstance(unread, Illegal):
        return unread
    settings = read_settings(unread.settings)
    if isinstance(settings, Illegal):
        return settings
    sheets: list[Sheet] = []
    for place, combatant in enumerate(unread.combatants):
        sheet = read_sheet(combatant, settings, f"combatants[{place}]")
        if isinstance(sheet, Illegal):
            return sheet
        sheets.append(sheet)
    if code := _together(tuple(sheets)):
        return Illegal(code, "format", "combatants")
    return Setup(combatants=tuple(sheets), title=unread.title, settings=settings)


def start(setup: Setup) -> Fight:
    """The fight before the first move."""
    fighters = tuple(enlist(sheet, setup.settings) for sheet in setup.combatants)
    return Fight(
        title=setup.title,
        settings=setup.settings,
        fighters=fighters,
        places={fighter.kit.id: place for place, fighter in enumerate(fighters)},
        sides=sides(fighters),
        pairs=pairs(fighters),
        spells={id: CommandSpells(**_stated(id, setup.combatants)) for id in _master_ids(setup.combatants)},
        started=tuple(fighter.hp for fighter in fighters),
        started_mp=tuple(fighter.mp for fighter in fighters),
    )


def enter(fight: Fight, move: moves.Enter) -> Fight | Illegal:
    """R-IN-1: an intruder with full counts, between rounds (G-25); `against` is kept but binds nobody."""
    if illegal := _entering_fault(fight, move):
        return illegal
    sheet = move.combatant
    fighter = enlist(sheet, fight.settings)
    fighters = (*fight.fighters, fighter)
    pools = {id: CommandSpells(**_stated(id, (sheet,))) for id in _master_ids((sheet,)) if id not in fight.spells}
    return change(
        fight,
        fighters=fighters,
        places={**fight.places, sheet.id: len(fight.fighters)},
        sides=sides(fighters),
        pairs=pairs(fighters),
        spells={**fight.spells, **pools},
        started=(*fight.started, fighter.hp),
        started_mp=(*fight.started_mp, fighter.mp),
        against={**fight.against, sheet.id: move.against},
    )


def _entering_fault(fight: Fight, move: moves.Enter) -> Illegal | None:
    sheet = move.combatant
    if not fight.between_rounds:
        return Illegal("not_between_rounds", "format")
    if illegal := fault(sheet, fight.settings):
        return illegal
    if code := _newcomer_fault(fight, sheet):
        return Illegal(code, "format", numbers={"who": sheet.id})
    foe = fight.fighter(move.against)
    if foe is None or foe.kit.side == sheet.side:
        return Illegal("against_no_enemy", "R-IN-1", numbers={"who": move.against[:80]})
    return None if foe.fighting else Illegal("no_longer_fighting", "format", numbers={"who": move.against})


def _newcomer_fault(fight: Fight, sheet: Sheet) -> str | None:
    sheets = tuple(fighter.kit.sheet for fighter in fight.fighters)
    front = any(f.kit.side == sheet.side and f.fighting and f.line == "front" for f in fight.fighters)
    if sheet.id in fight.places:
        return "id_twice"
    if code := _bond_fault((*sheets, sheet)):
        return code
    if any(_disagrees(id, sheet, fight.spells[id]) for id in _master_ids((sheet,)) if id in fight.spells):
        return "pool_disagrees"
    return None if front or sheet.line == "front" else "nobody_in_front"


def _disagrees(id: str, sheet: Sheet, pool: CommandSpells) -> bool:
    """What an entering sheet states must fit the pool as it stands now (G-21)."""
    stated = _stated(id, (sheet,))
    return change(pool, **stated) != pool


def _together(sheets: tuple[Sheet, ...]) -> str | None:
    named = {sheet.side for sheet in sheets}
    if len({sheet.id for sheet in sheets}) < len(sheets):
        return "id_twice"
    if len(named) < 2:
        return "one_side"
    if {sheet.side for sheet in sheets if sheet.line == "front"} != named:
        return "nobody_in_front"
    if code := _bond_fault(sheets):
        return code
    return "pool_disagrees" if any(_quarrel(id, sheets) for id in _master_ids(sheets)) else None


def _bond_fault(sheets: tuple[Sheet, ...]) -> str | None:
    """Who is named as somebody's Master and stands in the fight is a master of the same side."""
    known = {sheet.id: sheet for sheet in sheets}
    for sheet in sheets:
        master = known.get(sheet.master or "") if isinstance(sheet, Servant) else None
        if master is not None and not (isinstance(master, Master) and master.side == sheet.side):
            return "not_his_master"
    return None


def _master_ids(sheets: tuple[Sheet, ...]) -> tuple[str, ...]:
    named = (sheet.master if isinstance(sheet, Servant) else sheet.id for sheet in sheets)
    return tuple(dict.fromkeys(id for id in named if id))


def _bound(id: str, sheets: tuple[Sheet, ...]) -> list[Sheet]:
    return [sheet for sheet in sheets if (sheet.master if isinstance(sheet, Servant) else sheet.id) == id]


def _stated(id: str, sheets: tuple[Sheet, ...]) -> dict[str, Any]:
    """What sheets say about the pool of the Master `id` (G-21)."""
    stated: dict[str, Any] = {}
    for sheet in _bound(id, sheets):
        if sheet.command_spells is not msgspec.UNSET:
            stated["left"] = sheet.command_spells
        if sheet.forced_return_used is not msgspec.UNSET:
            stated["returned"] = sheet.forced_return_used
    return stated


def _quarrel(id: str, sheets: tuple[Sheet, ...]) -> bool:
    bound = _bound(id, sheets)
    spells = {sheet.command_spells for sheet in bound} - {msgspec.UNSET}
    returned = {sheet.forced_return_used for sheet in bound} - {msgspec.UNSET}
    return len(spells) > 1 or len(returned) > 1
