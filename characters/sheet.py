"""What a sheet says (시트): everything a fight reads of a combatant, and what people keep beside it. Pure.

A sheet is a value: `Servant` or `Master`. Who may read which part stands in it too (`who`, and `who` of every entry);
`characters.visibility` is the only code that acts on it. Ranks are texts of the fight record ("E" … "A", "EX", "B+",
"A++"), points whole numbers. A code of a character is the one of its address.
"""

from enum import StrEnum
from typing import ClassVar, Final, Literal

import msgspec

BASIC: Final = ("smash", "counter", "onslaught")
STATS: Final = {
    "servant": ("strength", "endurance", "agility", "mana", "luck"),
    "master": ("combat", "fortune", "conviction"),
}
LETTERS: Final = ("E", "D", "C", "B", "A", "EX")
DAMAGE_KINDS: Final = ("general", "skill", "magic", "np")
ENTRIES: Final = ("skills", "phantasms", "spells")


class Who(StrEnum):
    """Who may read: everybody at the table, the owner and who runs it, or only who runs it."""

    ALL = "all"
    OWNER = "owner"
    GM = "gm"


class Typed(msgspec.Struct, frozen=True):
    """What replaces a derived card (G-2), or a Critical (치명, G-5). None: as derived."""

    count: int | None = None
    damage: int | None = None


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What skills, phantasms and spells have in common. `points` is its price in the budget, None the one of its rank."""

    id: str
    effect: str
    name: str = ""
    rank: str = ""
    text: str = ""
    points: int | None = None
    who: Who = Who.OWNER


class Skill(Entry, frozen=True, kw_only=True):
    """A skill (기술). `count`, `damage`: None is the rank's value; `uses`: None is without limit."""

    effect: Literal["card", "defence", "regroup", "ranged", "other"] = "other"
    beats: tuple[str, ...] = ()
    count: int | None = None
    damage: int | None = None
    against: tuple[str, ...] = ()
    amount: int = 1
    uses: int | None = None


class Phantasm(Entry, frozen=True, kw_only=True):
    """A Noble Phantasm (보구). With the effect "other" it stays on paper; a fight knows nothing of it."""

    title: str = ""
    effect: Literal["attack", "defence", "other"] = "attack"
    targets: Literal["one", "area"] = "one"
    damage: int = 0
    mp_damage: int = 0
    mp: int = 0
    uses: int | None = 1
    against: tuple[str, ...] = ()
    amount: int = 1


class Spell(Entry, frozen=True, kw_only=True):
    """A spell (마술) of `steps` (공정), or one that supports an ally's attack or defence by `amount`."""

    effect: Literal["attack", "support", "other"] = "attack"
    mp: int = 0
    uses: int | None = None
    steps: int = 1
    damage: int = 0
    helps: Literal["attack", "defence"] = "attack"
    amount: int = 1


class _Person(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    name: str
    alignment: str = ""
    sex: str = ""
    height: str = ""
    weight: str = ""
    secret: str = ""
    mission: str = ""
    wish: str = ""
    background: str = ""
    notes: str = ""
    portrait: str = ""
    hp: int = 0
    hp_max: int = 0
    mp: int = 0
    mp_max: int = 0
    ranged: bool = False
    smash: Typed = Typed()
    counter: Typed = Typed()
    onslaught: Typed = Typed()
    critical: Typed = Typed()
    skills: tuple[Skill, ...] = ()
    spells: tuple[Spell, ...] = ()
    who: dict[str, Who] = {}


class Servant(_Person, frozen=True, kw_only=True, tag="servant"):
    """The sheet of a Servant (서번트). `master` is the code of his Master's character, "" where he has none."""

    kind: ClassVar[str] = "servant"

    true_name: str = ""
    class_: str = ""
    lineage: str = ""
    master: str = ""
    strength: str = "E"
    endurance: str = "E"
    agility: str = "E"
    mana: str = "E"
    luck: str = "E"
    phantasms: tuple[Phantasm, ...] = ()


class Master(_Person, frozen=True, kw_only=True, tag="master"):
    """The sheet of a Master (마스터). The spendable pools: None is full, the value of the rank (G-13)."""

    kind: ClassVar[str] = "master"

    combat: str = "E"
    fortune: str = "E"
    conviction: str = "E"
    fortune_left: int | None = None
    conviction_left: int | None = None
    command_spells: int = 3
    forced_return_used: bool = False


type Sheet = Servant | Master

BLANK: Final[dict[str, Sheet]] = {"servant": Servant(name=""), "master": Master(name="")}
"""The sheets that say nothing; what somebody may not read is replaced by what stands here."""


def read(value: object) -> Sheet:
    """The sheet that was stored as `dump` gave it."""
    return msgspec.convert(value, Servant | Master)


def dump(sheet: Sheet) -> dict[str, object]:
    """The sheet as plain JSON values."""
    stored: dict[str, object] = msgspec.to_builtins(sheet)
    return stored


def letter_of(rank: str) -> str:
    return rank.rstrip("+")


def plus_of(rank: str) -> int:
    """How many plus signs stand behind the letter (G-1)."""
    return len(rank) - len(letter_of(rank))
