"""Sheets (시트): what one combatant brings into a fight, as written in the record."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from combat.rules.ranks import Rank, value
from combat.rules.settings import Basic, Settings
from combat.rules.shape import Id, Natural, Positive, Word, fit
from tabletop.game import GM, Illegal

type Kind = Literal["general", "skill", "magic", "np"]
type Line = Literal["front", "back"]
type Uses = Natural | None

KNIGHTS = ("saber", "archer", "lancer")
"""The three knight classes (G-8)."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece of a sheet."""


class CardSkill(Part, frozen=True, tag_field="effect", tag="card"):
    """A skill that gives cards: strong against two basic cards, weak against the third (R-13a)."""

    id: Id
    rank: Rank
    beats: tuple[Basic, Basic]
    name: str = ""
    count: Natural | msgspec.UnsetType = msgspec.UNSET
    damage: Natural | msgspec.UnsetType = msgspec.UNSET


class DefenceSkill(Part, frozen=True, tag_field="effect", tag="defence"):
    """A skill that lowers damages of some kinds (G-27)."""

    id: Id
    against: tuple[Kind, ...]
    amount: Positive
    name: str = ""
    rank: Rank | msgspec.UnsetType = msgspec.UNSET
    uses: Uses = None


class RegroupSkill(Part, frozen=True, tag_field="effect", tag="regroup"):
    """Regroup (재정비): counts return to full once (R-IN-2, G-23)."""

    id: Id
    name: str = ""
    rank: Rank | msgspec.UnsetType = msgspec.UNSET


class RangedSkill(Part, frozen=True, tag_field="effect", tag="ranged"):
    """The owner may attack from the back line (R-BACK-3)."""

    id: Id
    name: str = ""
    rank: Rank | msgspec.UnsetType = msgspec.UNSET


class OtherSkill(Part, frozen=True, tag_field="effect", tag="other"):
    """A skill without effect on the cards."""

    id: Id
    name: str = ""
    rank: Rank | msgspec.UnsetType = msgspec.UNSET
    text: str = ""


class AttackPhantasm(Part, frozen=True, tag_field="effect", tag="attack"):
    """A Noble Phantasm (보구) that is presented as a card; `area` ones at several enemies at once (R-MELEE-4)."""

    id: Id
    targets: Literal["one", "area"]
    damage: Natural
    name: str = ""
    rank: Rank | msgspec.UnsetType = msgspec.UNSET
    mp_damage: Natural = 0
    mp: Natural = 0
    uses: Uses = 1


class DefencePhantasm(Part, frozen=True, tag_field="effect", tag="defence"):
    """A Noble Phantasm that is always on, also under Wait (R-16)."""

    id: Id
    against: tuple[Kind, ...]
    amount: Positive
    name: str = ""
    rank: Rank | msgspec.UnsetType = msgspec.UNSET


class AttackSpell(Part, frozen=True, tag_field="effect", tag="attack"):
    """A spell of `steps` steps (공정): n − 1 chanting slots, then the release (G-9)."""

    id: Id
    mp: Natural
    steps: Positive
    damage: Natural
    name: str = ""
    rank: Rank | msgspec.UnsetType = msgspec.UNSET
    uses: Uses = None


class SupportSpell(Part, frozen=True, tag_field="effect", tag="support"):
    """A spell cast on an ally for one slot: exactly one of attack and defence points (R-MELEE-11)."""

    id: Id
    mp: Natural
    name: str = ""
    rank: Rank | msgspec.UnsetType = msgspec.UNSET
    uses: Uses = None
    attack: Positive | msgspec.UnsetType = msgspec.UNSET
    defence: Positive | msgspec.UnsetType = msgspec.UNSET


type Skill = CardSkill | DefenceSkill | RegroupSkill | RangedSkill | OtherSkill
type Phantasm = AttackPhantasm | DefencePhantasm
type Spell = AttackSpell | SupportSpell


class TypedCard(Part, frozen=True):
    """A count or damage typed on the sheet in place of the derived one (G-2)."""

    count: Natural | msgspec.UnsetType = msgspec.UNSET
    damage: Natural | msgspec.UnsetType = msgspec.UNSET


class TypedCards(Part, frozen=True):
    smash: TypedCard = TypedCard()
    counter: TypedCard = TypedCard()
    onslaught: TypedCard = TypedCard()


class Critical(Part, frozen=True):
    """Critical cards (치명) are typed on the sheet (G-5)."""

    count: Natural
    damage: Natural


class ServantRanks(Part, frozen=True):
    strength: Rank
    endurance: Rank
    agility: Rank
    mana: Rank
    luck: Rank


class MasterRanks(Part, frozen=True):
    combat: Rank
    fortune: Rank
    conviction: Rank


class Servant(Part, frozen=True, tag_field="kind", tag="servant", rename={"class_": "class"}):
    """A Servant (서번트)."""

    id: Id
    side: Word
    line: Line
    ranks: ServantRanks
    hp: Positive
    mp: int
    name: str = ""
    class_: str = ""
    ranged: bool = False
    cards: TypedCards = TypedCards()
    critical: Critical | msgspec.UnsetType = msgspec.UNSET
    skills: tuple[Skill, ...] = ()
    phantasms: tuple[Phantasm, ...] = ()
    spells: tuple[Spell, ...] = ()
    master: Id | msgspec.UnsetType = msgspec.UNSET
    command_spells: Natural | msgspec.UnsetType = msgspec.UNSET
    forced_return_used: bool | msgspec.UnsetType = msgspec.UNSET


class Master(Part, frozen=True, tag_field="kind", tag="master"):
    """A Master (마스터)."""

    id: Id
    side: Word
    line: Line
    ranks: MasterRanks
    hp: int
    mp: int
    name: str = ""
    ranged: bool = False
    cards: TypedCards = TypedCards()
    critical: Critical | msgspec.UnsetType = msgspec.UNSET
    skills: tuple[Skill, ...] = ()
    spells: tuple[Spell, ...] = ()
    command_spells: Natural | msgspec.UnsetType = msgspec.UNSET
    forced_return_used: bool | msgspec.UnsetType = msgspec.UNSET
    fortune: Natural | msgspec.UnsetType = msgspec.UNSET
    conviction: Natural | msgspec.UnsetType = msgspec.UNSET


type Sheet = Servant | Master


def read_sheet(value: Any, settings: Settings, at: str = "") -> Sheet | Illegal:
    """The combatant in `value`, or Illegal at `at` (the record never points deeper into a sheet)."""
    sheet: Sheet | Illegal = fit(value, Servant | Master, at)  # type: ignore[arg-type]
    if isinstance(sheet, Illegal):
        return sheet
    return fault(sheet, settings, at) or sheet


def fault(sheet: Sheet, settings: Settings, at: str = "") -> Illegal | None:
    """What the shape alone cannot tell."""
    code = _list_fault(sheet) or (_servant_fault(sheet, settings) if isinstance(sheet, Servant) else None)
    return Illegal(code, "format", at, {"who": sheet.id}) if code else None


def _list_fault(sheet: Sheet) -> str | None:
    lists: tuple[Sequence[Skill | Phantasm | Spell], ...] = (sheet.skills, sheet.spells, phantasms(sheet))
    if sheet.id == GM:
        return "gm_is_taken"
    if any(len({part.id for part in parts}) < len(parts) for parts in lists):
        return "id_twice_on_a_sheet"
    return next((code for parts in lists for part in parts if (code := _part_fault(part))), None)


def _part_fault(part: Skill | Phantasm | Spell) -> str | None:
    match part:
        case CardSkill(beats=(first, second)) if first == second:
            return "beats_two_cards"
        case DefenceSkill(against=()) | DefencePhantasm(against=()):
            return "against_nothing"
        case SupportSpell(attack=attack, defence=defence) if (attack is msgspec.UNSET) == (defence is msgspec.UNSET):
            return "attack_or_defence"
    return None


def _servant_fault(sheet: Servant, settings: Settings) -> str | None:
    states_pool = sheet.command_spells is not msgspec.UNSET or sheet.forced_return_used is not msgspec.UNSET
    if sheet.master == GM:
        return "gm_is_taken"
    if sheet.master is msgspec.UNSET and states_pool:
        return "spells_without_master"
    return "starts_below_floor" if sheet.mp < mp_floor(sheet, settings) else None


def card_skills(sheet: Sheet) -> list[CardSkill]:
    return [skill for skill in sheet.skills if isinstance(skill, CardSkill)]


def typed[T](stated: T | msgspec.UnsetType, otherwise: T) -> T:
    """What the sheet states, or what is derived where it states nothing."""
    return otherwise if isinstance(stated, msgspec.UnsetType) else stated


def phantasms(sheet: Sheet) -> tuple[Phantasm, ...]:
    return sheet.phantasms if isinstance(sheet, Servant) else ()


def mp_floor(sheet: Servant, settings: Settings) -> int:
    """R-OTHER-4b: as low as MP may go, without plus signs (R-OTHER-4c)."""
    values = settings.rank_values
    return -(settings.mp_floor_base + value(sheet.ranks.luck, values) * value(sheet.ranks.mana, values))
