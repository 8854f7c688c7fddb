"""Dominate's cards as drawings and sentences: silhouette by attribute, the printed power, what the card does in words."""

from functools import lru_cache

from django import template
from django.template.loader import get_template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from boardgames.box import cited
from boardgames.card_sets.on_table import cards_or
from boardgames.dominate.cards import SHIPPED, Pool
from boardgames.dominate.vocabulary import Card
from boardgames.telling import remembered
from boardgames.templatetags.dominate import dominate_name, explain
from boardgames.templatetags.dominate_deeds import deeds
from campaigns.templatetags.look import sprite
from tabletop.game import Illegal

register = template.Library()

KINDS = {"might": "smash", "swift": "onslaught", "arcane": "magic", "ruse": "skill", "relic": "phantasm"}
"""Attribute → the drawing of icons.svg that stands for it."""


@register.simple_tag
def card_face(code: str, size: str = "") -> SafeString:
    """A card lying open, with its power. `size`: "" or mini."""
    return _face(cards_or(SHIPPED), code, size, get_language())


@lru_cache(maxsize=512)
def _face(cards: Pool, code: str, size: str, language: str | None) -> SafeString:
    card = cards.cards[code]
    shape, glyph = _kinds(card)
    return format_html(
        '<span class="card card-{}{}"><svg class="card-shape" aria-hidden="true"><use href="{}"/></svg>'
        '<svg class="card-glyph" aria-hidden="true"><use href="{}"/></svg>'
        '<b class="card-name" aria-hidden="true">{}</b><span class="vh">{}</span></span>',
        shape,
        f" {size}" if size else "",
        sprite(f"s-{shape}"),
        sprite(f"g-{glyph}"),
        card.power,
        dominate_name(code),
    )


def _kinds(card: Card) -> tuple[str, str]:
    """An art that is a relic keeps the arch; what is drawn in it is its other attribute."""
    first = card.attributes[0] if card.attributes else "ruse"
    other = next((one for one in card.attributes if one != "relic"), "relic")
    return KINDS["relic" if "relic" in card.attributes else first], KINDS[other]


@register.simple_tag
def card_back(size: str = "") -> SafeString:
    """A card lying face down: the same bytes whatever it is."""
    return format_html(
        '<span class="card card-back{}"><svg class="card-shape" aria-hidden="true"><use href="{}"/></svg></span>',
        f" {size}" if size else "",
        sprite("s-back"),
    )


@register.filter
def card_of(code: str) -> Card:
    return cards_or(SHIPPED).cards[code]


@register.filter
def results_of(stake: str) -> int:
    """How many results a stake is worth."""
    return cards_or(SHIPPED).stakes[stake].results


@register.filter
def mana_of(code: str) -> int:
    """The mana that a situation gives to everybody, or a warden starts with."""
    cards = cards_or(SHIPPED)
    return cards.situations[code].mana if code in cards.situations else cards.wardens[code].mana


@register.filter
def does(code: str | None) -> str:
    """What a card, warden, situation or stake does, as a sentence; "" for what does nothing more than it shows."""
    return _does(cards_or(SHIPPED), code or "", get_language())


@lru_cache(maxsize=1024)
def _does(cards: Pool, code: str, language: str | None) -> str:
    entry = cards.entry(code)
    if entry is not None and entry != SHIPPED.entry(code):
        return deeds(entry)
    return _sentence("does", code=code)


named = register.filter("named", remembered(SHIPPED, dominate_name))
"""`dominate_name`, remembered."""


term = register.filter("term", remembered(SHIPPED, lambda rule: _sentence("term", rule=rule) or dominate_name(rule)))
"""What a rule or card is called where it is a reason of a sum."""

attribute = register.filter("attribute", remembered(SHIPPED, lambda word: _sentence("attribute", word=word)))


@register.filter
def role_of(champion: str) -> str:
    """The class of a champion; one that its owner made up stands as he wrote it."""
    return _role(cards_or(SHIPPED).champions[champion].role, get_language())


@lru_cache(maxsize=256)
def _role(role: str, language: str | None) -> str:
    return _sentence("role", role=role)


@register.simple_tag
def shipped_roles() -> list[str]:
    """The classes that there are, in words."""
    return [_role(champion.role, get_language()) for champion in SHIPPED.champions.values()]


@register.filter
def because(illegal: Illegal) -> str:
    """Why a move is refused."""
    return explain(illegal)


@register.filter
def is_rule(word: str) -> bool:
    """Whether the reason is a rule's id, not a card's."""
    return bool(cited(word))


def _sentence(name: str, **context: str) -> str:
    return " ".join(get_template(f"boardgames/dominate/screen/{name}.html").render(context).split())


@register.filter
def minus(number: int) -> str:
    """A number with the true minus sign."""
    return str(number).replace("-", "−")
