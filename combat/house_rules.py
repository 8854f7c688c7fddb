"""The rules of a campaign (하우스 룰): what differs from the defaults, kept and told.

A campaign and a fight keep only what differs, in the words of the fight record; everything is read through
`combat.rules.settings`, so nothing that the rules refuse is ever stored.
"""

from collections.abc import Mapping
from functools import reduce
from typing import Any

import msgspec

from campaigns.models import Campaign
from combat.rules.settings import Settings, read_settings
from combat.rules_in_words import SETTINGS, Choice, Number, Order, Setting, Text
from tabletop.game import Illegal, Json


class Deviation(msgspec.Struct, frozen=True):
    """A setting that is not at its default: what it is called, what holds, and what would hold by default."""

    key: str
    title: Text
    words: Text
    default: Text
    gap: str


def read(value: Json) -> Settings | Illegal:
    """The settings in `value`, which holds only what differs; faults are at `settings` or `settings.<key>`."""
    return read_settings(value) if isinstance(value, dict) else Illegal("malformed", "format", "settings")


def of(campaign: Campaign) -> Settings:
    """The settings that a new fight of this campaign begins with."""
    return msgspec.convert(campaign.rules, Settings)


def stored(settings: Settings) -> dict[str, Any]:
    """What differs from the defaults, as it is stored."""
    differing = {setting.key: value_of(settings, setting) for setting in SETTINGS if deviates(settings, setting)}
    return nested(differing)


def deviates(settings: Settings, setting: Setting) -> bool:
    return bool(value_of(settings, setting) != value_of(Settings(), setting))


def value_of(settings: Settings, setting: Setting) -> Any:
    """The value of one setting as plain JSON."""
    return msgspec.to_builtins(_plain(reduce(getattr, setting.key.split("."), settings)))


def words(settings: Settings, setting: Setting) -> Text:
    """The value of one setting in words."""
    value = value_of(settings, setting)
    match setting.input:
        case Choice(options):
            return next(option.words for option in options if option.value == value)
        case Order(options):
            named = {option.value: option.words for option in options}
            return " › ".join(str(named[part]) for part in value)
        case Number(none=none):
            return none if value is None else str(value)


def deviations(settings: Settings) -> tuple[Deviation, ...]:
    """Everything that is not as by default, in the order of the page."""
    return tuple(
        Deviation(setting.key, setting.title, words(settings, setting), words(Settings(), setting), setting.gap)
        for setting in SETTINGS
        if deviates(settings, setting)
    )


def _plain(value: Any) -> Any:
    return msgspec.structs.asdict(value) if isinstance(value, msgspec.Struct) else value


def nested(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values by key, a dot in the key leading into an object, as the record writes them."""
    found: dict[str, Any] = {}
    for key, value in values.items():
        outer, _, inner = key.partition(".")
        if inner:
            found.setdefault(outer, {})[inner] = value
        else:
            found[outer] = value
    return found
