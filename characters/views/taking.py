"""A sheet that goes out: as text, for CCFOLIA, for Udonarium. Each holds what its reader may see, and nothing else."""

from typing import Final

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from campaigns.access import seat_or_404
from campaigns.models import Seat
from campaigns.takeaway import session
from characters import sheets
from characters.access import character_or_404, eye_of, may_write
from characters.bringing import baggage
from characters.exchange import ccfolia, udonarium, written
from characters.exchange.talk import Message
from characters.knowledge.books import keys_of
from characters.models import Character
from characters.sheet import Servant, Sheet
from characters.visibility import Eye, redacted, settled

MOST_PICKED: Final = 200
ENDINGS: Final = {
    "text": ("text/plain; charset=utf-8", "txt"),
    "ccfolia": ("application/json; charset=utf-8", "json"),
    "udonarium": ("application/zip", "zip"),
}


class Going(msgspec.Struct, frozen=True):
    """A sheet on its way out: what its reader may see of it, and what he is called who is its Master."""

    character: Character
    sheet: Sheet
    eye: Eye
    master: str
    link: str


@require_safe
def take(request: HttpRequest, code: str, character: str) -> HttpResponse:
    """The texts to copy, and the files to keep (`?file=udonarium`)."""
    seat, found = character_or_404(request, code, character)
    going = leaving(request, seat, found)
    if file := request.GET.get("file"):
        return _file(going, file)
    context = {
        "seat": seat,
        "place": "sheets",
        "character": found,
        "piece": as_piece(going),
        "text": written.write(going.sheet, going.master),
        "may_write": may_write(seat, found),
        "whole": going.eye != Eye.OTHER,
    }
    return render(request, "characters/exchange/take.html", context)


def leaving(request: HttpRequest, seat: Seat, character: Character) -> Going:
    eye = eye_of(seat, character)
    sheet = redacted(settled(sheets.current(character)), eye, known=keys_of(seat, character))
    link = request.build_absolute_uri(reverse("sheet", args=(seat.campaign.code, character.code)))
    return Going(character, sheet, eye, _master(seat, sheet), link)


def as_piece(going: Going) -> str:
    kept = ccfolia.object_of(baggage(going.character, "ccfolia", going.eye))
    return ccfolia.write_piece(going.sheet, link=going.link, master=going.master, kept=kept)


def as_zip(going: Going) -> bytes:
    kept = baggage(going.character, "udonarium", going.eye)
    return udonarium.write_character(going.sheet, master=going.master, picture=picture_of(going), kept=kept)


def picture_of(going: Going) -> tuple[str, bytes] | None:
    """The portrait that this reader sees, media type and bytes."""
    portrait = going.character.portraits.filter(code=going.sheet.portrait).first() if going.sheet.portrait else None
    return None if portrait is None else (portrait.kind, bytes(portrait.data))


@require_safe
def room(request: HttpRequest, code: str) -> HttpResponse:
    """A room of Udonarium: every character as this person reads it, and at its tabs what everybody may read of the threads
    and fights that were picked."""
    seat = seat_or_404(request, code)
    figures = [_figure(leaving(request, seat, one)) for one in seat.campaign.characters.order_by("pk")]
    told = session.compose(session.everybody(seat.campaign), "", request.GET.getlist("pick")[:MOST_PICKED])
    said = [_said(section.title, line) for section in told.sections for line in section.lines]
    name = content_disposition_header(True, f"{seat.campaign.name}.zip") or "attachment"
    made = udonarium.write_room(figures, said)
    return HttpResponse(made, content_type="application/zip", headers={"Content-Disposition": name})


def _figure(going: Going) -> tuple[Sheet, str, tuple[str, bytes] | None, str]:
    return going.sheet, going.master, picture_of(going), baggage(going.character, "udonarium", going.eye)


def _said(tab: str, line: session.Line) -> Message:
    at = int(line.at.timestamp() * 1000) if line.at else 0
    return Message(tab, line.name, session.words(line.html), at=at)


def _master(seat: Seat, sheet: Sheet) -> str:
    if not isinstance(sheet, Servant) or not sheet.master:
        return ""
    return next(iter(seat.campaign.characters.filter(code=sheet.master).values_list("name", flat=True)), "")


def _file(going: Going, format: str) -> HttpResponse:
    match format:
        case "text":
            made: str | bytes = written.write(going.sheet, going.master)
        case "ccfolia":
            made = as_piece(going)
        case "udonarium":
            made = as_zip(going)
        case _:
            raise Http404
    kind, ending = ENDINGS[format]
    name = content_disposition_header(True, f"{going.sheet.name}.{ending}") or "attachment"
    return HttpResponse(made, content_type=kind, headers={"Content-Disposition": name})
