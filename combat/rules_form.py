"""The form of the rules (규칙 바꾸기): every setting as a field, and what the fields say."""

from collections.abc import Mapping
from typing import Any

import msgspec

from combat.house_rules import nested, value_of, words
from combat.rules.settings import Settings, read_settings
from combat.rules_in_words import GROUPS, SETTINGS, Choice, Group, Number, Option, Order, Setting, Text
from tabletop.game import Illegal

PREFIX = "rule."
"""Before the key in the name of a form field."""


class Mark(msgspec.Struct, frozen=True):
    """An option of a choice, or a place in an order, on the page."""

    name: str
    token: str
    words: Text
    chosen: bool
    default: bool


class Line(msgspec.Struct, frozen=True):
    """One setting on the page, with what its form shows: `typed` is what stands in the field, `marks` what can be chosen."""

    setting: Setting
    kind: str
    words: Text
    default: Text
    deviates: bool
    typed: str = ""
    marks: tuple[Mark, ...] = ()
    rows: tuple[tuple[Option, tuple[Mark, ...]], ...] = ()
    refused: Illegal | None = None

    @property
    def field(self) -> str:
        return PREFIX + self.setting.key


def page(
    settings: Settings, refused: Mapping[str, Illegal], typed: Mapping[str, str]
) -> list[tuple[Group, list[Line]]]:
    """Every setting by groups, for reading and for the form; what was `typed` into a refused field stands there again."""
    return [
        (group, [_line(settings, setting, refused.get(setting.key), typed) for setting in group.settings])
        for group in GROUPS
    ]


def from_form(data: Mapping[str, str], base: Settings) -> tuple[Settings, dict[str, Illegal]]:
    """The settings that the form says, and what it says that cannot be, by key.

    What is absent or cannot be stays as in `base`.
    """
    before = {setting.key: value_of(base, setting) for setting in SETTINGS}
    answers = {setting.key: _answer(setting, data, before[setting.key]) for setting in SETTINGS}
    refused = {key: answer for key, answer in answers.items() if isinstance(answer, Illegal)}
    settings = read_settings(nested({key: before[key] if key in refused else answers[key] for key in answers}))
    if isinstance(settings, Illegal):
        return base, refused | {settings.at.removeprefix("settings."): settings}
    return settings, refused


def _answer(setting: Setting, data: Mapping[str, str], base: Any) -> Any:
    name = PREFIX + setting.key
    match setting.input:
        case Order(options):
            return _order(options, data, name, base)
        case _ if name not in data:
            return base
        case Choice(options):
            found = [option for option in options if option.token == data[name]]
            return found[0].value if found else Illegal("choose_one", "format", setting.key)
        case Number() as number:
            return _number(number, data[name].strip(), setting.key)


def _number(number: Number, typed: str, key: str) -> int | Illegal | None:
    limits: dict[str, int | str] = {"least": number.least, "most": number.most}
    if not typed and number.none:
        return None
    # Digits of any script: a Korean keyboard easily types full-width ones.
    if not (typed.isdecimal() and len(typed) < 10 and number.least <= int(typed) <= number.most):
        return Illegal("number_within", "format", key, limits)
    return int(typed)


def _order(options: tuple[Option, ...], data: Mapping[str, str], name: str, base: list[str]) -> Any:
    places = {option.value: data.get(f"{name}.{option.token}") for option in options}
    if None in places.values():
        return base
    order = sorted(places, key=lambda part: str(places[part]))
    wanted = [str(place) for place, _ in enumerate(options, 1)]
    if sorted(map(str, places.values())) != wanted:
        return Illegal("each_place_once", "format", name.removeprefix(PREFIX))
    return order


def _line(settings: Settings, setting: Setting, refused: Illegal | None, typed: Mapping[str, str]) -> Line:
    value, default = value_of(settings, setting), value_of(Settings(), setting)
    name = PREFIX + setting.key
    line = Line(
        setting=setting,
        kind=type(setting.input).__name__.lower(),
        words=words(settings, setting),
        default=words(Settings(), setting),
        deviates=value != default,
        refused=refused,
    )
    match setting.input:
        case Choice(options):
            marks = tuple(Mark(name, o.token, o.words, o.value == value, o.value == default) for o in options)
            return msgspec.structs.replace(line, marks=marks)
        case Order(options):
            return msgspec.structs.replace(line, rows=_rows(options, name, value, default, typed if refused else {}))
        case Number():
            shown = typed.get(name, "") if refused else "" if value is None else str(value)
            return msgspec.structs.replace(line, typed=shown)


def _rows(
    options: tuple[Option, ...], name: str, value: list[str], default: list[str], typed: Mapping[str, str]
) -> tuple[tuple[Option, tuple[Mark, ...]], ...]:
    return tuple((option, _places(option, len(options), name, value, default, typed)) for option in options)


def _places(
    option: Option, count: int, name: str, value: list[str], default: list[str], typed: Mapping[str, str]
) -> tuple[Mark, ...]:
    field = f"{name}.{option.token}"
    now = typed.get(field, str(value.index(option.value) + 1))
    usual = str(default.index(option.value) + 1)
    return tuple(Mark(field, place, place, place == now, place == usual) for place in map(str, range(1, count + 1)))
