"""The plain-text sheets that people post, read line by line. Pure.

Nothing is guessed: a line is either understood, and then it says as what, or it is handed back. `B(+4)` is a B whose
number is printed beside it, `B+` one with a plus sign (G-1).
"""

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from characters.answers import ENTRY_TYPES, MOST_ROWS, Answers, Row, asked_first, groups_of, inputs_of, with_row
from characters.exchange.effects import read_effect, read_person_line, read_text
from characters.exchange.words import (
    AREA,
    LINE_WORDS,
    MASTER_STATS,
    ONE,
    POINT_WORDS,
    SECTION_WORDS,
    STAT_WORDS,
    STORY_WORDS,
    either,
    fold,
    named,
    plain,
)

LONGEST: Final = 20_000
MOST_LINES: Final = 400
LONGEST_HEADING: Final = 40

_BULLET = re.compile(r"^[\s\-–—•·・*■□◆◇▶▷▪●○◎※☆★✦#>|│ㆍ‣]+|^\d{1,2}[.)]\s+")
_HEADING = re.compile(
    r"^[\[【〔《<＜「『=~\-–—◆■\s]*(?P<word>[^\]】〕》>＞」』=~:(]+?)[\]】〕》>＞」』=~\-–—◆■:：\s]*$"
)
_LABELLED = re.compile(r"^(?P<label>[^:=]{1,16}?)\s*[:=]\s*(?P<value>.*)$")
_SPACED = re.compile(r"^(?P<label>\S{1,12})\s+(?P<value>.+)$")
_RANK = r"(?:EX|[A-E])\s?(?:\++|\(\++\))?(?![A-Za-z0-9])"
_STAT = re.compile(
    rf"(?<![a-z])(?P<stat>{either(STAT_WORDS)})[\s:=\-]*(?P<rank>{_RANK})(?:\s*\(\s*[+-]?\d+\s*\))?", re.I
)
_POINTS = re.compile(
    rf"(?<![a-z])(?P<pool>{either(POINT_WORDS)})\s*[:=]?\s*(?P<now>-?\d{{1,5}})(?:\s*/\s*(?P<most>\d{{1,5}}))?\s*[획劃画점点]?",
    re.IGNORECASE,
)
_ENTRY = re.compile(
    rf"^(?P<name>[^:]{{1,60}}?)(?:[\s\[(<,·:-]+|(?<=[가-힣一-龥ぁ-ヿ]))(?P<rank>{_RANK})(?:\s*\(\s*[+-]?\d+\s*\))?(?:\s*랭크)?[\])>]?"
    r"(?:\s*[:,/·\-–—]+\s*|\s+|$)(?P<rest>.*)$"
)
_UNCLOSED = re.compile(r"[(\[<][^)\]>]*$")
_NUMBERS: Final = {
    "damage": re.compile(r"(?:피해|데미지|damage|ダメージ|傷害)\s*:?\s*(\d{1,3})"),
    "mp": re.compile(r"(?:마력|소모|소비|mp|魔力)\s*:?\s*(\d{1,3})"),
    "steps": re.compile(r"(\d{1,2})\s*공정"),
    "uses": re.compile(r"(\d{1,2})\s*회"),
}


class Found(msgspec.Struct, frozen=True):
    """What was read: the name of the input that it fills, and the text that goes in."""

    at: str
    value: str


class Line(msgspec.Struct, frozen=True):
    """A pasted line and what was understood of it; `left` is what was not."""

    text: str
    found: tuple[Found, ...] = ()
    left: str = ""


class Pasted(msgspec.Struct, frozen=True):
    """The answers the form begins with, and the lines they come from.

    `said` and `rows` are only what the text says itself, without the blanks that fill a form: what goes onto a sheet that
    is there already (`characters.bringing`).
    """

    answers: Answers
    lines: tuple[Line, ...]
    said: dict[str, str]
    rows: dict[str, list[dict[str, str]]]


def read(text: str, kind: str = "", masters: Mapping[str, str] | None = None) -> Pasted:
    """The sheet in `text`; its kind by its stats where `kind` ("servant", "master") is not given.

    `masters` maps the names of the Masters at the table to their codes; another Master's name is not understood.
    """
    reader = _Reader(masters or {})
    lines = [reader.line(plain(line)) for line in text[:LONGEST].splitlines()[:MOST_LINES]]
    kept = tuple(line for line in lines if line.text)
    return Pasted(_answers(kind or reader.kind, reader), kept, reader.said, reader.rows)


class _Reader:
    """Goes down the lines and remembers under which heading it is."""

    def __init__(self, masters: Mapping[str, str]) -> None:
        self.masters = masters
        self.said: dict[str, str] = {}
        self.rows: dict[str, list[dict[str, str]]] = {group: [] for group in ENTRY_TYPES}
        self.section = ""
        self.headed = False
        self.begun = False

    @property
    def kind(self) -> str:
        return "master" if MASTER_STATS & self.said.keys() else "servant"

    def line(self, line: str) -> Line:
        if not line:  # an empty line ends a text that began beside its label
            self.section = self.section if self.headed else ""
            return Line("")
        bare = _BULLET.sub("", line).strip()
        found = (
            self._effect(bare)
            or self._heading(bare)
            or self._person_line(bare)
            or self._entry(bare, listed=bare != line)
            or self._figures(bare)
            or self._labelled(bare)
            or self._story(bare)
            or self._bare_name(bare)
        )
        self.begun = True
        return found or Line(line, (), line)

    def _effect(self, bare: str) -> Line | None:
        """What an entry does, in the words of the app's own sheets."""
        if not self._in_entry:
            return None
        row = self.rows[self.section][-1]
        if (text := read_text(bare)) is not None:
            row["text"] = f"{row.get('text', '')}\n{text}".strip()
            return Line(bare, (Found(f"{self.section}.text", text),))
        if (read := read_effect(self.section, bare)) is None:
            return None
        row |= read[0]
        return Line(bare, (Found(f"{self.section}.effect", read[0]["effect"]),), ", ".join(read[1]))

    def _person_line(self, bare: str) -> Line | None:
        said = {} if self.section in STORY_WORDS else read_person_line(bare)
        if not said or (self.section in ENTRY_TYPES and "ranged" in said):
            return None
        self.said |= said
        return Line(bare, tuple(Found(key, value) for key, value in said.items()))

    def _bare_name(self, bare: str) -> Line | None:
        """A sheet that begins with a short line of its own begins with the name."""
        if self.begun or self.section or len(bare) > LONGEST_HEADING or re.search(r"[:=/]", bare):
            return None
        return Line(bare, self._take(("name", _name(bare) or bare)))

    def _heading(self, bare: str) -> Line | None:
        match = _HEADING.match(bare[: LONGEST_HEADING + 1])
        if match is None or len(bare) > LONGEST_HEADING:
            return None
        for words in (SECTION_WORDS, STORY_WORDS):
            if (section := named(match["word"], words)) is not None:
                self.section, self.headed = section, True
                return Line(bare, (Found("section", section),))
        return None

    def _figures(self, bare: str) -> Line | None:
        """Ranks and points, several in a line as often as one."""
        stats, points = list(_STAT.finditer(bare)), list(_POINTS.finditer(_STAT.sub(" ", bare)))
        if not (_STAT.match(bare) or _POINTS.match(bare)) or (
            self._in_entry and not self._of_the_person(stats, points)
        ):
            return None
        self.said |= {at: value for match in stats for at, value in _stat(match)}
        self.said |= {at: value for match in points for at, value in _pool(match)}
        found = [_rank(match) for match in stats] + [Found(at, value) for match in points for at, value in _pool(match)]
        left = _POINTS.sub(" ", _STAT.sub(" ", bare)).strip(" \t/|,·・;()")
        return Line(bare, tuple(found), left)

    @property
    def _in_entry(self) -> bool:
        return self.section in ENTRY_TYPES and bool(self.rows[self.section])

    def _of_the_person(self, stats: list[re.Match[str]], points: list[re.Match[str]]) -> bool:
        """Under a phantasm, `마력 40` is its price; a rank or HP beside it is the person's."""
        return bool(stats) or any(named(match["pool"], POINT_WORDS) == "hp" for match in points)

    def _labelled(self, bare: str) -> Line | None:
        for pattern in (_LABELLED,) if self.section else (_LABELLED, _SPACED):
            if (match := pattern.match(bare)) and (found := self._label(match["label"], match["value"].strip())):
                return Line(bare, found)
        return None

    def _label(self, label: str, value: str) -> tuple[Found, ...]:
        if (key := named(label, LINE_WORDS)) is not None:
            self.section = ""
            return self._take((key, value)) if key != "master" else self._take_master(value)
        if (key := named(label, STORY_WORDS)) is not None:
            self.section, self.headed = key, False
            return self._take((key, value))
        keys = [named(part, LINE_WORDS) for part in label.split("/")]
        parts = value.split("/")
        if len(keys) == len(parts) > 1 and None not in keys:
            return self._take(*((key, part.strip()) for key, part in zip(keys, parts, strict=True) if key))
        return ()

    def _take_master(self, name: str) -> tuple[Found, ...]:
        if name not in self.masters:
            return ()
        self.said["master"] = self.masters[name]
        return (Found("master", name),)

    def _take(self, *pairs: tuple[str, str]) -> tuple[Found, ...]:
        self.said |= dict(pairs)
        return tuple(Found(key, value) for key, value in pairs)

    def _story(self, bare: str) -> Line | None:
        """A line under the heading of a longer text, or one that goes on with an entry."""
        if self.section in STORY_WORDS:
            self.said[self.section] = f"{self.said.get(self.section, '')}\n{bare}".strip()
            return Line(bare, (Found(self.section, bare),))
        if self.section in ENTRY_TYPES and (rows := self.rows[self.section]):
            rows[-1]["text"] = f"{rows[-1].get('text', '')}\n{bare}".strip()
            rows[-1] |= _numbers(bare)
            return Line(bare, (Found(f"{self.section}.text", bare),))
        return None

    def _entry(self, bare: str, *, listed: bool) -> Line | None:
        """A skill, phantasm or spell under its heading: a name with a rank, or a point of a list."""
        if self.section not in ENTRY_TYPES or len(self.rows[self.section]) >= MOST_ROWS:
            return None
        if match := _ENTRY.match(bare):
            rank = match["rank"]
            row = {
                "name": _name(match["name"]),
                "rank": re.sub(r"[^A-Z]", "", rank),
                "plus": str(rank.count("+") or ""),
            }
            row["text"] = match["rest"].strip(" ()[]")
        elif listed and not (self._in_entry and _numbers(bare)):
            name, _, rest = bare.partition(":")
            row = {"name": _name(name), "text": rest.strip()}
        else:
            return None
        self.rows[self.section].append(row | _numbers(bare) | _title(bare))
        shown = f"{row['name']} {row.get('rank', '')}{'+' * int(row.get('plus') or 0)}".strip()
        return Line(bare, (Found(f"{self.section}.name", shown),))


def _stat(match: re.Match[str]) -> list[tuple[str, str]]:
    stat = named(match["stat"], STAT_WORDS) or ""
    rank = match["rank"].upper()
    return [(stat, re.sub(r"[^A-Z]", "", rank)), (f"{stat}.plus", str(rank.count("+") or ""))]


def _rank(match: re.Match[str]) -> Found:
    (stat, letter), (_, plus) = _stat(match)
    return Found(stat, letter + "+" * int(plus or 0))


def _pool(match: re.Match[str]) -> list[tuple[str, str]]:
    pool = named(match["pool"], POINT_WORDS) or ""
    if pool == "command_spells":
        return [(pool, match["now"])]
    return [(pool, match["now"]), (f"{pool}_max", match["most"] or match["now"])]


def _numbers(bare: str) -> dict[str, str]:
    plain = bare.casefold()
    return {key: found[1] for key, pattern in _NUMBERS.items() if (found := pattern.search(plain))}


def _title(bare: str) -> dict[str, str]:
    plain = fold(bare)
    title = next((word for word in (*AREA, *ONE) if word in plain), None)
    return {} if title is None else {"title": title, "targets": "area" if title in AREA else "one"}


def _name(name: str) -> str:
    return _UNCLOSED.sub("", name).strip(" ()[]<>「」『』《》【】,·-")


def _answers(kind: str, reader: _Reader) -> Answers:
    answers = asked_first(kind)
    said = {name: value for name, value in reader.said.items() if name in inputs_of(kind)}
    answers = msgspec.structs.replace(answers, said=answers.said | said)
    for group in groups_of(kind):
        for count, row in enumerate(reader.rows[group], 1):
            answers = _with_entry(answers, group, f"{group[:2]}{count}", row)
    return answers


def _with_entry(answers: Answers, group: str, id: str, said: dict[str, str]) -> Answers:
    added = with_row(answers, group, id)
    row = added.rows[group][-1]
    known = {part: value for part, value in said.items() if part in row.said}
    filled = Row(id, row.said | known | _effect(group, known))
    return msgspec.structs.replace(added, rows=added.rows | {group: (*answers.rows[group], filled)})


def _effect(group: str, said: dict[str, str]) -> dict[str, str]:
    """What does not say its damage stays on paper, until somebody says what it does."""
    return {} if group == "skills" or "effect" in said else {"effect": "attack" if "damage" in said else "other"}
