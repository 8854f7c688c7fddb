"""Judgement cards and bars as drawings: kind is silhouette, glyph and letter, never colour alone."""

from functools import cache, lru_cache
from typing import Any

import msgspec
from django import template
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from campaigns.templatetags.look import sprite

register = template.Library()

MOST_BARS = 12
"""More cards of a kind than an eye counts."""


class Face(msgspec.Struct, frozen=True):
    """How a kind of card looks and what it is called."""

    kind: str
    letter: str | Promise
    name: str | Promise


FACES = {
    "smash": Face("smash", pgettext_lazy("letter", "S"), gettext_lazy("Smash")),
    "counter": Face("counter", pgettext_lazy("letter", "C"), gettext_lazy("Counter")),
    "onslaught": Face("onslaught", pgettext_lazy("letter", "O"), gettext_lazy("Onslaught")),
    "wait": Face("wait", pgettext_lazy("letter", "W"), gettext_lazy("Wait")),
    "chant": Face("wait", pgettext_lazy("letter", "Ch"), gettext_lazy("Chant")),
    "critical": Face("critical", pgettext_lazy("letter", "K"), gettext_lazy("Critical")),
    "np": Face("phantasm", pgettext_lazy("letter", "P"), gettext_lazy("Phantasm")),
    "skill": Face("skill", pgettext_lazy("letter", "T"), gettext_lazy("Skill")),
    "spell": Face("magic", pgettext_lazy("letter", "M"), gettext_lazy("Magic")),
    "support": Face("skill", pgettext_lazy("letter", "H"), gettext_lazy("Support")),
}

STATES = {"": "", "won": gettext_lazy("won"), "lost": gettext_lazy("lost"), "tied": gettext_lazy("tied")}


def face(word: str) -> Face:
    """The face of a card word: `smash`, `skill:mana-burst`, …"""
    return FACES[word.partition(":")[0]]


@register.simple_tag
def card_name(word: str, name: str = "") -> str:
    """What a card is called: the own name of a skill, phantasm or spell, else its kind."""
    return name or str(face(word).name)


@register.simple_tag
def card(word: str, size: str = "slot", state: str = "", value: int | None = None, name: str = "") -> SafeString:
    """A card lying open. `size`: slot, mini, or large (with its name and a line about its damage)."""
    return _card(word.partition(":")[0], size, state, value, name, get_language())


@lru_cache(maxsize=1024)
def _card(word: str, size: str, state: str, value: int | None, name: str, language: str | None) -> SafeString:
    look = face(word)
    classes = " ".join(
        filter(None, ["card", f"card-{look.kind}", {"mini": "mini", "large": "card-l"}.get(size), state])
    )
    return format_html(
        '<span class="{}"><svg class="card-shape" aria-hidden="true"><use href="{}"/></svg>'
        '<svg class="card-glyph" aria-hidden="true"><use href="{}"/></svg>{}</span>',
        classes,
        sprite(f"s-{look.kind}"),
        sprite(f"g-{look.kind}"),
        _words(look, word, size, state, value, name),
    )


def _words(look: Face, word: str, size: str, state: str, value: int | None, name: str) -> SafeString:
    spoken = " ".join(filter(None, [card_name(word, name), str(STATES.get(state, ""))]))
    if size == "mini":
        return format_html('<span class="vh">{}</span>', spoken)
    if size == "large":
        line = "" if value is None else _("damage %(value)s") % {"value": value}
        return format_html('<span class="card-text"><b>{}</b><small>{}</small></span>', look.name, line)
    number = "" if value is None else format_html("<small>{}</small>", value)
    return format_html(
        '<b class="card-name"><span aria-hidden="true">{}</span>{}<span class="vh">{}</span></b>',
        look.letter,
        number,
        spoken,
    )


@register.simple_tag
def covered(size: str = "slot") -> SafeString:
    """A card lying face down: the same bytes whatever lies under it."""
    return _covered(size, get_language())


@cache
def _covered(size: str, language: str | None) -> SafeString:
    return format_html(
        '<span class="card card-back{}"><svg class="card-shape" aria-hidden="true"><use href="{}"/></svg>'
        '<span class="card-seal"><svg aria-hidden="true"><use href="{}"/></svg></span><span class="vh">{}</span></span>',
        " mini" if size == "mini" else " card-l" if size == "large" else "",
        sprite("s-back"),
        sprite("seal-body"),
        _("covered card"),
    )


@register.simple_tag
def no_card(size: str = "slot") -> SafeString:
    """A place where no card lies and none was handed in."""
    return format_html(
        '<span class="card card-wait{}"><svg class="card-shape" aria-hidden="true"><use href="{}"/></svg>'
        '<span></span><span class="vh">{}</span></span>',
        " mini" if size == "mini" else "",
        sprite("s-wait"),
        _("nothing yet"),
    )


@register.simple_tag
def tally(left: int | None, full: int | None) -> SafeString:
    """A bar for each card, filled while it is left; nothing where there is no limit, or are more than can be told apart."""
    if left is None or full is None or max(full, left) > MOST_BARS:
        return SafeString("")
    bars = "".join(
        f'<path class="{"on" if place < left else "off"}" d="M{place * 5 + 0.5} 1h2.5v10h-2.5z"/>'
        for place in range(max(full, left))
    )
    width = max(full, left) * 5
    return format_html(
        '<svg class="tally" width="{0}" height="12" viewBox="0 0 {0} 12" aria-hidden="true">{1}</svg>',
        width,
        SafeString(bars),  # numbers only
    )


@register.simple_tag
def hp_bar(key: str, label: str, now: int, full: int, lost: int = 0) -> SafeString:
    """HP as a thick rule: a tick every 10 points (from 200 on every 50, and so on), what the last blow took in vermilion."""
    width = max(full, now + max(lost, 0), 1)
    step = 10
    while width >= 20 * step:
        step *= 5
    ticks = "".join(f"M{at} 0V10" for at in range(step, width, step))
    return format_html(
        '<div class="bar bar-hp"><b>{label}</b><svg viewBox="0 0 {width} 10" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="has" id="hp-{key}" width="{has}" height="10"/>{cut}<path class="tick" d="{ticks}"/>'
        '<rect class="box" width="{width}" height="10"/></svg><span class="val">{now}<small>/{full}</small></span></div>',
        label=label,
        width=width,
        key=key,
        has=max(now, 0),
        cut=_cut(now, lost),
        ticks=ticks,
        now=minus(now),
        full=full,
    )


def _cut(now: int, lost: int) -> SafeString:
    if lost <= 0:
        return SafeString("")
    return format_html('<rect class="cut" x="{}" width="{}" height="10"/>', max(now, 0), lost)


@register.simple_tag
def mp_bar(key: str, label: str, now: int, full: int, floor: int | None = None) -> SafeString:
    """MP, thinner; left of its zero mark the debt, down to the floor where the reader may know it."""
    least = min(now, 0) if floor is None else min(floor, now)
    top = max(full, now, 1)
    return format_html(
        '<div class="bar bar-mp"><b>{label}</b><svg viewBox="{least} 0 {width} 10" preserveAspectRatio="none" aria-hidden="true">'
        '<path class="floor" d="M{least} 5H0"/><rect class="has" id="mp-{key}" x="{start}" width="{has}" height="10"/>'
        '<rect class="box" width="{top}" height="10"/><path class="zero" d="M0 -4V14"/></svg>'
        '<span class="val">{now}<small>/{full}</small></span></div>',
        label=label,
        least=least,
        width=top - least,
        start=min(now, 0),
        has=abs(now),
        top=top,
        key=key,
        now=minus(now),
        full=full,
    )


@register.filter
def minus(number: Any) -> str:
    """A number with the true minus sign."""
    return f"−{-number}" if isinstance(number, int) and number < 0 else str(number)
