"""The ledger of one character: what it has left, every change, and for who runs the table an entry and its undoing."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST, require_safe

from campaigns.arrivals import said_code
from campaigns.models import Scene, Seat
from campaigns.scenes import eye as scenes
from characters import sheets
from characters.access import character_or_404, eye_of
from characters.knowledge.books import keys_of
from characters.ledger import posting
from characters.ledger.forms import EntryForm
from characters.ledger.reading import Line, accounts, lines
from characters.ledger.running import RUNNING
from characters.ledger.views.pages import page, warn
from characters.models import Character, LedgerEntry
from characters.visibility import redacted
from tabletop.game import Illegal

A_PAGE = 60
LOOKED_THROUGH = 1000
"""So many entries are read for one page; who may read few of them sees what is among these."""


@require_safe
def ledger(request: HttpRequest, code: str, character: str) -> HttpResponse:
    """`?scene=`: as it stood at the end of that scene. `?before=`: the entries before that one."""
    seat, found = character_or_404(request, code, character)
    return _page(request, seat, found)


@require_POST
def post(request: HttpRequest, code: str, character: str) -> HttpResponse:
    """An entry of the GM's."""
    seat, found = _table(request, code, character)
    form = EntryForm(request.POST, sheets.current(found))
    if not form.is_valid():
        return _page(request, seat, found, form)
    said = form.cleaned_data
    changes = {said["account"]: said["amount"]}
    done = posting.post(found, changes, by=seat.user, cause="gm", reason=said["reason"], code=said_code(request))
    if isinstance(done, Illegal):
        return _page(request, seat, found, form, done)
    warn(request, done)
    return redirect("ledger", code, character)


@require_POST
def undo(request: HttpRequest, code: str, character: str, entry: str) -> HttpResponse:
    """The counter-entry; said twice it stands once."""
    seat, found = _table(request, code, character)
    kept = found.entries.select_related("character").filter(code=entry).first()
    if kept is None:
        raise Http404
    done = posting.undo(kept, seat.user)
    if isinstance(done, Illegal):
        return _page(request, seat, found, refused=done)
    warn(request, done)
    return redirect("ledger", code, character)


def _table(request: HttpRequest, code: str, character: str) -> tuple[Seat, Character]:
    seat, found = character_or_404(request, code, character)
    if not seat.runs_table:
        raise PermissionDenied
    return seat, found


def _page(
    request: HttpRequest,
    seat: Seat,
    character: Character,
    form: EntryForm | None = None,
    refused: Illegal | None = None,
) -> HttpResponse:
    sheet, eye = sheets.current(character), eye_of(seat, character)
    known = keys_of(seat, character)
    past = _asked_scene(request, seat)
    entries = _entries(character)
    if past is not None:
        entries = entries.filter(at__lte=past.closed_at)
    kept = list(entries[:LOOKED_THROUGH])
    read = lines(kept, sheet, eye, known)
    shown, older = _shown(read, request.GET.get("before", ""))
    form = form or (EntryForm(None, sheet) if seat.runs_table else None)
    context: dict[str, Any] = {
        "seat": seat,
        "place": "sheets",
        "character": character,
        "lines": shown,
        "older": older,
        "past": past,
        "scenes": scenes.scenes(seat).exclude(closed_at=None).order_by("-number")[:40],
        "standing": accounts(kept[0].standing, redacted(sheet, eye, known=known), eye) if kept else (),
        "running": _running(request, seat, character) if past is None else [],
        "form": form if past is None else None,
    }
    return page(request, "ledger.html", context, *filter(None, [form]), refused=refused)


def _entries(character: Character) -> QuerySet[LedgerEntry]:
    undone = LedgerEntry.objects.filter(undoes=OuterRef("pk"))
    return character.entries.select_related("by", "scene__day").annotate(is_undone=Exists(undone)).order_by("-number")


def _asked_scene(request: HttpRequest, seat: Seat) -> Scene | None:
    code = request.GET.get("scene", "")
    return scenes.scenes(seat).exclude(closed_at=None).filter(code=code).first() if code.isalnum() else None


def _shown(read: list[Line], before: str) -> tuple[list[Line], str]:
    """A page of them, and where the next one begins."""
    start = next((at + 1 for at, line in enumerate(read) if line.code == before), 0)
    shown = read[start : start + A_PAGE]
    return shown, shown[-1].code if len(read) > start + A_PAGE else ""


def _running(request: HttpRequest, seat: Seat, character: Character) -> list[str]:
    told = (part(request, seat, character) for part in RUNNING)
    return [render_to_string(template, {"seat": seat, **said}, request) for template, said in filter(None, told)]
