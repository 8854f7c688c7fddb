"""What fights put into the log of a session (`campaigns.takeaway.session`): rounds to be read, each slot with its reasons."""

from collections.abc import Iterator

from django.template.loader import render_to_string
from django.utils.translation import gettext

from campaigns.models import Seat
from campaigns.takeaway.session import SOURCES, Line, Offer, Section, Source, clean
from combat.exports import Step, steps
from combat.models import Fight
from combat.screen import Screen, screen
from combat.templatetags.telling import cast_of_view


def register() -> None:
    SOURCES.append(Source("fight", _offers, _section))


def _offers(reader: Seat) -> Iterator[Offer]:
    for fight in reader.campaign.fights.filter(rehearsal=False).order_by("pk"):
        yield Offer(f"fight:{fight.code}", fight.title, fight.at)


def _section(reader: Seat, code: str) -> Section | None:
    fight = reader.campaign.fights.filter(code=code, rehearsal=False).select_related("record").first()
    return None if fight is None else Section("fight", fight.title, tuple(_lines(fight, reader)))


def _lines(fight: Fight, reader: Seat) -> Iterator[Line]:
    """As the reader's own combatants see it; who runs the table tells what everybody sees."""
    held = fight.record.chairs.filter(user=reader.user_id).values_list("seat", flat=True)
    shown = screen(fight, fight.record, tuple(held), players={})
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
