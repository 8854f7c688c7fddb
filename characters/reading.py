"""From the answers of a form to a sheet, or to what is wrong with them, place by place. Pure."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from characters.answers import ENTRY_TYPES, MOST_ROWS, TYPED, Answers, Row
from characters.fields import LINE, TEXT
from characters.sheet import BASIC, DAMAGE_KINDS, LETTERS, STATS, Entry, Sheet, Typed, Who
from characters.visibility import Eye, choices, groups, may_read, merged, readable, redacted
from characters.wording import Fault, line, number, passage

MOST_POINTS: Final = 9999
MOST_CARDS: Final = 99
MOST_DAMAGE: Final = 999
MOST_PLUS: Final = 9


class Read(msgspec.Struct, frozen=True):
    """The sheet as far as it could be read, and what is wrong; only without faults may it be written."""

    sheet: Sheet
    faults: tuple[Fault, ...]


def read_answers(answers: Answers, now: Sheet, eye: Eye) -> Read:
    """The sheet that `now` becomes with these answers of somebody who reads it with `eye`.

    What he may not read stays as it is, whatever was sent for it; so does the portrait, which has its own page.
    """
    asked = _Asked(answers.said)
    written = msgspec.structs.replace(
        redacted(now, eye),
        **_values(asked, now, eye),
        who=_readers(asked, now, eye),
        **{group: _entries(group, answers.rows[group], asked, eye) for group in groups(now)},
    )
    return Read(merged(now, written, eye), tuple(asked.faults))


class _Asked:
    """Reads one answer after another and keeps what is wrong with them; `at` is put before the names of inputs."""

    def __init__(self, said: Mapping[str, str], at: str = "", faults: list[Fault] | None = None):
        self.said, self.at = said, at
        self.faults: list[Fault] = [] if faults is None else faults

    def wrong(self, code: str, name: str, **numbers: int | str) -> None:
        self.faults.append(Fault(code, self.at + name, dict(numbers)))

    def line(self, name: str, long: int = LINE) -> str:
        return self._kept(line(self.said[name], self.at + name, long))

    def passage(self, name: str) -> str:
        return self._kept(passage(self.said[name], self.at + name, TEXT))

    def needed(self, name: str) -> str:
        if not self.said[name].strip():
            self.wrong("missing", name)
        return self.line(name)

    def number(self, name: str, low: int, high: int) -> int | None:
        """None where nothing is typed, and where it is wrong."""
        if not self.said[name].strip():
            return None
        found = number(self.said[name])
        if found is None:
            self.wrong("not_whole", name)
        elif not low <= found <= high:
            self.wrong("out_of_range", name, low=low, high=high)
        else:
            return found
        return None

    def counted(self, name: str, low: int, high: int) -> int:
        """A number that has to be typed."""
        if not self.said[name].strip():
            self.wrong("missing", name)
        found = self.number(name, low, high)
        return low if found is None else found

    def choice(self, name: str, words: tuple[str, ...]) -> str:
        if self.said[name] in words:
            return self.said[name]
        self.wrong("unknown_choice" if self.said[name] else "missing", name)
        return words[0]

    def rank(self, name: str, plus: str, *, needed: bool = True) -> str:
        if not (self.said[name] or needed):
            return ""
        if self.said[name] and self.said[name] not in LETTERS:
            self.wrong("unknown_rank", name)
            return LETTERS[0]
        return self.choice(name, LETTERS) + "+" * (self.number(plus, 0, MOST_PLUS) or 0)

    def ticked(self, name: str) -> bool:
        return self.said[name] == "on"

    def _kept(self, text: str | Fault) -> str:
        if isinstance(text, str):
            return text
        self.faults.append(text)
        return ""


def _values(asked: _Asked, now: Sheet, eye: Eye) -> dict[str, Any]:
    """The attributes outside the entries, by the fields that this reader is asked for."""
    values: dict[str, Any] = {"name": asked.needed("name")}
    for field in readable(now, eye):
        match field.key:
            case "portrait":
                pass
            case "hp" | "mp":
                values |= _points(asked, field.key, now.kind)
            case "smash":
                values |= _cards(asked)
            case "master":
                values["master"] = asked.line("master")
            case "fortune_left" | "conviction_left":
                values[field.key] = asked.number(field.key, 0, MOST_CARDS)
            case "command_spells":
                values["command_spells"] = asked.counted(field.key, 0, MOST_CARDS)
                values["forced_return_used"] = asked.ticked("forced_return_used")
            case stat if stat in STATS[now.kind]:
                values[stat] = asked.rank(stat, f"{stat}.plus")
            case text:
                values[text] = asked.line(text) if field.long == LINE else asked.passage(text)
    return values


def _points(asked: _Asked, pool: str, kind: str) -> dict[str, int]:
    """Full where only the maximum is typed. A Servant's HP does not go below 0 (G-30)."""
    most = asked.counted(f"{pool}_max", 1 if pool == "hp" else 0, MOST_POINTS)
    low = 0 if pool == "hp" and kind == "servant" else -MOST_POINTS
    now = asked.number(pool, low, MOST_POINTS)
    return {pool: most if now is None else now, f"{pool}_max": most}


def _cards(asked: _Asked) -> dict[str, Any]:
    return {card: _typed(asked, f"{card}.count", f"{card}.damage") for card in TYPED} | {
        "ranged": asked.ticked("ranged")
    }


def _typed(asked: _Asked, count: str, damage: str) -> Typed:
    return Typed(asked.number(count, 0, MOST_CARDS), asked.number(damage, 0, MOST_DAMAGE))


def _readers(asked: _Asked, now: Sheet, eye: Eye) -> dict[str, Who]:
    """Whom the fields are given to; one that was not asked for, or not to be given so, keeps its readers."""
    kept = redacted(now, eye).who
    said = {field.key: asked.said.get(f"who.{field.key}", "") for field in readable(now, eye)}
    given = {field.key: choices(field, eye) for field in readable(now, eye)}
    return kept | {key: Who(word) for key, word in said.items() if word in given[key]}


def _entries(group: str, rows: tuple[Row, ...], asked: _Asked, eye: Eye) -> tuple[Entry, ...]:
    if len(rows) > MOST_ROWS:
        asked.wrong("too_many", group, limit=MOST_ROWS)
    return tuple(_entry(group, row, asked.faults, eye) for row in rows[:MOST_ROWS] if not _untouched(row))


def _untouched(row: Row) -> bool:
    return not any(row.said[part].strip() for part in ("name", "rank", "text", "points"))


def _entry(group: str, row: Row, faults: list[Fault], eye: Eye) -> Entry:
    asked = _Asked(row.said, f"{group}.{row.id}.", faults)
    effect = asked.choice("effect", EFFECTS[group])
    common: dict[str, Any] = {
        "id": row.id,
        "name": asked.needed("name"),
        "rank": asked.rank("rank", "plus", needed=(group, effect) == ("skills", "card")),
        "text": asked.passage("text"),
        "points": asked.number("points", -MOST_CARDS, MOST_CARDS),
        "who": _entry_reader(asked, eye),
        "effect": effect,
    }
    entry: Entry = ENTRY_TYPES[group](**common, **_PARTS.get((group, effect), _no_parts)(asked))
    return entry


def _entry_reader(asked: _Asked, eye: Eye) -> Who:
    given = [who for who in Who if may_read(who, eye)]
    return Who(asked.said["who"]) if asked.said["who"] in given else Who.OWNER


EFFECTS: Final = {
    "skills": ("other", "card", "defence", "regroup", "ranged"),
    "phantasms": ("attack", "defence", "other"),
    "spells": ("attack", "support", "other"),
}


def _no_parts(asked: _Asked) -> dict[str, Any]:
    return {}


def _card_parts(asked: _Asked) -> dict[str, Any]:
    """R-13a: strong against two basic cards, weak against the third."""
    weak = asked.choice("loses_to", BASIC)
    typed = _typed(asked, "count", "damage")
    return {"beats": tuple(card for card in BASIC if card != weak), "count": typed.count, "damage": typed.damage}


def _against(asked: _Asked) -> dict[str, Any]:
    """G-27: which kinds of damage, and by how much."""
    kinds = tuple(kind for kind in DAMAGE_KINDS if kind in asked.said["against"].split())
    if not kinds:
        asked.wrong("against_nothing", "against")
    return {"against": kinds, "amount": asked.counted("amount", 1, MOST_DAMAGE)}


def _uses(asked: _Asked) -> dict[str, Any]:
    return {"uses": asked.number("uses", 0, MOST_CARDS)}


def _skill_defence(asked: _Asked) -> dict[str, Any]:
    return _against(asked) | _uses(asked)


def _titled(asked: _Asked) -> dict[str, Any]:
    return {"title": asked.line("title")}


def _phantasm_attack(asked: _Asked) -> dict[str, Any]:
    numbers = {"damage": asked.counted("damage", 0, MOST_DAMAGE), "mp": asked.number("mp", 0, MOST_DAMAGE) or 0}
    numbers["mp_damage"] = asked.number("mp_damage", 0, MOST_DAMAGE) or 0
    return _titled(asked) | {"targets": asked.choice("targets", ("one", "area"))} | numbers | _uses(asked)


def _phantasm_defence(asked: _Asked) -> dict[str, Any]:
    return _titled(asked) | _against(asked)


def _cost(asked: _Asked) -> dict[str, Any]:
    return {"mp": asked.number("mp", 0, MOST_DAMAGE) or 0} | _uses(asked)


def _spell_attack(asked: _Asked) -> dict[str, Any]:
    return _cost(asked) | {"steps": asked.counted("steps", 1, 25), "damage": asked.counted("damage", 0, MOST_DAMAGE)}


def _spell_support(asked: _Asked) -> dict[str, Any]:
    helps = asked.choice("helps", ("attack", "defence"))
    return _cost(asked) | {"helps": helps, "amount": asked.counted("amount", 1, MOST_DAMAGE)}


_PARTS: Final = {
    ("skills", "card"): _card_parts,
    ("skills", "defence"): _skill_defence,
    ("phantasms", "attack"): _phantasm_attack,
    ("phantasms", "defence"): _phantasm_defence,
    ("phantasms", "other"): _titled,
    ("spells", "attack"): _spell_attack,
    ("spells", "support"): _spell_support,
}
