"""A sheet as plain text for a board post, in the words that `characters.exchange.text` reads again. Pure.

The sheet that is handed in is the one its reader may see (`characters.visibility.redacted`): a field that is not among its
readers is not written, so a blank rank is never told as an E.
"""

from collections.abc import Iterator
from typing import Final

from characters.exchange.effects import card_lines, effect_line
from characters.exchange.words import LINE_WORDS, SECTION_WORDS, STAT_WORDS, STORY_WORDS
from characters.sheet import STATS, Entry, Master, Sheet
from characters.visibility import groups

_LINES: Final = ("class_", "true_name", "lineage", "alignment", "sex", "height", "weight")
_TITLES: Final = {"servant": "서번트 시트", "master": "마스터 시트"}
_NOTES: Final = "진행자 메모"


def write(sheet: Sheet, master: str = "") -> str:
    """The text; `master` is the name of a Servant's Master, where the reader may know it."""
    parts = (_head(sheet, master), _figures(sheet), *_lists(sheet), *_stories(sheet))
    return "\n\n".join("\n".join(lines) for part in parts if (lines := list(part))) + "\n"


def _head(sheet: Sheet, master: str) -> Iterator[str]:
    yield f"[{_TITLES[sheet.kind]}]"
    yield f"이름: {sheet.name}"
    for key in _LINES:
        if key in sheet.who and (said := getattr(sheet, key, "")):
            yield f"{LINE_WORDS[key][0]}: {said}"
    if master and "master" in sheet.who:
        yield f"마스터: {master}"


def _figures(sheet: Sheet) -> Iterator[str]:
    for pool in ("hp", "mp"):
        if pool in sheet.who:
            yield f"{pool.upper()} {getattr(sheet, pool)}/{getattr(sheet, f'{pool}_max')}"
    for stat in STATS[sheet.kind]:
        if stat in sheet.who:
            yield f"{STAT_WORDS[stat][0]} {getattr(sheet, stat)}"
    if isinstance(sheet, Master):
        yield from _pools(sheet)
    if "smash" in sheet.who:
        yield from card_lines(sheet)


def _pools(sheet: Master) -> Iterator[str]:
    for key, word in (("fortune_left", "명운"), ("conviction_left", "신념")):
        if key in sheet.who and (left := getattr(sheet, key)) is not None:
            yield f"남은 {word} {left}"
    if "command_spells" in sheet.who:
        yield f"령주 {sheet.command_spells}획"
        if sheet.forced_return_used:
            yield "강제 귀환 사용함"


def _lists(sheet: Sheet) -> Iterator[Iterator[str]]:
    for group, entries in groups(sheet).items():
        if entries:
            yield _entries(group, entries)


def _entries(group: str, entries: tuple[Entry, ...]) -> Iterator[str]:
    yield f"[{SECTION_WORDS[group][0]}]"
    for entry in entries:
        yield f"- {entry.name} {entry.rank}".rstrip()
        yield effect_line(group, entry)
        for line in entry.text.splitlines():
            if line.strip():
                yield f"설명: {line.strip()}"


def _stories(sheet: Sheet) -> Iterator[Iterator[str]]:
    for key in STORY_WORDS:
        if key in sheet.who and (said := getattr(sheet, key, "")):
            yield iter((f"[{_NOTES if key == 'notes' else STORY_WORDS[key][0]}]", *said.splitlines()))
