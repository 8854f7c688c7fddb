"""A session as a log: chosen, looked at exactly as it will be, and kept as a file."""

import io
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header, urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns import names
from campaigns.access import seat_or_404
from campaigns.models import Seat
from campaigns.posts.readable import rules_of
from campaigns.posts.voices import portraits
from campaigns.takeaway import formats, own, session

MOST_PICKED = 200
EVERYBODY = "all"


class Reader(msgspec.Struct, frozen=True):
    """For whose eyes a log may be made: the word of it, and what he is called ("" for everybody)."""

    word: str
    name: str


@never_cache
@require_safe
def log(request: HttpRequest, code: str) -> HttpResponse:
    """The choice; with `pick` the log as it will be; with `as` too, the file."""
    seat = seat_or_404(request, code)
    word = request.GET.get("reader", EVERYBODY)[:20]
    reader = _reader(seat, word)
    # Not every database takes every sign for a part of a name.
    picked = [key[:60] for key in request.GET.getlist("pick")[:MOST_PICKED] if key.isprintable()]
    title = _title(request.GET.get("title", ""))
    context: dict[str, Any] = {
        "seat": seat,
        "place": "log",
        "readers": readers(seat),
        "reader": word,
        "title": title,
        "picked": picked,
    }
    if not picked or "choose" in request.GET:
        context["offers"] = [(kind, offers) for kind, offers in session.offers(reader) if offers]
        return render(request, "campaigns/takeaway/choose.html", context)
    told = session.compose(reader, title, picked)
    if kind := request.GET.get("as", ""):
        return _file(told, reader, kind)
    query = urlencode([("reader", word), ("title", title), *(("pick", key) for key in picked)])
    faces = portraits(reader, told.faces) if reader.pk else _public_faces(seat, reader, told)
    context |= {"session": told, "faces": faces, "formats": formats.available(), "query": query}
    context |= {"cut": told.count >= session.MOST}
    return render(request, "campaigns/takeaway/preview.html", context)


@never_cache
@require_safe
def own_things(request: HttpRequest, code: str) -> HttpResponse:
    """Everything of this person's own, and nothing of anybody else's."""
    seat = seat_or_404(request, code)
    file = io.BytesIO()
    own.write(seat, file)
    called = content_disposition_header(True, f"{seat.campaign.name} - {seat.user.nickname}.zip") or "attachment"
    return HttpResponse(file.getvalue(), content_type="application/zip", headers={"Content-Disposition": called})


def readers(seat: Seat) -> list[Reader]:
    """Everybody, oneself, and for who runs the table each one who sits there.

    Nobody else's eyes are lent where sealed posts are closed to who runs the table too: their writers read them.
    """
    found = [Reader(EVERYBODY, ""), Reader(str(seat.pk), seat.user.nickname)]
    if seat.runs_table and rules_of(seat.campaign).gm_reads_sealed:
        others = seat.campaign.seats.filter(removed_at=None).exclude(pk=seat.pk).select_related("user").order_by("pk")
        found += [Reader(str(other.pk), other.user.nickname) for other in others]
    return found


def _reader(seat: Seat, word: str) -> Seat:
    """The seat whose eyes are asked; to anybody else's there is no way."""
    if word == EVERYBODY:
        return session.everybody(seat.campaign)
    if word not in {reader.word for reader in readers(seat)}:
        raise Http404
    return seat if word == str(seat.pk) else seat.campaign.seats.select_related("campaign", "user").get(pk=word)


def _public_faces(seat: Seat, reader: Seat, told: session.Session) -> dict[str, str]:
    """On the page a face has its address; only those that the log will show are named."""
    shown = session.faces(reader, told.faces)
    return {code: address for code, address in portraits(seat, told.faces).items() if code in shown}


def _title(said: str) -> str:
    title = names.tidy(said)[:80]
    return "" if names.fault(title) else title


def _file(told: session.Session, reader: Seat, kind: str) -> HttpResponse:
    if kind not in formats.available():
        raise Http404
    name = content_disposition_header(True, f"{told.title}.{kind}") or "attachment"
    charset = "" if kind == "pdf" else "; charset=utf-8"
    headers = {"Content-Disposition": name, "X-Content-Type-Options": "nosniff"}
    return HttpResponse(
        formats.made(told, reader, kind), content_type=f"{formats.KINDS[kind]}{charset}", headers=headers
    )
