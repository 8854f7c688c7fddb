"""Ace Royal's cards as drawings and sentences: silhouette by kind, glyph by what it does, its state, what it can do in words."""

import re
from functools import lru_cache
from typing import Any

import msgspec
from django import template
from django.template.loader import get_template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from boardgames.ace_royal.cards import SHIPPED, Card, Pool
from boardgames.ace_royal.vocabulary import Ability
from boardgames.box import cited
from boardgames.card_sets.on_table import cards_or
from boardgames.telling import remembered
from boardgames.templatetags.ace_royal import FALLBACK, NAMED_IN_ENGLISH, ace_royal_name, explain
from campaigns.templatetags.look import sprite
from tabletop.game import Illegal

register = template.Library()

SHAPES = {"hero": "phantasm", "class": "skill", "code": "critical", "scene": "magic"}
"""Kind of card → the silhouette of icons.svg that stands for it."""

GLYPHS = {"pa": "smash", "pd": "counter", "ma": "magic", "md": "wait", "all": "critical"}
"""What a card changes → its glyph; `OTHER` for the rest."""

OTHER = {
    "proxy": "onslaught",
    "coin": "skill",
    "mana": "phantasm",
    "draw": "skill",
    "cancel_engagement": "wait",
    "prevent_coin": "wait",
    "dmg": "counter",
}

PIPS = {
    1: ((16, 16),),
    2: ((10, 10), (22, 22)),
    3: ((9, 9), (16, 16), (23, 23)),
    4: ((10, 10), (22, 10), (10, 22), (22, 22)),
    5: ((9, 9), (23, 9), (16, 16), (9, 23), (23, 23)),
    6: ((10, 9), (22, 9), (10, 16), (22, 16), (10, 23), (22, 23)),
}


@register.simple_tag
def royal_card(code: str, state: str = "upright", size: str = "") -> SafeString:
    """A card lying open, turned as its state says. `size`: "" or mini."""
    return _face(cards_or(SHIPPED), code, state, size, get_language())


@lru_cache(maxsize=1024)
def _face(cards: Pool, code: str, state: str, size: str, language: str | None) -> SafeString:
    card = cards.cards[code]
    shape = SHAPES[card.type]
    return format_html(
        '<span class="card card-{}{} a-{}"><svg class="card-shape" aria-hidden="true"><use href="{}"/></svg>'
        '<svg class="card-glyph" aria-hidden="true"><use href="{}"/></svg><span class="vh">{}{}</span></span>',
        shape,
        f" {size}" if size else "",
        state,
        sprite(f"s-{shape}"),
        sprite(f"g-{_glyph(card)}"),
        ace_royal_name(code),
        "" if state == "upright" else f", {ace_royal_name(state)}",
    )


def _glyph(card: Card) -> str:
    effects = [msgspec.to_builtins(effect) for ability in card.abilities for effect in ability.do]
    first: dict[str, Any] = effects[0] if effects else {}
    if first.get("op") == "choose":
        first = first["options"][0]
    return GLYPHS.get(first.get("stat", ""), "") or OTHER.get(first.get("op", ""), "phantasm")


@register.simple_tag
def royal_back(state: str = "upright", size: str = "") -> SafeString:
    """A card lying face-down: the same bytes whatever it is."""
    return format_html(
        '<span class="card card-back{} a-{}"><svg class="card-shape" aria-hidden="true"><use href="{}"/></svg></span>',
        f" {size}" if size else "",
        state,
        sprite("s-back"),
    )


@register.filter
def pips(number: int) -> tuple[tuple[int, int], ...]:
    """Where the pips of a die lie, on 32 by 32."""
    return PIPS.get(number, ())


@register.filter
def card_of(code: str) -> Card:
    return cards_or(SHIPPED).cards[code]


@register.filter
def says(code: str) -> SafeString:
    """What a card can do, an ability a line: when, at what price, what."""
    return _says(cards_or(SHIPPED), code, get_language())


@lru_cache(maxsize=1024)
def _says(cards: Pool, code: str, language: str | None) -> SafeString:
    return card_says(cards.cards[code])


def card_says(card: Card) -> SafeString:
    """The same of a card that need not be in any set."""
    shown: Any = get_template("boardgames/ace_royal/screen/says.html")
    context = {"card": card, "abilities": [_told(ability) for ability in card.abilities]}
    # every part of a sentence comes from a template of its own, which ends in a line break
    return SafeString(re.sub(r" ([,;:])(?= )", r"\1", " ".join(shown.render(context).split())))


def _told(ability: Ability) -> dict[str, Any]:
    """An ability as the templates read it: plain words and numbers."""
    told: dict[str, Any] = msgspec.to_builtins(ability)
    language = (get_language() or FALLBACK).lower()
    named = ability.name if language.startswith(NAMED_IN_ENGLISH) else ability.names.get(language, "")
    return told | {
        "called": named or ability.names.get(FALLBACK, ability.name),
        "down": ability.pays_down,
        "discards": ability.discards,
        "gives_itself": ability.gives_itself,
        "role": ability.role or "",
        "dealt": max((condition.dealt for condition in ability.when), default=0),
        "discards_codes": ability.discards_codes,
        "costs_mana": ability.costs_mana,
        "needs_roll": ", ".join(map(str, ability.needs_roll)),
        "asks": _conditions(ability),
        "codes": max((condition.codes for condition in ability.when), default=0),
    }


def _conditions(ability: Ability) -> list[dict[str, Any]]:
    """What else must hold than is told of every ability; at a loss it goes without saying that 1 was dealt."""
    said = 99 if ability.kind != "trigger" else 1 if "loss" in ability.windows else 0
    found = (
        msgspec.structs.replace(
            one, role=None, codes=0, coin_incoming=False, dealt=one.dealt if one.dealt > said else 0
        )
        for one in ability.when
    )
    return [told for one in found if (told := msgspec.to_builtins(one))]


named = register.filter("named", remembered(SHIPPED, ace_royal_name))
"""`ace_royal_name`, remembered."""


@register.filter
def because(illegal: Illegal) -> str:
    """Why a move is refused."""
    return explain(illegal)


@register.filter
def is_rule(word: str) -> bool:
    """Whether the reason is a rule's id, not a card's."""
    return bool(cited(word))


@register.filter
def signed(number: object) -> str:
    """A change with its sign, the true minus; `min(X,3)` as X of at most 3."""
    text = re.sub(r"min\(X,(\d+)\)", r"X(≤\1)", str(number))
    return text.replace("-", "−") if text.startswith("-") else f"+{text}"


@register.filter
def minus(number: int) -> str:
    """A number with the true minus sign."""
    return str(number).replace("-", "−")


@register.filter
def times(number: int) -> range:
    """To draw a thing so many times."""
    return range(max(0, number))


@register.simple_tag
def all_cards() -> list[tuple[str, list[Card]]]:
    """The set by kind, in its own order."""
    return [(kind, [card for card in SHIPPED.cards.values() if card.type == kind]) for kind in SHAPES]
