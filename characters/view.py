"""The sheet as somebody may see it: the only thing that reaches a template. Pure."""

import msgspec

from characters.budgets import Budgets, Spent, spent
from characters.derived import Hand, derived, rank_value
from characters.fields import BY_KEY, fields_of
from characters.sheet import (
    STATS,
    Entry,
    Master,
    Phantasm,
    Servant,
    Sheet,
    Skill,
    Spell,
    Typed,
    Who,
    letter_of,
    plus_of,
)
from characters.visibility import NOTHING_MORE, Eye, redacted, who_reads
from combat.rules.settings import Settings

LONGEST_TICKED = 2000


class House(msgspec.Struct, frozen=True):
    """What a campaign plays with: the settings of its fights and the budgets of its sheets."""

    settings: Settings = Settings()
    budgets: Budgets = Budgets()


class Told(msgspec.Struct, frozen=True):
    """A text and who else reads it."""

    key: str
    value: str
    who: Who


class Rank(msgspec.Struct, frozen=True):
    """A stat with its rank, and the basic card it gives where that may be read too."""

    stat: str
    letter: str
    plus: int
    who: Who
    hand: Hand | None = None


class Points(msgspec.Struct, frozen=True):
    """HP or MP as a bar, in points: from `low` (the floor, or 0) to `high`; `ticks` is an SVG path."""

    now: int
    most: int
    low: int
    high: int
    who: Who
    ticks: str = ""

    @property
    def start(self) -> int:
        return min(self.now, 0)

    @property
    def width(self) -> int:
        return abs(max(self.low, self.now))

    @property
    def span(self) -> int:
        return self.high - self.low


class Pool(msgspec.Struct, frozen=True):
    """Spendable points that are left, of how many; `most` None where that is not to be known."""

    key: str
    left: int
    most: int | None
    who: Who


class SheetView(msgspec.Struct, frozen=True):
    """What one person sees of a sheet. What is missing he may not read, or it is empty: he cannot tell which."""

    kind: str
    name: str
    eye: Eye
    class_: str
    true_name: Told | None
    portrait: str
    master: str
    people: tuple[Told, ...]
    stories: tuple[Told, ...]
    ranks: tuple[Rank, ...]
    hp: Points | None
    mp: Points | None
    floor: int | None
    pools: tuple[Pool, ...]
    forced_return_used: bool | None
    critical: Typed | None
    ranged: bool
    skills: tuple[Skill, ...]
    phantasms: tuple[Phantasm, ...]
    spells: tuple[Spell, ...]
    hands: dict[str, Hand]
    budgets: dict[str, Spent]

    @property
    def hides_true_name(self) -> bool:
        """True for who is not told it, whether there is one or not."""
        return self.kind == "servant" and self.true_name is None and self.eye == Eye.OTHER

    @property
    def unknown(self) -> bool:
        """Nothing but the face of the sheet is known to this reader."""
        return not (self.people or self.stories or self.ranks or self.hp or self.mp or self.entries or self.pools)

    @property
    def entries(self) -> tuple[Entry, ...]:
        return (*self.skills, *self.phantasms, *self.spells)


PEOPLE = ("lineage", "alignment", "sex", "height", "weight")
STORIES = ("secret", "mission", "wish", "background", "notes")


def seen(
    sheet: Sheet, by: Eye, house: House, now: Sheet | None = None, known: frozenset[str] = NOTHING_MORE
) -> SheetView:
    """The sheet for one pair of eyes; `now` is today's where `sheet` is an older version; `known` as in `redacted`."""
    own = redacted(sheet, by, now, known)
    read = own.who
    figures = derived(own, house.settings)
    cards = "smash" in read
    floor = figures.floor if {"mana", "luck", "mp"} <= read.keys() else None
    servant = own if isinstance(own, Servant) else None
    return SheetView(
        kind=own.kind,
        name=own.name,
        eye=by,
        class_=servant.class_ if servant else "",
        true_name=next(iter(_told(own, ("true_name",))), None),
        portrait=own.portrait,
        master=servant.master if servant else "",
        people=_told(own, PEOPLE),
        stories=_told(own, STORIES),
        ranks=tuple(_rank(own, stat, figures.stats if cards else {}) for stat in STATS[own.kind] if stat in read),
        hp=_points(own, "hp", min(own.hp, 0)) if "hp" in read else None,
        mp=_points(own, "mp", min(own.mp, 0 if floor is None else floor)) if "mp" in read else None,
        floor=floor,
        pools=_pools(own, house.settings) if isinstance(own, Master) else (),
        forced_return_used=own.forced_return_used if isinstance(own, Master) and "command_spells" in read else None,
        critical=own.critical if cards and own.critical.count else None,
        ranged=own.ranged or any(skill.effect == "ranged" for skill in own.skills),
        skills=own.skills,
        phantasms=servant.phantasms if servant else (),
        spells=own.spells,
        hands=figures.skills,
        budgets=spent(own, house.budgets) if by != Eye.OTHER else {},
    )


def _told(sheet: Sheet, keys: tuple[str, ...]) -> tuple[Told, ...]:
    mine = {field.key for field in fields_of(sheet.kind)}
    return tuple(
        Told(key, text, who_reads(sheet, BY_KEY[key])) for key in keys if key in mine and (text := getattr(sheet, key))
    )


def _rank(sheet: Sheet, stat: str, hands: dict[str, Hand]) -> Rank:
    rank = getattr(sheet, stat)
    return Rank(stat, letter_of(rank), plus_of(rank), who_reads(sheet, BY_KEY[stat]), hands.get(stat))


def _points(sheet: Sheet, pool: str, low: int) -> Points:
    now, most = getattr(sheet, pool), getattr(sheet, f"{pool}_max")
    high = max(now, most, 1)
    return Points(now, most, low, high, who_reads(sheet, BY_KEY[pool]), _ticks(high))


def _ticks(high: int) -> str:
    step = 10 if high < 200 else 50
    return "".join(f"M{at} 0V10" for at in range(step, high, step)) if high <= LONGEST_TICKED else ""


def _pools(sheet: Master, settings: Settings) -> tuple[Pool, ...]:
    return (*_pool(sheet, "fortune", settings), *_pool(sheet, "conviction", settings), *_command_spells(sheet))


def _pool(sheet: Master, stat: str, settings: Settings) -> tuple[Pool, ...]:
    """R-MASTER-5, R-RET-4: spendable points; full is the value of the rank, if that may be read."""
    field = BY_KEY[f"{stat}_left"]
    most = rank_value(getattr(sheet, stat), settings) if stat in sheet.who else None
    left = most if getattr(sheet, field.key) is None else getattr(sheet, field.key)
    return (
        (Pool(field.key, left, most, who_reads(sheet, field)),) if field.key in sheet.who and left is not None else ()
    )


def _command_spells(sheet: Master) -> tuple[Pool, ...]:
    field = BY_KEY["command_spells"]
    return (Pool(field.key, sheet.command_spells, None, who_reads(sheet, field)),) if field.key in sheet.who else ()
