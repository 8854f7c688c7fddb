"""Ace Royal in words: names of cards, refusals, announcements, a whole record.

On a page: `{{ "L-H01"|ace_royal_name }}`, `{% tell_event event names %}`; `names` are what the seats are called, by seat id.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from boardgames import ace_royal
from boardgames.ace_royal.cards import SHIPPED, pool_of
from boardgames.ace_royal.combat import Strike, Sum
from boardgames.ace_royal.report import Event
from boardgames.ace_royal.state import State
from boardgames.card_sets.on_table import cards_or, on_table
from boardgames.record_reading import split_record
from boardgames.telling import sentence, text
from tabletop.game import CHANCE, Illegal

register = template.Library()

NAMED_IN_ENGLISH = "en"
FALLBACK = "ko"


@register.filter
def ace_royal_name(code: str | None) -> str:
    """What a card is called in the reader's language; words and rule ids that have one get theirs."""
    card = cards_or(SHIPPED).cards.get(code or "")
    if card is None:
        return sentence("boardgames/ace_royal/word.html", word=code or "")
    language = (get_language() or FALLBACK).lower()
    if language.startswith(NAMED_IN_ENGLISH):
        return card.name
    return card.names.get(language) or card.names.get(FALLBACK) or card.name


@register.simple_tag(takes_context=True)
def tell_event(context: template.Context, event: Event, names: Mapping[str, str]) -> str:
    """One announced event of a report."""
    told = say(event, names)
    return _escaped(told) if context.autoescape else told


def say(event: Event, names: Mapping[str, str]) -> str:
    return sentence(
        "boardgames/ace_royal/event.html",
        event=event,
        who=names.get(event.seat, event.seat),
        other=names.get(event.other, event.other),
        card=ace_royal_name(event.card),
        named=ace_royal_name(event.word),
    )


def explain(illegal: Illegal) -> str:
    """Why a move or record of this game is refused."""
    return sentence("boardgames/ace_royal/illegal.html", illegal=illegal)


def tell_record(record: dict[str, Any], result: dict[str, Any]) -> str:
    """A whole record as text: the story as it was announced, and how everybody stands."""
    with on_table(pool_of(record.get("cards"))):
        return _told(record, result)


def _told(record: dict[str, Any], result: dict[str, Any]) -> str:
    names = {seat["id"]: seat.get("name") or seat["id"] for seat in record["seats"]}
    return text(
        "boardgames/ace_royal/record.txt",
        title=record.get("title", ""),
        story=list(_lines(record, names)),
        seats=[_seat(names[id], seat) for id, seat in result["seats"].items()],
        waiting=_waiting(result["waiting_for"], names),
    )


def _lines(record: dict[str, Any], names: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    for event, state in _story(record):
        strike = _reasons(_last_strike(state)) if event.code == "struck" else None
        yield {"code": event.code, "text": say(event, names), "strike": strike}


def _story(record: dict[str, Any]) -> Iterator[tuple[Event, State]]:
    setup_part, moves = split_record(record)  # type: ignore[misc]
    state = ace_royal.start(ace_royal.read_setup(setup_part))  # type: ignore[arg-type]
    for value in moves:
        played: Any = ace_royal.play(state, ace_royal.read_move(value))  # type: ignore[arg-type]
        state = played.state
        yield from ((event, state) for event in played.report.events)


def _last_strike(state: State) -> Strike:
    """Between two strikes somebody is asked, so that a move announces one at most."""
    combat = state.combat or state.combats[-1]
    return combat.strikes[-1]


def _reasons(strike: Strike) -> dict[str, Any]:
    sums = {"attack": strike.attack, "defence": strike.defence, "damage": strike.damage}
    return {part: total.value for part, total in sums.items()} | {
        f"{part}_why": _why(total) for part, total in sums.items()
    }


def _why(total: Sum) -> str:
    return ", ".join(f"{ace_royal_name(term.rule)} {_signed(term.value)}" for term in total.why)


def _signed(value: int) -> str:
    return f"+{value}" if value >= 0 else f"−{-value}"


def _seat(name: str, seat: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "hero": ace_royal_name(seat["hero"]) or "?",
        "class": ace_royal_name(seat["class"]) or "?",
        "status": ace_royal_name(seat["status"]),
        "servant": ace_royal_name(seat["servant"]),
        "mana": seat["mana"],
        "spells": seat["spells"],
        "hand": len(seat["hand"]),
    }


def _waiting(waiting: dict[str, Any] | None, names: Mapping[str, str]) -> dict[str, str] | None:
    if waiting is None:
        return None
    who = waiting["who"]
    return {"who": who, "name": CHANCE if who == CHANCE else names[who]}


def _escaped(told: str) -> SafeString:
    return mark_safe(conditional_escape(told))  # noqa: S308
