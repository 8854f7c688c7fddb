"""House rules as fields of a form (하우스 룰): what a game offers in its record, read back with the same words.

Which rules there are and what they may be stands in the type of the game's house rules; what they are called stands in
`templates/boardgames/<folder>/rule.html` and `rule_value.html`.
"""

from collections.abc import Mapping
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import msgspec

from boardgames.box import Box

FIELD = "rule."
"""Before the key of a rule in the names of the form's fields."""


class Rule(msgspec.Struct, frozen=True):
    """One house rule on the form. `values` are the words it may be, the default first; none where it is a number."""

    key: str
    value: Any
    default: Any
    values: tuple[Any, ...] = ()


def rules(box: Box, chosen: Mapping[str, Any]) -> list[Rule]:
    """Every house rule of the game as it is chosen so far, those that are asked first in front."""
    found = {field.encode_name: _rule(field, chosen) for field in msgspec.structs.fields(box.form.house_rules)}
    first = [found.pop(key) for key in box.first_options]
    return [*first, *found.values()]


def read(box: Box, fields: Mapping[str, str]) -> dict[str, Any]:
    """What the form says other than the defaults, as `options` of the record. Words that are none stay as they came."""
    known = rules(box, {})
    said = {rule.key: _value(rule, fields[FIELD + rule.key]) for rule in known if FIELD + rule.key in fields}
    return {rule.key: said[rule.key] for rule in known if rule.key in said and said[rule.key] != rule.default}


def deviations(box: Box, options: Mapping[str, Any]) -> list[Rule]:
    """The rules that are played otherwise than by default."""
    return [rule for rule in rules(box, options) if rule.value != rule.default]


def _rule(field: Any, chosen: Mapping[str, Any]) -> Rule:
    default = field.default
    return Rule(field.encode_name, chosen.get(field.encode_name, default), default, _words(field.type, default))


def _words(kind: Any, default: Any) -> tuple[Any, ...]:
    """The values that the type names, the default first; none for a number."""
    if kind is bool:
        return (default, not default)
    named = [value for part in (kind, *get_args(kind)) if get_origin(part) is Literal for value in get_args(part)]
    if named and NoneType in get_args(kind):
        named.append(None)
    return tuple(sorted(named, key=lambda value: value != default))


def _value(rule: Rule, text: str) -> Any:
    if rule.values:
        return next((value for value in rule.values if str(value) == text), text)
    number = text.strip()
    return int(number) if number.isascii() and number.isdigit() and len(number) < 4 else text
