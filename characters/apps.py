from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from campaigns.models import Seat


class CharactersConfig(AppConfig):
    name = "characters"

    def ready(self) -> None:
        from django.utils.translation import gettext_lazy as _

        from campaigns import cover, demo, seats
        from campaigns.posts import chronicle, voices, writing
        from campaigns.scenes import asks, days, parts, signing
        from campaigns.search import sources
        from characters import findable, in_chronicle
        from characters import voices as speaking
        from characters.demo import bring_sheets
        from characters.knowledge import giving
        from characters.ledger import barring, book, grounds, shown, terms, whereabouts
        from characters.ledger.demo import bring_war

        seats.FOLLOW.append(characters_follow)
        seats.FOLLOW.append(giving.follow)
        seats.FOLLOW.append(grounds.follow)
        demo.BRING += [bring_sheets, bring_war]
        days.OPENED.append(terms.scene_opened)
        book.BOOKED.append(terms.follow)
        signing.BARS.append(barring.from_scene)
        writing.BARS.append(barring.from_declaring)
        asks.ASKS.append(shown.asks)
        cover.PARTS.insert(0, shown.terms_part)
        parts.UNDER.append(shown.under_scene)
        parts.BESIDE += [shown.terms_part, shown.alliances_part]
        parts.FOOT.append(shown.pairs_part)
        parts.MARKS += [grounds.marks, whereabouts.marks]
        voices.VOICES.append(speaking.voices)
        chronicle.SOURCES.append(in_chronicle.SOURCE)
        voices.CAST.append(speaking.cast)
        voices.PORTRAITS.append(speaking.portraits)
        voices.SIDES.append(speaking.sides)
        sources.register(findable.SHEET, _("Sheets"), findable.sheets_found)
        sources.register(findable.FACT, _("Facts"), findable.facts_found)


def characters_follow(old: "Seat", new: "Seat") -> None:
    """Who takes a seat over takes its characters."""
    from characters import sheets

    for character in old.characters.select_related("campaign"):
        sheets.give(character, new)
