"""What ranks give: cards, supports, the floor of MP, an offer for HP and MP. Pure; the fight's own code does the sums."""

from typing import Any

import msgspec

from characters.combatant import to_combatant
from characters.sheet import BASIC, Servant, Sheet, letter_of
from combat.rules import cards as fight_cards
from combat.rules import sheet as fight_sheet
from combat.rules.settings import Settings, read_settings
from tabletop.game import Illegal


class Hand(msgspec.Struct, frozen=True):
    """A kind of card that the sheet gives: how many, and their damage value."""

    card: str
    count: int
    damage: int


class Derived(msgspec.Struct, frozen=True):
    """`stats` maps a stat to the basic card it gives, `skills` the id of a skill to its cards. `floor` is None for a Master."""

    stats: dict[str, Hand]
    skills: dict[str, Hand]
    general_support: int
    skill_support: int
    floor: int | None


def settings_of(rules: dict[str, Any]) -> Settings:
    """The settings a campaign plays with; the defaults where they cannot be read."""
    settings = read_settings(rules)
    return Settings() if isinstance(settings, Illegal) else settings


def derived(sheet: Sheet, settings: Settings) -> Derived:
    """What a fight would make of the sheet, whatever its HP and MP are at the moment."""
    combatant = to_combatant(sheet, "this", sheet.name, "A", "front") | {"hp": 1}
    kit = fight_cards.kit(msgspec.convert(combatant, fight_sheet.Servant | fight_sheet.Master), settings)
    full = dict(zip(kit.stock, kit.full, strict=True))
    cards = {card.word: card for card in kit.cards}
    hands = {word: Hand(word, full[word] or 0, card.value) for word, card in cards.items() if full[word] is not None}
    return Derived(
        stats={cards[word].stat: hands[word] for word in BASIC},
        skills={word.removeprefix("skill:"): hand for word, hand in hands.items() if word.startswith("skill:")},
        general_support=full["support:general"] or 0,
        skill_support=full["support:skill"] or 0,
        floor=kit.floor,
    )


def offer(sheet: Servant, settings: Settings) -> tuple[int, int]:
    """HP and MP that go with the ranks (G-16): 30 + 10 × endurance, 50 + 10 × mana. A Master's are typed only."""
    return 30 + 10 * rank_value(sheet.endurance, settings), 50 + 10 * rank_value(sheet.mana, settings)


def rank_value(rank: str, settings: Settings) -> int:
    value: int = getattr(settings.rank_values, letter_of(rank))
    return value
