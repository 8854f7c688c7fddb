"""What was announced (판정 결과): slots, events and falls as codes and numbers, in the shapes of the result record."""

from typing import Any, Literal

import msgspec

from combat.rules.sheet import Kind

type Pool = Literal["hp", "mp"]
type Reason = Literal["rounds", "last_standing", "no_cards", "gm"]


class Why(msgspec.Struct, frozen=True, gc=False):
    """One step of a damage: the rule that changed the number, and by how much."""

    rule: str
    value: int


class Damage(msgspec.Struct, frozen=True, rename={"source": "from"}):
    """What one card did to one pool; `amount` is the sum of `why` (I-12)."""

    source: str
    to: str
    kind: Kind | Literal["special"]
    pool: Pool
    amount: int
    why: tuple[Why, ...]


class Duel(msgspec.Struct, frozen=True, gc=False):
    """Two cards meeting (겨룸)."""

    a: str
    b: str
    a_card: str
    b_card: str
    winner: str | None


class Note(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An entry that turned into Wait, or a spell that was cancelled (G-9). `to` and `card` are None where they are masked."""

    who: str
    rule: str
    to: str | None = None
    card: str | None = None


class SlotReport(msgspec.Struct, frozen=True):
    """One resolved slot (칸)."""

    round: int
    slot: int
    duels: tuple[Duel, ...] = ()
    damage: tuple[Damage, ...] = ()
    notes: tuple[Note, ...] = ()


class Helped(msgspec.Struct, frozen=True, gc=False):
    """Whose support changed a damage in a slot: of `who`, in attack or in defence, the largest first (R-MELEE-9).

    Kept beside the slots, as the record tells points only.
    """

    round: int
    slot: int
    who: str
    attack: bool
    by: tuple[str, ...]


class Event(msgspec.Struct, frozen=True):
    """Damage outside slots: a retreat or special damage. `move` is the index of the move, `total` the number tested."""

    move: int
    do: Literal["retreat", "special_damage"]
    who: str
    rule: str
    total: int
    damage: tuple[Damage, ...] = ()


class Fall(msgspec.Struct, frozen=True, gc=False):
    """A Servant left the fight: vanished (소멸) or returned by command spell. `slot` is 0 between rounds."""

    who: str
    state: Literal["vanished", "returned"]
    rule: str
    round: int
    slot: int


class Reward(msgspec.Struct, frozen=True, rename={"for_": "for"}, gc=False):
    """R-OTHER-8: an enemy side is credited with a Servant that vanished or was forced home."""

    rule: str
    side: str
    for_: str


class Deadline(msgspec.Struct, frozen=True, gc=False):
    """Who must recover by the end of the next scene (R-OTHER-4d, R-OTHER-6c)."""

    who: str
    pool: Pool
    rule: str
    at: int


class Outcome(msgspec.Struct, frozen=True):
    """How the fight stands or ended. `loss` is the exact fraction lost per side, as `lost/before` (R-OTHER-1b)."""

    ended: bool
    reason: Reason | None
    winner: str | None
    by: str | None
    loss: dict[str, str]


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one accepted move did; kept beside the move as evidence. Only its notes tell more than was announced to all."""

    do: str
    by: str
    who: str | None = None
    round: int = 0
    slots: tuple[SlotReport, ...] = ()
    events: tuple[Event, ...] = ()
    falls: tuple[Fall, ...] = ()
    rewards: tuple[Reward, ...] = ()
    round_over: bool = False
    waiting_for: dict[str, Any] | None = None
    outcome: Outcome | None = None


WHY_RULES = (
    *("R-14", "R-15", "G-8", "R-13a", "R-13b", "R-MAGIC-2", "R-MAGIC-3", "R-MAGIC-4", "G-5", "R-16", "R-RET-2", "G-29"),
    *("G-1", "R-MASTER-7", "G-12", "R-BACK-13", "R-BACK-14", "R-BACK-12", "R-MELEE-9"),
    *("G-27", "R-BACK-15", "R-BACK-16"),
)
"""Every rule a step of a damage may name: first steps, then what raises, then what lowers (R-16 again for armour)."""

NOTE_RULES = (
    *("R-OTHER-6b", "R-BACK-7", "R-BACK-9", "R-BACK-10", "R-BACK-2", "R-BACK-5", "R-BACK-3", "R-BACK-6"),
    *("G-12", "G-2", "R-OTHER-4b", "G-9"),
)
"""Every rule a note may name."""

EVENT_RULES = ("R-RET-2", "R-RET-3", "R-RET-4", "G-29")
FALL_RULES = ("G-18", "G-19", "R-OTHER-3", "R-OTHER-5b")
DEADLINE_RULES = ("R-OTHER-4d", "R-OTHER-6c")
REWARD_RULES = ("R-OTHER-8",)
