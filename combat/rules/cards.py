"""Cards (판정패) and all else a combatant can run out of, worked out once per fight from sheet and settings.

Everything that is counted stands in one row, the *stock*: basic cards, Critical, skill cards, phantasm and spell uses, defence
skill uses, general and skill supports. A `Kit` names the places of the row; a fighter carries the numbers.
"""

from typing import Any, Literal

import msgspec

from combat.rules.ranks import half_up, pluses, value
from combat.rules.settings import BASICS, Basic, Force, Settings
from combat.rules.sheet import (
    KNIGHTS,
    AttackPhantasm,
    AttackSpell,
    CardSkill,
    DefencePhantasm,
    DefenceSkill,
    Kind,
    Master,
    RangedSkill,
    RegroupSkill,
    Servant,
    Sheet,
    card_skills,
    mp_floor,
    phantasms,
    typed,
)
from combat.rules.support import SupportCard, supports

type Family = Literal["basic", "critical", "skill", "np", "spell"]

SERVANT_STATS: dict[Basic, str] = {"smash": "strength", "counter": "endurance", "onslaught": "agility"}
MASTER_STATS: dict[Basic, str] = {"smash": "combat", "counter": "fortune", "onslaught": "conviction"}


class Card(msgspec.Struct, frozen=True, gc=False):
    """One judgement that can be presented, with its damage value as it stands now.

    `value` = `base` + `plus` (active plus signs, G-1) + `conviction` (R-MASTER-7). `at` is its place in the stock; `strength` the
    place of its force in `force_order` (0 the strongest). `mp` is what showing it costs.
    """

    word: str
    family: Family
    kind: Kind
    force: Force
    strength: int
    base: int
    at: int
    value: int
    plus: int = 0
    conviction: int = 0
    stat: str = ""
    beats: tuple[Basic, ...] = ()
    mp: int = 0
    mp_damage: int = 0
    steps: int = 1
    area: bool = False
    name: str = ""


class Ward(msgspec.Struct, frozen=True, gc=False):
    """What lowers a damage: a defence skill (방어 기술, G-27) or an armour phantasm; `at` is −1 where nothing is counted."""

    word: str
    against: tuple[Kind, ...]
    amount: int
    at: int = -1


class Kit(msgspec.Struct, frozen=True):
    """A sheet made ready for one fight.

    `floor` is None for a master: his MP has none (R-OTHER-6a). `owned` are the words of the cards the sheet has; `cards` holds
    Critical cards even where it has none.
    """

    sheet: Sheet
    id: str
    name: str
    ranks: dict[str, str]
    side: str
    servant: bool
    knight: bool
    ranged: bool
    floor: int | None
    stock: tuple[str, ...]
    full: tuple[int | None, ...]
    places: dict[str, int]
    cards: tuple[Card, ...]
    owned: tuple[str, ...]
    supports: dict[str, SupportCard]
    skills: tuple[Ward, ...]
    armours: tuple[Ward, ...]
    plus_signs: dict[str, int]
    returning: tuple[int, ...]
    presentable: tuple[int, ...]
    grown: tuple[int, int, int]
    regroups: int

    @property
    def master(self) -> str | None:
        """Id of the servant's Master, if he has one."""
        return (self.sheet.master or None) if isinstance(self.sheet, Servant) else None

    @property
    def general(self) -> int:
        return len(self.stock) - 2

    @property
    def skill(self) -> int:
        return len(self.stock) - 1


def kit(sheet: Sheet, settings: Settings) -> Kit:
    """The sheet made ready: cards, stock and wards under the settings of the fight."""
    stock = _stock(sheet, settings)
    places = {word: place for place, (word, _) in enumerate(stock)}
    cards = _cards(sheet, settings, places)
    families = {card.word: card.family for card in cards}
    counted = tuple(places[word] for word in places if families.get(word) in ("basic", "critical", "skill"))
    return Kit(
        sheet=sheet,
        id=sheet.id,
        name=sheet.name or sheet.id,
        ranks=msgspec.structs.asdict(sheet.ranks),
        side=sheet.side,
        servant=isinstance(sheet, Servant),
        knight=isinstance(sheet, Servant) and sheet.class_ in KNIGHTS,
        ranged=sheet.ranged or any(isinstance(skill, RangedSkill) for skill in sheet.skills),
        floor=mp_floor(sheet, settings) if isinstance(sheet, Servant) else None,
        stock=tuple(places),
        full=tuple(count for _, count in stock),
        places=places,
        cards=cards,
        owned=tuple(word for word in families if word != "critical" or sheet.critical),
        supports=supports(sheet, places),
        skills=_wards(sheet, places),
        armours=tuple(
            Ward(f"np:{np.id}", np.against, np.amount) for np in phantasms(sheet) if isinstance(np, DefencePhantasm)
        ),
        plus_signs={stat: pluses(getattr(sheet.ranks, stat)) for stat in _stats(sheet).values()},
        returning=(*counted, len(stock) - 2, len(stock) - 1),
        presentable=tuple(place for word, place in places.items() if word in families),
        grown=_grown(sheet, settings),
        regroups=sum(isinstance(skill, RegroupSkill) for skill in sheet.skills),
    )


def hand(kit: Kit, plus: tuple[str, ...], *, conviction: bool, settings: Settings) -> dict[str, Card]:
    """The cards by word, with the plus signs of the stats in `plus` (G-1) and Conviction's +1 (R-MASTER-7) counted in."""
    return {card.word: _raised(card, kit, plus, conviction=conviction, settings=settings) for card in kit.cards}


def _raised(card: Card, kit: Kit, plus: tuple[str, ...], *, conviction: bool, settings: Settings) -> Card:
    if card.family != "basic" or not (conviction or card.stat in plus):
        return card
    bonus = kit.plus_signs[card.stat] * settings.plus_value if card.stat in plus else 0
    return msgspec.structs.replace(
        card, plus=bonus, conviction=int(conviction), value=card.base + bonus + int(conviction)
    )


def _stats(sheet: Sheet) -> dict[Basic, str]:
    return MASTER_STATS if isinstance(sheet, Master) else SERVANT_STATS


def _stock(sheet: Sheet, settings: Settings) -> list[tuple[str, int | None]]:
    basic = [_basic_count(sheet, word, settings) for word in BASICS]
    skills = [(f"skill:{skill.id}", _skill_count(skill, settings)) for skill in card_skills(sheet)]
    uses = [(f"np:{np.id}", np.uses) for np in phantasms(sheet) if isinstance(np, AttackPhantasm)]
    uses += [(f"spell:{spell.id}", spell.uses) for spell in sheet.spells]
    uses += [(f"skill:{skill.id}", skill.uses) for skill in sheet.skills if isinstance(skill, DefenceSkill)]
    return [
        *zip(BASICS, basic, strict=True),
        ("critical", sheet.critical.count if sheet.critical else 0),
        *skills,
        *uses,
        ("support:general", half_up(sum(basic))),
        ("support:skill", half_up(sum(count for _, count in skills))),
    ]


def _basic_value(sheet: Sheet, word: Basic, settings: Settings) -> int:
    return value(getattr(sheet.ranks, _stats(sheet)[word]), settings.rank_values)


def _basic_count(sheet: Sheet, word: Basic, settings: Settings) -> int:
    """G-2: as many cards as the rank; a Master half of them, rounded up (R-MASTER-2)."""
    number = _basic_value(sheet, word, settings)
    stated: int | msgspec.UnsetType = getattr(sheet.cards, word).count
    return typed(stated, half_up(number) if isinstance(sheet, Master) else number)


def _skill_count(skill: CardSkill, settings: Settings) -> int:
    return typed(skill.count, value(skill.rank, settings.rank_values))


def _grown(sheet: Sheet, settings: Settings) -> tuple[int, int, int]:
    """By how much each basic count grows when a Master spends Conviction (R-MASTER-6, G-13)."""
    smash, counter, onslaught = (_growth(sheet, word, settings) for word in BASICS)
    return smash, counter, onslaught


def _growth(sheet: Sheet, word: Basic, settings: Settings) -> int:
    count = _basic_count(sheet, word, settings)
    if settings.conviction_order == "halve_then_double" or getattr(sheet.cards, word).count is not msgspec.UNSET:
        return count
    return _basic_value(sheet, word, settings) - count


def _cards(sheet: Sheet, settings: Settings, places: dict[str, int]) -> tuple[Card, ...]:
    cards = [_basic(sheet, word, settings) for word in BASICS]
    cards.append({"word": "critical", "base": sheet.critical.damage if sheet.critical else 0, "force": "critical"})
    cards += [_skill(skill, settings) for skill in card_skills(sheet)]
    cards += [_phantasm(np) for np in phantasms(sheet) if isinstance(np, AttackPhantasm)]
    cards += [_spell(spell) for spell in sheet.spells if isinstance(spell, AttackSpell)]
    return tuple(_card(card, settings, places) for card in cards)


def _card(card: dict[str, object], settings: Settings, places: dict[str, int]) -> Card:
    word = str(card["word"])
    force: Any = card.get("force", "ordinary")
    defaults = {
        "family": word.split(":")[0] if ":" in word else "critical" if word == "critical" else "basic",
        "kind": "general",
        "force": force,
        "strength": settings.force_order.index(force),
        "value": card["base"],
        "at": places[word],
    }
    return Card(**{**defaults, **card})


def _basic(sheet: Sheet, word: Basic, settings: Settings) -> dict[str, object]:
    base = typed(getattr(sheet.cards, word).damage, _basic_value(sheet, word, settings))
    return {"word": word, "base": base, "stat": _stats(sheet)[word], "beats": (getattr(settings.cycle, word),)}


def _skill(skill: CardSkill, settings: Settings) -> dict[str, object]:
    base = typed(skill.damage, value(skill.rank, settings.rank_values))
    return {"word": f"skill:{skill.id}", "kind": "skill", "base": base, "beats": skill.beats, "name": skill.name}


def _phantasm(np: AttackPhantasm) -> dict[str, object]:
    numbers = {"base": np.damage, "mp_damage": np.mp_damage, "mp": np.mp, "area": np.targets == "area"}
    return {"word": f"np:{np.id}", "kind": "np", "force": "np", "name": np.name, **numbers}


def _spell(spell: AttackSpell) -> dict[str, object]:
    """R-MAGIC-3: a one-step spell has only the force of an ordinary judgement."""
    force = "magic" if spell.steps > 1 else "ordinary"
    numbers = {"base": spell.damage, "mp": spell.mp, "steps": spell.steps}
    return {"word": f"spell:{spell.id}", "kind": "magic", "force": force, "name": spell.name, **numbers}


def _wards(sheet: Sheet, places: dict[str, int]) -> tuple[Ward, ...]:
    skills = [skill for skill in sheet.skills if isinstance(skill, DefenceSkill)]
    words = [f"skill:{skill.id}" for skill in skills]
    return tuple(
        Ward(word, skill.against, skill.amount, places[word]) for skill, word in zip(skills, words, strict=True)
    )
