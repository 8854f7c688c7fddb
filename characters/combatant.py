"""Between a sheet and a fight: the combatant that a fight is given, and the sheet as the fight leaves it. Pure.

The shape is "Combatant" of the fight record. A fight copies it, so editing the sheet later changes no running fight (I-15).
"""

from typing import Any, Final

import msgspec

from characters.sheet import BASIC, STATS, Entry, Master, Phantasm, Servant, Sheet, Skill, Spell, Typed, Who

type Combatant = dict[str, Any]

KNIGHT_WORDS: Final = {
    "saber": ("saber", "세이버", "セイバー", "劍士", "剑士", "劍兵"),
    "archer": ("archer", "아처", "아쳐", "アーチャー", "弓兵"),
    "lancer": ("lancer", "랜서", "ランサー", "槍兵", "枪兵"),
}
"""How people write the three knight classes; the fight record knows them by one word each (G-8)."""


def to_combatant(
    sheet: Sheet, id: str, name: str, side: str, line: str, master: tuple[str, Master] | None = None
) -> Combatant:
    """The combatant of `sheet` as plain JSON; `id`, `side` and `line` are the fight's own words.

    `master`, for a Servant: the id his Master has, or would have, in the fight, and that Master's sheet. Entries only the
    GM may read stay out, since a fight shows a player everything he can use.
    """
    combatant: Combatant = {
        "id": id,
        "kind": sheet.kind,
        "name": name,
        "side": side,
        "line": line,
        "ranged": sheet.ranged,
        "ranks": {stat: getattr(sheet, stat) for stat in STATS[sheet.kind]},
        "hp": sheet.hp,
        "mp": sheet.mp,
        "skills": [_skill(skill) for skill in _told(sheet.skills)],
        "spells": [_spell(spell) for spell in _told(sheet.spells) if spell.effect != "other"],
    }
    if cards := {card: _typed(getattr(sheet, card)) for card in BASIC if getattr(sheet, card) != Typed()}:
        combatant["cards"] = cards
    if sheet.critical.count:
        combatant["critical"] = {"count": sheet.critical.count, "damage": sheet.critical.damage or 0}
    match sheet:
        case Servant():
            return combatant | _servant(sheet, master)
        case Master():
            return combatant | _pools(sheet) | _command_spells(sheet)


def after_fight(
    sheet: Sheet,
    *,
    hp: int | None = None,
    mp: int | None = None,
    fortune: int | None = None,
    conviction: int | None = None,
    command_spells: int | None = None,
    forced_return_used: bool | None = None,
) -> Sheet:
    """The sheet with the numbers a fight left; None, and what a Servant does not have, stays as it is.

    Command spells and the forced return are kept on the Master's sheet alone, also when only his Servant fought.
    """
    found: dict[str, int | None] = {"hp": hp, "mp": mp}
    if isinstance(sheet, Master):
        found |= {
            "fortune_left": fortune,
            "conviction_left": conviction,
            "command_spells": command_spells,
            "forced_return_used": forced_return_used,
        }
    return msgspec.structs.replace(sheet, **{key: value for key, value in found.items() if value is not None})


def _told[E: Entry](entries: tuple[E, ...]) -> list[E]:
    return [entry for entry in entries if entry.who != Who.GM]


def _servant(sheet: Servant, master: tuple[str, Master] | None) -> Combatant:
    told = {
        "class": _class_word(sheet.class_),
        "phantasms": [_phantasm(phantasm) for phantasm in _told(sheet.phantasms) if phantasm.effect != "other"],
    }
    return told if master is None else told | {"master": master[0]} | _command_spells(master[1])


def _class_word(typed: str) -> str:
    folded = typed.strip().casefold()
    return next((word for word, spellings in KNIGHT_WORDS.items() if folded in spellings), typed)


def _pools(sheet: Master) -> Combatant:
    pools = {"fortune": sheet.fortune_left, "conviction": sheet.conviction_left}
    return {key: value for key, value in pools.items() if value is not None}


def _command_spells(sheet: Master) -> Combatant:
    return {"command_spells": sheet.command_spells, "forced_return_used": sheet.forced_return_used}


def _typed(card: Typed) -> Combatant:
    return {key: value for key, value in (("count", card.count), ("damage", card.damage)) if value is not None}


def _entry(entry: Entry) -> Combatant:
    told = {"id": entry.id, "name": entry.name, "effect": entry.effect}
    return told | {"rank": entry.rank} if entry.rank else told


def _skill(skill: Skill) -> Combatant:
    told = _entry(skill)
    match skill.effect:
        case "card":
            return told | {"beats": list(skill.beats)} | _typed(Typed(skill.count, skill.damage))
        case "defence":
            return told | {"against": list(skill.against), "amount": skill.amount, "uses": skill.uses}
        case _:
            return told


def _phantasm(phantasm: Phantasm) -> Combatant:
    told = _entry(phantasm)
    if phantasm.effect == "defence":
        return told | {"against": list(phantasm.against), "amount": phantasm.amount}
    return told | {
        "targets": phantasm.targets,
        "damage": phantasm.damage,
        "mp_damage": phantasm.mp_damage,
        "mp": phantasm.mp,
        "uses": phantasm.uses,
    }


def _spell(spell: Spell) -> Combatant:
    told = {"id": spell.id, "name": spell.name, "effect": spell.effect, "mp": spell.mp, "uses": spell.uses}
    if spell.effect == "support":
        return told | {spell.helps: spell.amount}
    return told | {"steps": spell.steps, "damage": spell.damage}
