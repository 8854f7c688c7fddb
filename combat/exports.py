"""A fight that leaves the app: as text for a board post, and as a fight record.

The text tells what its reader may see, and by default what everybody may see, since a post is read by all. The record holds
every sheet and every sealed card, so there is none before the end.
"""

from collections.abc import Iterator
from html import unescape
from typing import Any

import msgspec
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from combat.house_rules import deviations
from combat.models import Fight
from combat.rules.record import FORMAT, VERSION
from combat.rules.reports import Event, SlotReport
from combat.screen import LogLine, Screen, screen
from combat.templatetags.telling import cast_of_view
from combat.told import Told
from tabletop import records
from tabletop.game import Illegal

UNTOLD = frozenset({"plan", "present"})
"""Lines of the log that say nothing to who reads the fight afterwards."""


class Step(msgspec.Struct, frozen=True):
    """Something that happened: an opened slot with what it did, or a sentence of the log with the event behind it."""

    said: str = ""
    slot: SlotReport | None = None
    told: Told | None = None
    event: Event | None = None


def record(fight: Fight) -> dict[str, Any] | Illegal:
    """The fight record, with the moves that still stand; `fight_runs` before the end, when plans are still sealed."""
    if not fight.record.closed:
        return Illegal("fight_runs", "format")
    moves = [entry.move for entry in records.standing(fight.record.entries.order_by("seq"))]
    return {"format": FORMAT, "version": VERSION, **fight.record.setup, "moves": moves}


def as_text(fight: Fight, seats: tuple[str, ...] = ()) -> str:
    """The fight as plain text without tables, in the language of this request, as the holder of `seats` may see it."""
    shown = screen(fight, fight.record, seats, players={})
    context = {
        "fight": fight,
        "screen": shown,
        "steps": list(steps(shown)),
        "sides": _sides(shown),
        "deviations": deviations(shown.view.settings),
        "cast": cast_of_view(shown.view),
    }
    return render_to_string("combat/fight.txt", context).strip() + "\n"


def steps(shown: Screen) -> Iterator[Step]:
    """What happened, in its order, as far as this screen shows it; what was undone is left out."""
    slots = {(slot.round, slot.slot): slot for slot in shown.view.slots}
    retreats = (event for event in shown.view.events if event.do == "retreat")
    for logged in reversed(shown.lines):
        line = logged.line
        if line.undone or line.do in UNTOLD:
            continue
        if line.do == "reveal":
            yield Step(slot=slots[line.round, line.slot], told=logged.told)
        else:
            yield Step(said=_said(logged), event=next(retreats, None) if line.do == "retreat" else None)


def _said(logged: LogLine) -> str:
    """The log's own sentence without its markup."""
    return " ".join(unescape(strip_tags(render_to_string("combat/parts/line.html", {"logged": logged}))).split())


def _sides(shown: Screen) -> dict[str, list[str]]:
    sides: dict[str, list[str]] = {}
    for person in shown.people:
        sides.setdefault(person.side, []).append(person.name)
    return sides
