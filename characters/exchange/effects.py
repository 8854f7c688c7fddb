"""What an entry of a sheet does, said in one line of text, and read from such a line again. Pure.

The line is the app's own (`효과: 카드, 맹공에 약함, 3장, 피해 4`). What is read is inputs of the sheet's form, as
`characters.answers` names them; a part that is not understood is handed back.
"""

import re
from collections.abc import Iterator
from typing import Final

from characters.sheet import BASIC, DAMAGE_KINDS, Entry, Phantasm, Sheet, Skill, Spell, Typed

CARD_WORDS: Final = {"smash": "강타", "counter": "반격", "onslaught": "맹공", "critical": "치명"}
KIND_WORDS: Final = {"general": "일반", "skill": "기술", "magic": "마술", "np": "보구"}
EFFECT_WORDS: Final = {
    "skills": {"card": "카드", "defence": "방어", "regroup": "재정비", "ranged": "원거리 공격", "other": "서술"},
    "phantasms": {"attack": "공격", "defence": "방어", "other": "서술"},
    "spells": {"attack": "공격", "support": "지원", "other": "서술"},
}
HELP_WORDS: Final = {"attack": "공격", "defence": "방어"}
RANGED: Final = "원거리 공격"

_EFFECT = re.compile(r"^(?:효과|effect)\s*:\s*(.+)$", re.I)
_TEXT = re.compile(r"^(?:설명|text)\s*:\s*(.*)$", re.I)
_PARTS: Final = {
    "count": re.compile(r"^(\d{1,2})장$"),
    "damage": re.compile(r"^피해 (\d{1,3})$"),
    "mp_damage": re.compile(r"^마력 피해 (\d{1,3})$"),
    "mp": re.compile(r"^마력 (\d{1,3})$"),
    "steps": re.compile(r"^(\d{1,2})공정$"),
    "uses": re.compile(r"^(\d{1,2})회$"),
    "points": re.compile(r"^값 (-?\d{1,2})점$"),
    "title": re.compile(r"^종류 (.+)$"),
}
_LOSES = re.compile(r"^(강타|반격|맹공)에 약함$")
_LOWERS = re.compile(r"^((?:일반|기술|마술|보구)(?:·(?:일반|기술|마술|보구))*) 피해 (\d{1,3}) 감소$")
_HELPS = re.compile(r"^(공격|방어) \+(\d{1,3})$")
_CARD = re.compile(r"^(강타|반격|맹공|치명)\s*:?\s*(?:(\d{1,2})\s*장)?(?:\s*,?\s*피해\s*(\d{1,3}))?$")
_POOL = re.compile(r"^남은 (명운|신념)\s*:?\s*(\d{1,2})$")


def effect_line(group: str, entry: Entry) -> str:
    """The line that says all numbers of the entry."""
    return "효과: " + ", ".join([EFFECT_WORDS[group][entry.effect], *_said(entry)])


def _said(entry: Entry) -> Iterator[str]:
    match entry:
        case Skill(effect="card"):
            weak = next(card for card in BASIC if card not in entry.beats)
            yield f"{CARD_WORDS[weak]}에 약함"
            yield from _numbers(entry, "count", "damage")
        case Skill(effect="defence") | Phantasm(effect="defence"):
            yield f"{'·'.join(KIND_WORDS[kind] for kind in entry.against)} 피해 {entry.amount} 감소"
        case Phantasm(effect="attack"):
            yield "여러 적" if entry.targets == "area" else "한 명"
            yield from _numbers(entry, "damage", "mp_damage", "mp")
        case Spell(effect="attack"):
            yield from _numbers(entry, "steps", "damage", "mp")
        case Spell(effect="support"):
            yield f"{HELP_WORDS[entry.helps]} +{entry.amount}"
            yield from _numbers(entry, "mp")
    yield from _always(entry)


def _always(entry: Entry) -> Iterator[str]:
    if isinstance(entry, Phantasm) and entry.title:
        yield f"종류 {entry.title.replace(',', ' ')}"
    if _has_uses(entry):
        yield "무제한" if entry.uses is None else f"{entry.uses}회"  # type: ignore[attr-defined]
    if entry.points is not None:
        yield f"값 {entry.points}점"


def _has_uses(entry: Entry) -> bool:
    wanted = {Skill: {"defence"}, Phantasm: {"attack"}, Spell: {"attack", "support"}}
    return entry.effect in wanted[type(entry)]


_UNITS: Final = {
    "count": "{}장",
    "damage": "피해 {}",
    "mp_damage": "마력 피해 {}",
    "mp": "마력 {}",
    "steps": "{}공정",
}


def _numbers(entry: Entry, *names: str) -> Iterator[str]:
    for name in names:
        if (number := getattr(entry, name)) is not None:
            yield _UNITS[name].format(number)


def read_effect(group: str, line: str) -> tuple[dict[str, str], list[str]] | None:
    """The inputs that an effect line fills and the parts of it that say nothing; None if it is no such line."""
    match = _EFFECT.match(line)
    if match is None:
        return None
    word, *parts = [part.strip() for part in match[1].split(",")]
    effect = next((key for key, said in EFFECT_WORDS[group].items() if said == word), None)
    if effect is None:
        return None
    said, left = {"effect": effect}, []
    for part in parts:
        found = _part(part)
        said |= found
        left += [] if found else [part]
    return said, left


def _part(part: str) -> dict[str, str]:
    for key, pattern in _PARTS.items():
        if match := pattern.match(part):
            return {key: match[1]}
    if match := _LOSES.match(part):
        return {"loses_to": _key(CARD_WORDS, match[1])}
    if match := _LOWERS.match(part):
        kinds = {_key(KIND_WORDS, word) for word in match[1].split("·")}
        return {"against": " ".join(kind for kind in DAMAGE_KINDS if kind in kinds), "amount": match[2]}
    if match := _HELPS.match(part):
        return {"helps": _key(HELP_WORDS, match[1]), "amount": match[2]}
    return {"여러 적": {"targets": "area"}, "한 명": {"targets": "one"}, "무제한": {"uses": ""}}.get(part, {})


def read_text(line: str) -> str | None:
    """What stands behind `설명:`, None if the line does not begin so."""
    match = _TEXT.match(line)
    return None if match is None else match[1]


def card_lines(sheet: Sheet) -> Iterator[str]:
    """Cards that replace derived ones (G-2), Criticals (G-5), and the attack from the back line."""
    for card, word in CARD_WORDS.items():
        typed: Typed = getattr(sheet, card)
        parts = [f"{typed.count}장" if typed.count is not None else ""]
        parts.append(f"피해 {typed.damage}" if typed.damage is not None else "")
        if any(parts):
            yield f"{word} {', '.join(filter(None, parts))}"
    if sheet.ranged:
        yield RANGED


def read_person_line(line: str) -> dict[str, str]:
    """The inputs that such a line, or one of what is left of a pool, fills; {} if it is none."""
    if match := _CARD.match(line):
        card = _key(CARD_WORDS, match[1])
        said = {f"{card}.count": match[2], f"{card}.damage": match[3]}
        return {key: value for key, value in said.items() if value}
    if match := _POOL.match(line):
        return {"fortune_left" if match[1] == "명운" else "conviction_left": match[2]}
    if "".join(line.split()) == "강제귀환사용함":
        return {"forced_return_used": "on"}
    return {"ranged": "on"} if "".join(line.split()).casefold() in {"원거리공격", "원거리", "ranged"} else {}


def _key(words: dict[str, str], word: str) -> str:
    return next(key for key, said in words.items() if said == word)
