"""What one person sees of a fight, as shapes: whitelists of what may be shown, filled by `view`."""

from typing import Literal

import msgspec

from combat.rules.moves import Slot
from combat.rules.reports import Deadline, Event, Fall, Helped, Outcome, Reward, SlotReport
from combat.rules.settings import Settings
from combat.rules.sheet import Line
from combat.rules.state import State

type Phase = Literal["planning", "opening", "waiting", "ended"]


class CombatantView(msgspec.Struct, frozen=True, omit_defaults=True, rename={"class_": "class"}):
    """What everyone sees of a combatant.

    `planned`: a plan for the coming or running round is in. `against`: whom an intruder named (R-IN-1), else None.
    """

    id: str
    name: str
    kind: Literal["servant", "master"]
    class_: str
    side: str
    line: Line
    state: State
    hp: int
    hp_at_start: int
    mp: int
    mp_at_start: int
    planned: bool
    against: str | None = None


class HandCard(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A card in its owner's hand: damage value as it stands now, cards or uses left (None: unlimited)."""

    word: str
    name: str
    family: str
    kind: str
    value: int
    left: int | None
    full: int | None
    beats: tuple[str, ...] = ()
    mp: int = 0
    mp_damage: int = 0
    steps: int = 1
    area: bool = False


class SupportOption(msgspec.Struct, frozen=True):
    """A way to support: points in attack and defence (0: not for that), uses left (shared by all skill supports)."""

    word: str
    name: str
    attack: int
    defence: int
    left: int | None
    full: int | None
    mp: int


class DefenceView(msgspec.Struct, frozen=True):
    """A defence skill or an armour phantasm; `left` is None where it is unlimited."""

    word: str
    against: tuple[str, ...]
    amount: int
    left: int | None


class OwnView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What only the owner (and, but for `plan`, the GM) sees of a combatant."""

    id: str
    ranks: dict[str, str]
    hand: tuple[HandCard, ...]
    supports: tuple[SupportOption, ...]
    plus_signs: dict[str, int]
    floor: int | None
    defences: tuple[DefenceView, ...] = ()
    ranged: bool = False
    regroups: int = 0
    plus_active: tuple[str, ...] = ()
    conviction_spent: bool = False
    fortune: int | None = None
    conviction: int | None = None
    command_spells: int | None = None
    forced_return_used: bool | None = None
    plan: tuple[Slot, ...] | None = None


class WaitingFor(msgspec.Struct, frozen=True, rename={"for_": "for"}):
    """Whose answer is awaited; `cards` (how many are still owed) is told to their owner and the GM alone."""

    who: str
    for_: Literal["forced_return", "present"]
    servant: str | None = None
    fleeing: str | None = None
    cards: int | None = None


class FightView(msgspec.Struct, frozen=True):
    """A fight as one person sees it.

    `slot` counts the resolved slots of the round; `named` are the own names of opened cards by combatant and card word; `own`
    are the combatants this person holds.
    """

    title: str
    settings: Settings
    round: int
    slot: int
    phase: Phase
    combatants: tuple[CombatantView, ...]
    slots: tuple[SlotReport, ...]
    events: tuple[Event, ...]
    falls: tuple[Fall, ...]
    waiting_for: WaitingFor | None
    outcome: Outcome
    deadlines: tuple[Deadline, ...]
    rewards: tuple[Reward, ...]
    named: dict[str, dict[str, str]]
    own: tuple[OwnView, ...]
    helped: tuple[Helped, ...] = ()
