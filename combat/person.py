"""Who stands in a fight, as the holder of some seats sees them."""

import msgspec

from combat.chronicle import Chronicle, Health, Seal
from combat.rules.view import CombatantView, FightView

LONG_NAME = 5
"""Names of more characters are set smaller on the stage."""


class Person(msgspec.Struct, frozen=True):
    """A combatant on screen. `lost` is what the latest slot took; `floor` is None where the reader may not know it."""

    id: str
    name: str
    tag: str
    player: str
    mine: bool
    kind: str
    side: str
    line: str
    state: str
    hp: int
    hp_full: int
    mp: int
    mp_full: int
    planned: bool
    lost: int = 0
    floor: int | None = None
    seal: Seal | None = None

    @property
    def owes(self) -> bool:
        return self.state == "fighting" and not self.planned

    @property
    def long(self) -> bool:
        return len(self.name) > LONG_NAME


def people_of(view: FightView, log: Chronicle, seats: tuple[str, ...], players: dict[str, str]) -> tuple[Person, ...]:
    """Everybody of `view`, what the latest slot took from them, and who plays them: `players`, combatant → nickname."""
    latest = view.slots[-1] if view.slots else None
    blows = log.health.get((latest.round, latest.slot), {}) if latest else {}
    floors = {own.id: own.floor for own in view.own}
    return tuple(
        _person(one, view, log, blows.get(one.id), floors.get(one.id), one.id in seats, players.get(one.id, ""))
        for one in view.combatants
    )


def _person(
    one: CombatantView, view: FightView, log: Chronicle, blow: Health | None, floor: int | None, mine: bool, player: str
) -> Person:
    return Person(
        id=one.id,
        name=one.name,
        tag=one.name[:1],
        player=player,
        mine=mine,
        kind=one.kind,
        side=one.side,
        line=one.line,
        state=one.state,
        hp=one.hp,
        hp_full=one.hp_at_start,
        mp=one.mp,
        mp_full=one.mp_at_start,
        planned=one.planned,
        lost=max(0, blow.hp_before - blow.hp) if blow and blow.hp == one.hp else 0,
        floor=floor,
        seal=log.seals.get((view.round, one.id)) if one.planned else None,
    )
