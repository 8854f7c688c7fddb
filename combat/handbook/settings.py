"""The settings that a rule names: what each is called, what it changes, what it is where nobody has set it."""

from functools import cache

import msgspec

from combat import house_rules
from combat.handbook.chapters import CHAPTERS
from combat.handbook.words import Text
from combat.rules.settings import Settings
from combat.rules_in_words import GROUPS


class Explained(msgspec.Struct, frozen=True):
    """A setting in words; those of one group may share one explanation (the values of the ranks)."""

    key: str
    title: Text
    changes: Text
    usual: Text


@cache
def explained() -> dict[str, Explained]:
    """Every setting that some rule names, by its key, in the order of the page of house rules."""
    named = {key for chapter in CHAPTERS for rule in chapter.rules for key in rule.settings}
    return {
        setting.key: Explained(
            setting.key, setting.title, setting.changes or group.about, house_rules.words(Settings(), setting)
        )
        for group in GROUPS
        for setting in group.settings
        if setting.key in named
    }
