"""What fights put into the log of a session (`campaigns.takeaway.session`): rounds to be read, each slot with its reasons."""

from collections.abc import Iterator

import msgspec
from django.template.loader import render_to_string
from django.utils.translation import gettext

from campaigns.models import Seat
from campaigns.takeaway import own
from campaigns.takeaway.session import SOURCES, Line, Offer, Section, Source, clean
from combat.exports import Step, steps
from combat.models import Fight
from combat.screen import Screen, screen
from combat.templatetags.telling import cast_of_view


def register() -> None:
    SOURCES.append(Source("fight", _offers, _section))
    own.PARTS.append(_plans)


def _offers(reader: Seat) -> Iterator[Offer]:
    for fight in reader.campaign.fights.filter(rehearsal=False).order_by("pk"):
        yield Offer(f"fight:{fight.code}", fight.title, fight.at)


def _section(reader: Seat, code: str) -> Section | None:
    fight = reader.campaign.fights.filter(code=code, rehearsal=False).select_related("record").first()
    return None if fight is None else Section("fight", fight.title, tuple(_lines(fight, reader)))


def _lines(fight: Fight, reader: Seat) -> Iterator[Line]:
    """As the reader's own combatants see it; who runs the table tells what everybody sees."""
    shown = screen(fight, fight.record, tuple(_held(fight, reader)), players={})
    round_ = 0
    for step in steps(shown):
        if step.slot and step.slot.round != round_:
            round_ = step.slot.round
            yield Line("", "round", gettext("Round %(n)s") % {"n": round_})
        yield _line(step, shown)
    yield Line("", "result", clean(render_to_string("combat/published_end.html", _context(shown))))


def _line(step: Step, shown: Screen) -> Line:
    html = clean(render_to_string("combat/published_step.html", _context(shown) | {"step": step}))
    return Line(gettext("Slot %(n)s") % {"n": step.slot.slot} if step.slot else "", "fight", html)


def _context(shown: Screen) -> dict[str, object]:
    return {"screen": shown, "cast": cast_of_view(shown.view)}


def _plans(seat: Seat) -> Iterator[tuple[str, bytes]]:
    """The plans that this person handed in for his own combatants, once the fight is over, with their seals."""
    fights = Fight.objects.filter(campaign=seat.campaign, rehearsal=False, record__closed=True).order_by("pk")
    mine = (
        {
            "fight": fight.title,
            "combatant": entry.seat,
            "at": entry.at,
            "slots": entry.move["slots"],
            "seal": entry.seal,
        }
        for fight in fights.select_related("record")
        for entry in fight.record.entries.filter(by=seat.user_id, seat__in=_held(fight, seat), move__do="plan")
    )
    if found := list(mine):
        yield "plans.json", msgspec.json.format(msgspec.json.encode(found))


def _held(fight: Fight, seat: Seat) -> list[str]:
    return list(fight.record.chairs.filter(user=seat.user_id).values_list("seat", flat=True))
