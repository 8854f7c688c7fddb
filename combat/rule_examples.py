"""What each house rule changes, shown by the engine: the same small fight under one value and under another."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from combat import house_rules
from combat.example_fights import EXAMPLES, Example
from combat.rules import view
from combat.rules.moves import read_move
from combat.rules.play import advance
from combat.rules.recovery import Points, outlives
from combat.rules.reports import Event, Fall, SlotReport
from combat.rules.roster import read_setup, start
from combat.rules.seen import CombatantView, FightView, HandCard
from combat.rules.settings import Settings, read_settings
from combat.rules.state import Fight
from combat.rules_in_words import GROUPS, Group, Setting, Text
from combat.templatetags.telling import Cast
from tabletop.game import GM, Illegal

NAMES: dict[str, str | Promise] = {
    "one": pgettext_lazy("somebody in an example", "Alpha"),
    "two": pgettext_lazy("somebody in an example", "Beta"),
    "three": pgettext_lazy("somebody in an example", "Gamma"),
    "four": pgettext_lazy("somebody in an example", "Delta"),
    "five": pgettext_lazy("somebody in an example", "Epsilon"),
    "six": pgettext_lazy("somebody in an example", "Zeta"),
}
CARDS: dict[str, str | Promise] = {
    "skill:skill": _("skill card"),
    "spell:spell": pgettext_lazy("a card of an example", "spell"),
    "np:np": _("Phantasm"),
}


class Shown(msgspec.Struct, frozen=True):
    """The fight under one value of the setting, as far as the example looks at it; or how a move of it was refused."""

    words: Text
    usual: bool
    holds: bool
    refused: Illegal | None = None
    slots: tuple[SlotReport, ...] = ()
    falls: tuple[Fall, ...] = ()
    event: Event | None = None
    hand: tuple[HandCard, ...] = ()
    people: tuple[CombatantView, ...] = ()
    view: FightView | None = None
    safe: bool | None = None


class Told(msgspec.Struct, frozen=True):
    """A setting with its example, the default first."""

    setting: Setting
    look: str
    shown: tuple[Shown, ...]


def told(settings: Settings) -> tuple[tuple[Group, tuple[Told, ...]], ...]:
    """Every setting by groups; `holds` marks what holds under `settings`, whose own value is always among the shown."""
    return tuple((group, tuple(_told(setting, settings) for setting in group.settings)) for group in GROUPS)


def cast() -> Cast:
    """What people and cards of the examples are called."""
    cards = {word: str(name) for word, name in CARDS.items()}
    return Cast({id: str(name) for id, name in NAMES.items()}, dict.fromkeys(NAMES, cards))


def _told(setting: Setting, settings: Settings) -> Told:
    example = EXAMPLES[setting.key]
    here, usual, *others = (json.dumps(value) for value in (house_rules.value_of(settings, setting), *example.values))
    shown = tuple(
        msgspec.structs.replace(
            fought(setting.key, value), words=_words(setting, value), usual=value == usual, holds=value == here
        )
        for value in dict.fromkeys((usual, *others, here))
    )
    return Told(setting, example.look, shown)


def _words(setting: Setting, value: str) -> Text:
    settings = read_settings(house_rules.nested({setting.key: json.loads(value)}))
    return house_rules.words(Settings() if isinstance(settings, Illegal) else settings, setting)


@lru_cache(maxsize=256)
def fought(key: str, value: str) -> Shown:
    """The example of a setting with this value (as JSON)."""
    example = EXAMPLES[key]
    setting = house_rules.nested({key: json.loads(value)})
    setup = read_setup({"combatants": list(example.combatants), "settings": {**example.rules, **setting}})
    if isinstance(setup, Illegal):
        return _shown(refused=setup)
    fight = start(setup)
    for move in example.moves:
        done = _played(fight, move)
        if isinstance(done, Illegal):
            return _shown(refused=done)
        fight = done
    return _looked_at(example, fight)


def _played(fight: Fight, value: Mapping[str, Any]) -> Fight | Illegal:
    move = read_move(dict(value))
    return move if isinstance(move, Illegal) else advance(fight, move)


def _looked_at(example: Example, fight: Fight) -> Shown:
    seen = view(fight, (GM,))
    one = seen.combatants[0]
    match example.look:
        case "slots":
            return _shown(slots=tuple(slot for slot in seen.slots if slot.duels or slot.notes), falls=seen.falls)
        case "event":
            return _shown(event=seen.events[-1], people=(one,))
        case "hand":
            return _shown(hand=tuple(card for card in seen.own[0].hand if card.family == "basic")[:1])
        case "state":
            return _shown(people=seen.combatants, falls=seen.falls)
        case "end":
            return _shown(view=seen)
        case "deadline":
            safe = outlives("servant", Points(one.hp, one.mp), recover_to=seen.settings.recover_to)
            return _shown(people=(one,), safe=safe)


def _shown(**what: Any) -> Shown:
    return Shown(words="", usual=False, holds=False, **what)
