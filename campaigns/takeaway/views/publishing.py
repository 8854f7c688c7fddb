"""A session as a log: chosen, looked at exactly as it will be, and kept as a file."""

import io
from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header, urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import names
from campaigns.access import seat_or_404
from campaigns.models import Seat
from campaigns.posts.voices import portraits
from campaigns.takeaway import eyes, formats, own, paper, session
from campaigns.takeaway.tasks import print_session
from campaigns.views.pages import wants_fragment
from tabletop.jobs import Unreachable, send

MOST_PICKED = 200


@never_cache
@require_safe
def log(request: HttpRequest, code: str) -> HttpResponse:
    """The choice; with `pick` the log as it will be; with `as` too, the file."""
    seat = seat_or_404(request, code)
    word, title, picked = _asked(request.GET)
    reader = _reader(seat, word)
    context: dict[str, Any] = {
        "seat": seat,
        "place": "log",
        "readers": eyes.readers(seat),
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
    query = _query(word, title, picked)
    faces = portraits(reader, told.faces) if reader.pk else _public_faces(seat, reader, told)
    context |= {"session": told, "faces": faces, "formats": formats.KINDS, "query": query}
    context |= {"cut": told.count >= session.MOST, "paper": paper.available() and told.count <= paper.MOST}
    return render(request, "campaigns/takeaway/preview.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def on_paper(request: HttpRequest, code: str) -> HttpResponse:
    """The PDF that this person asked for last: how far it is, then the way to it. A POST has another one made."""
    seat = seat_or_404(request, code)
    if not paper.available():
        raise Http404
    context: dict[str, Any] = {"seat": seat, "place": "log"}
    if request.method == "POST":
        word, title, picked = _asked(request.POST)
        _reader(seat, word)
        if picked and (job := _begun(seat, word, title, picked)) and send(print_session, job.code):
            return redirect("session-paper", code)
        context["down"] = bool(picked)
        return render(request, "campaigns/takeaway/paper_page.html", context, status=503 if picked else 422)
    context["job"] = job = _newest(seat)
    context["query"] = _query(job.reader, job.title, job.picked) if job else ""
    page = "paper_state" if wants_fragment(request) else "paper_page"
    return render(request, f"campaigns/takeaway/{page}.html", context)


@never_cache
@require_safe
def paper_file(request: HttpRequest, code: str) -> FileResponse:
    """The PDF itself, for who asked for it."""
    seat = seat_or_404(request, code)
    job = _newest(seat)
    path = paper.file_of(job) if job else None
    if job is None or path is None:
        raise Http404
    called = f"{job.title or seat.campaign.name}.pdf"
    return FileResponse(path.open("rb"), as_attachment=True, filename=called, content_type="application/pdf")


def _query(word: str, title: str, picked: Iterable[str]) -> str:
    return urlencode([("reader", word), ("title", title), *(("pick", key) for key in picked)])


def _begun(seat: Seat, word: str, title: str, picked: list[str]) -> paper.Printing | None:
    try:
        return paper.begin(seat, word, title, tuple(picked))
    except Unreachable:
        return None


def _newest(seat: Seat) -> paper.Printing | None:
    try:
        job = paper.PRINTING.newest(seat.pk)
        return job and paper.PRINTING.revived(job, print_session)
    except Unreachable:
        return None


def _asked(said: QueryDict) -> tuple[str, str, list[str]]:
    """For whose eyes, under which title, and what of it. Not every database takes every sign for a part of a name."""
    picked = [key[:60] for key in said.getlist("pick")[:MOST_PICKED] if key.isprintable()]
    return said.get("reader", eyes.EVERYBODY)[:20], _title(said.get("title", "")), picked


@never_cache
@require_safe
def own_things(request: HttpRequest, code: str) -> HttpResponse:
    """Everything of this person's own, and nothing of anybody else's."""
    seat = seat_or_404(request, code)
    file = io.BytesIO()
    if not own.write(seat, file):  # a ZIP of nothing is taken for a broken one
        messages.info(request, _("There is nothing of your own here yet: no post, no sheet, no plan."))
        return redirect("session-log", code)
    called = content_disposition_header(True, f"{seat.campaign.name} - {seat.user.nickname}.zip") or "attachment"
    return HttpResponse(file.getvalue(), content_type="application/zip", headers={"Content-Disposition": called})


def _reader(seat: Seat, word: str) -> Seat:
    found = eyes.lent(seat, word)
    if found is None:
        raise Http404
    return found


def _public_faces(seat: Seat, reader: Seat, told: session.Session) -> dict[str, str]:
    """On the page a face has its address; only those that the log will show are named."""
    shown = session.faces(reader, told.faces)
    return {code: address for code, address in portraits(seat, told.faces).items() if code in shown}


def _title(said: str) -> str:
    title = names.tidy(said)[:80]
    return "" if names.fault(title) else title


def _file(told: session.Session, reader: Seat, kind: str) -> HttpResponse:
    if kind not in formats.KINDS:
        raise Http404
    name = content_disposition_header(True, f"{told.title}.{kind}") or "attachment"
    headers = {"Content-Disposition": name, "X-Content-Type-Options": "nosniff"}
    return HttpResponse(
        formats.made(told, reader, kind), content_type=f"{formats.KINDS[kind]}; charset=utf-8", headers=headers
    )
