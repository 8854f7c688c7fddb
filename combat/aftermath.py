"""After the fight (싸움 뒤): what it left of HP, MP and the pools goes back to the sheets, once, if who runs the table wants it.

The only place at the rim that reads the state of a fight; what leaves it are the numbers of `NUMBERS` and names.
"""

from collections.abc import Iterable
from functools import partial

import msgspec
from django.db import transaction
from django.db.models import F

from campaigns.models import Seat
from characters import sheets
from characters.combatant import after_fight
from characters.models import Character, SheetVersion
from characters.sheet import Sheet, read
from combat.models import Fight
from combat.rules.state import CommandSpells, Fighter, enlist
from combat.rules.state import Fight as State
from tabletop import records
from tabletop.game import Illegal

NUMBERS = ("hp", "mp", "fortune", "conviction", "command_spells", "forced_return_used")
"""What a fight changes on a sheet, in the order in which it is told."""


type Found = dict[str, tuple[int, int]]
"""What a fight changed of one sheet: before and after, by the words of `NUMBERS`."""


class Number(msgspec.Struct, frozen=True):
    """One number that the fight changed. `now` is what the sheet says at this moment, where it is no longer `before`."""

    what: str
    before: int
    after: int
    now: int | None = None


class Change(msgspec.Struct, frozen=True):
    """What the fight left on one sheet."""

    code: str
    name: str
    numbers: tuple[Number, ...]


def is_open(fight: Fight) -> bool:
    """Whether the fight has ended and nobody has decided yet; a rehearsal never touches sheets."""
    return fight.record.closed and fight.written_back is None and not fight.rehearsal


def changes(fight: Fight) -> list[Change]:
    """What writing back would change, sheet by sheet; a sheet that the fight left as it was is not named."""
    found = _found(fight)
    latest = SheetVersion.objects.filter(character__in=found, number=F("character__version"))
    now = {version.character_id: read(version.sheet) for version in latest}
    return [
        Change(
            character.code, character.name, tuple(_number(what, *pair, now[character.pk]) for what, pair in of.items())
        )
        for character, of in found.items()
    ]


def write_back(fight: Fight, by: Seat) -> Fight | Illegal:
    """Write the end to the sheets, each a new version of cause "fight". Refused: `fight_runs`, `already_decided`."""
    with transaction.atomic():
        locked = _undecided(fight)
        if isinstance(locked, Illegal):
            return locked
        found = _found(locked)
        # All at once and in one order, so that two fights of one Master never wait for each other.
        list(Character.objects.select_for_update().filter(pk__in=[one.pk for one in found]).order_by("pk"))
        for character, numbers in found.items():
            after = {what: left for what, (_, left) in numbers.items()}
            sheets.change(character, partial(_left, after), by.user, "fight", fight.code)
        return _decided(locked, written=True)


def decline(fight: Fight) -> Fight | Illegal:
    """Leave the sheets as they are, for good. Refused as `write_back` is."""
    with transaction.atomic():
        locked = _undecided(fight)
        return locked if isinstance(locked, Illegal) else _decided(locked, written=False)


def _undecided(fight: Fight) -> Fight | Illegal:
    locked = Fight.objects.select_for_update().select_related("record", "campaign").get(pk=fight.pk)
    if not locked.record.closed:
        return Illegal("fight_runs", "format")
    undecided = locked.written_back is None and not locked.rehearsal
    return locked if undecided else Illegal("already_decided", "format")


def _decided(fight: Fight, *, written: bool) -> Fight:
    fight.written_back = written
    fight.save(update_fields=["written_back"])
    return fight


def _left(after: dict[str, int], sheet: Sheet) -> Sheet:
    return after_fight(sheet, **after)  # type: ignore[arg-type]


def _number(what: str, before: int, after: int, sheet: Sheet) -> Number:
    stands = getattr(sheet, {"fortune": "fortune_left", "conviction": "conviction_left"}.get(what, what))
    return Number(what, before, after, None if stands in (None, before) else stands)


def _found(fight: Fight) -> dict[Character, Found]:
    """Who is left otherwise than he came, in the order of combatants; absent Masters after them (R-OTHER-5a)."""
    state: State = records.load(fight.record)
    left = {fighter.kit.id: _own(fighter, state) for fighter in state.fighters}
    for master, pool in state.spells.items():
        left[master] = left.get(master, {}) | _pool(master, pool, state)
    characters = _characters(fight, left)
    return {characters[id]: numbers for id, numbers in left.items() if numbers and id in characters}


def _characters(fight: Fight, ids: Iterable[str]) -> dict[str, Character]:
    known = {fighter.combatant: fighter.character for fighter in fight.fighters.select_related("character")}
    absent = [id for id in ids if id not in known]
    return known | {one.code: one for one in fight.campaign.characters.filter(code__in=absent)}


def _own(fighter: Fighter, state: State) -> Found:
    came = enlist(fighter.kit.sheet, state.settings)
    names = ("hp", "mp") if fighter.kit.servant else ("hp", "mp", "fortune", "conviction")
    return _differing({name: (getattr(came, name), getattr(fighter, name)) for name in names})


def _pool(master: str, pool: CommandSpells, state: State) -> Found:
    """The Master's command spells, which every sheet of his that came into the fight stated alike (G-21)."""
    sheet = next(fighter.kit.sheet for fighter in state.fighters if master in (fighter.kit.id, fighter.kit.master))
    came = CommandSpells()
    spells = came.left if sheet.command_spells is msgspec.UNSET else sheet.command_spells
    used = came.returned if sheet.forced_return_used is msgspec.UNSET else sheet.forced_return_used
    return _differing({"command_spells": (spells, pool.left), "forced_return_used": (used, pool.returned)})


def _differing(pairs: Found) -> Found:
    return {what: (before, after) for what, (before, after) in pairs.items() if before != after}
