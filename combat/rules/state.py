"""The state of a fight: frozen values that share what did not change."""

from typing import Literal

import msgspec

from combat.rules.cards import Card, Kit, hand, kit
from combat.rules.moves import Slot
from combat.rules.ranks import Rank, value
from combat.rules.reports import Event, Fall, Helped, Reason, Reward, SlotReport
from combat.rules.settings import Settings
from combat.rules.sheet import Line, Master, Sheet

type State = Literal["fighting", "fled", "vanished", "returned"]

COMMAND_SPELLS = 3
"""How many command spells (령주) a Master has when no sheet says otherwise."""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything fixed at the start of a fight."""

    combatants: tuple[Sheet, ...]
    title: str = ""
    settings: Settings = Settings()


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A card for one enemy. `target` is an index; `step` counts the slots of a spell (the last one is the release)."""

    target: int
    word: str
    step: int = 1


class Help(msgspec.Struct, frozen=True, gc=False):
    """A support for the ally with index `to`."""

    to: int
    word: str
    attack: bool


class SealedSlot(msgspec.Struct, frozen=True):
    """One slot of an accepted plan, entries in the order of their targets; `written` is how its owner reads it."""

    entries: tuple[Entry, ...] = ()
    help: Help | None = None
    written: Slot = Slot()


WAIT_SLOT = SealedSlot()

type SealedPlan = tuple[SealedSlot, ...]


class Fighter(msgspec.Struct, frozen=True):
    """One combatant as it stands now. `left` and `full` are rows of the kit's stock.

    `kept_hp` and `kept_mp` are what a Master had just before he spent Conviction: what is above is lost at the end (R-MASTER-5).
    """

    kit: Kit
    line: Line
    hp: int
    mp: int
    left: tuple[int | None, ...]
    full: tuple[int | None, ...]
    hand: dict[str, Card]
    regroups: int
    state: State = "fighting"
    plus: tuple[str, ...] = ()
    spent: bool = False
    kept_hp: int | None = None
    kept_mp: int | None = None
    fortune: int = 0
    conviction: int = 0
    plan: SealedPlan | None = None

    @property
    def fighting(self) -> bool:
        return self.state == "fighting"

    @property
    def down(self) -> bool:
        """A master at HP ≤ 0 can present nothing (R-OTHER-6b)."""
        return self.hp <= 0 and not self.kit.servant

    @property
    def lasting_hp(self) -> int:
        """HP without what is left of Conviction's extra points."""
        return self.hp if self.kept_hp is None else min(self.hp, self.kept_hp)


class CommandSpells(msgspec.Struct, frozen=True, gc=False):
    """The pool of one Master: spells left, and whether the one forced return of the game is spent (R-OTHER-5c, G-21)."""

    left: int = COMMAND_SPELLS
    returned: bool = False


class ReturnAnswer(msgspec.Struct, frozen=True):
    """The fight waits for a Master; `began` are the sides that had somebody fighting when the slot or move began."""

    master: str
    servant: int
    began: tuple[str, ...]


class PresentAnswer(msgspec.Struct, frozen=True):
    """The fight waits for `who` to show `cards` cards to the fleeing one; `queue` are those asked afterwards.

    `shown` holds, per enemy in the order of combatants, the cards met so far.
    """

    who: int
    cards: int
    fleeing: int
    queue: tuple[tuple[int, int], ...]
    shown: tuple[tuple[int, tuple[Card, ...]], ...]
    began: tuple[str, ...]
    move: int


class Verdict(msgspec.Struct, frozen=True):
    """The fight is over."""

    reason: Reason
    winner: str | None
    by: str


class Fight(msgspec.Struct, frozen=True):
    """A running or ended fight. `slot` counts the resolved slots of the round, `moves` the accepted moves.

    `sides` stand in the order in which the combatants first name them; `pairs` are all pairs of enemies. `named` keeps, per
    combatant, the own names of the cards that were opened: from then on everybody knows them.
    """

    title: str
    settings: Settings
    fighters: tuple[Fighter, ...]
    places: dict[str, int]
    sides: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]
    spells: dict[str, CommandSpells]
    started: tuple[int, ...]
    started_mp: tuple[int, ...]
    against: dict[str, str] = {}
    named: dict[str, dict[str, str]] = {}
    round: int = 1
    slot: int = 0
    moves: int = 0
    slots: tuple[SlotReport, ...] = ()
    helped: tuple[Helped, ...] = ()
    events: tuple[Event, ...] = ()
    falls: tuple[Fall, ...] = ()
    rewards: tuple[Reward, ...] = ()
    waiting: ReturnAnswer | PresentAnswer | None = None
    verdict: Verdict | None = None

    @property
    def between_rounds(self) -> bool:
        return self.slot == 0

    @property
    def sides_fighting(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([fighter.kit.side for fighter in self.fighters if fighter.state == "fighting"]))

    def fighter(self, id: str) -> Fighter | None:
        place = self.places.get(id)
        return None if place is None else self.fighters[place]


change = msgspec.structs.replace
"""A copy of a value with some fields exchanged."""


def with_fighter(fight: Fight, place: int, fighter: Fighter) -> Fight:
    fighters = fight.fighters
    return change(fight, fighters=(*fighters[:place], fighter, *fighters[place + 1 :]))


def enlist(sheet: Sheet, settings: Settings) -> Fighter:
    """A combatant at the start of his fight, with full counts."""
    made = kit(sheet, settings)
    return Fighter(
        kit=made,
        line=sheet.line,
        hp=sheet.hp,
        mp=sheet.mp,
        left=made.full,
        full=made.full,
        hand=hand(made, (), conviction=False, settings=settings),
        regroups=made.regroups,
        fortune=_pool(sheet, "fortune", settings),
        conviction=_pool(sheet, "conviction", settings),
    )


def _pool(sheet: Sheet, stat: Literal["fortune", "conviction"], settings: Settings) -> int:
    """What a Master may spend: the rank's value, unless the sheet says what is left (G-13)."""
    if not isinstance(sheet, Master):
        return 0
    stated: int | msgspec.UnsetType = getattr(sheet, stat)
    rank: Rank = getattr(sheet.ranks, stat)
    return value(rank, settings.rank_values) if isinstance(stated, msgspec.UnsetType) else stated


def sides(fighters: tuple[Fighter, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(fighter.kit.side for fighter in fighters))


def pairs(fighters: tuple[Fighter, ...]) -> tuple[tuple[int, int], ...]:
    """Every pair of enemies, in the order of combatants."""
    side = [fighter.kit.side for fighter in fighters]
    return tuple((a, b) for a in range(len(side)) for b in range(a + 1, len(side)) if side[a] != side[b])


def master_present(fight: Fight, fighter: Fighter) -> bool:
    """R-OTHER-3, G-19: the Servant's Master is a combatant of this fight and has not fled."""
    master = fight.fighter(fighter.kit.master) if fighter.kit.master else None
    return master is not None and master.state != "fled"
