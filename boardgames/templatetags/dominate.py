"""Dominate in words: names of cards and places, refusals, announcements, a whole record.

On a page: `{{ "HAL1"|dominate_name }}`, `{% tell_said said names %}`; `names` are what the seats are called, by seat id.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from boardgames import dominate
from boardgames.card_sets.on_table import cards_or, on_table
from boardgames.dominate.cards import SHIPPED, pool_of
from boardgames.dominate.report import Said
from boardgames.record_reading import split_record
from boardgames.telling import sentence, text
from tabletop.game import Illegal

register = template.Library()

INDENTED = {"total", "change", "power_shown", "spared"}
UNSAID = {"done"}


@register.filter
def dominate_name(code: str | None) -> str:
    """What a card, art, champion, warden, situation, stake or place is called; rule ids stay as they are."""
    code = code or ""
    if name := _made_up(code):
        return name
    suit, power = (code[0], code[1:]) if len(code) == 2 and code[1].isdigit() else ("", "")
    return sentence("boardgames/dominate/name.html", code=code, suit=suit, power=power)


def _made_up(code: str) -> str:
    """The name of a card that is not as it ships; those that ship have theirs in every language."""
    cards = cards_or(SHIPPED)
    entry = cards.entry(code) if cards is not SHIPPED else None
    return entry.name if entry is not None and entry != SHIPPED.entry(code) else ""


@register.filter
def dominate_names(codes: tuple[str, ...]) -> str:
    return ", ".join(dominate_name(code) for code in codes)


@register.simple_tag(takes_context=True)
def tell_said(context: template.Context, said: Said, names: Mapping[str, str]) -> str:
    """One announced fact of a report."""
    told = say(said, names)
    return _escaped(told) if context.autoescape else told


def say(said: Said, names: Mapping[str, str]) -> str:
    return sentence(
        "boardgames/dominate/said.html",
        said=said,
        who=_called(said.who, names),
        seats=", ".join(_called(seat, names) for seat in said.seats),
        rule=dominate_name(said.rule),
        at=dominate_name(said.at),
        cards=dominate_names(said.cards),
        counted=dominate_name(said.what),
        signed=f"+{said.value}" if said.value >= 0 else f"−{-said.value}",
    )


def explain(illegal: Illegal) -> str:
    """Why a move or record of this game is refused."""
    return sentence("boardgames/dominate/illegal.html", illegal=illegal, rule=dominate_name(illegal.rule))


def tell_record(record: dict[str, Any], result: Any) -> str:
    """A whole record as text: the story as it was announced, and how everybody stands."""
    with on_table(pool_of(record.get("cards"))):
        return _told(record, result)


def _told(record: dict[str, Any], result: Any) -> str:
    names = {seat["id"]: seat.get("name") or seat["id"] for seat in record["seats"]}
    lines = [
        {"code": said.code, "text": say(said, names), "indented": said.code in INDENTED}
        for said in _story(record)
        if said.code not in UNSAID
    ]
    seats = [
        {
            "name": names[id],
            "warden": dominate_name(seat.warden) or "?",
            "champion": dominate_name(seat.champion) or "?",
            "results": seat.results,
            "mana": seat.mana,
            "spells": seat.spells,
        }
        for id, seat in result.seats.items()
    ]
    told = text(
        "boardgames/dominate/record.txt",
        title=record.get("title", ""),
        story=lines,
        seats=seats,
        waiting=_waiting(result, names),
    )
    return told.strip() + "\n"


def _story(record: dict[str, Any]) -> Iterator[Said]:
    setup_part, moves = split_record(record)  # type: ignore[misc]
    state = dominate.start(dominate.read_setup(setup_part))  # type: ignore[arg-type]
    for value in moves:
        played: Any = dominate.play(state, dominate.read_move(value))  # type: ignore[arg-type]
        yield from played.report.said
        state = played.state


def _waiting(result: Any, names: Mapping[str, str]) -> dict[str, str] | None:
    if result.waiting_for is None:
        return None
    who = result.waiting_for.who
    return {"who": who, "name": names.get(who, who)}


def _called(seat: str, names: Mapping[str, str]) -> str:
    return names.get(seat) or dominate_name(seat)


def _escaped(told: str) -> SafeString:
    return mark_safe(conditional_escape(told))  # noqa: S308
