"""One sheet, its history, and its versions, each as this person may see it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from campaigns.models import Seat
from campaigns.phone.keeping import keep
from characters import sheets
from characters.access import character_or_404, eye_of, may_write, writer_or_403
from characters.changes import Step, history
from characters.knowledge.books import keys_of
from characters.models import Character, SheetVersion
from characters.sheet import Sheet, read
from characters.view import SheetView, seen
from characters.visibility import Eye, merged, redacted, tightened
from characters.wording import number

A_PAGE = 40
"""Versions on one page of the history."""


def sheet(request: HttpRequest, code: str, character: str) -> HttpResponse:
    seat, found = character_or_404(request, code, character)
    known = keys_of(seat, found)
    view = seen(sheets.current(found), eye_of(seat, found), sheets.house_of(seat.campaign), known=known)
    answer = render(request, "characters/sheet.html", _context(seat, found, view))
    return keep(answer) if eye_of(seat, found) == Eye.OWNER else answer


def versions(request: HttpRequest, code: str, character: str) -> HttpResponse:
    """What changed when, and by whom; only what this person can tell apart. `?before=12`: the versions before the twelfth."""
    seat, found = character_or_404(request, code, character)
    kept = _kept(found)
    before = number(request.GET.get("before", ""))
    steps = [step for step in _steps(kept, eye_of(seat, found)) if before is None or step.number < before]
    now = seen(kept[-1][1], eye_of(seat, found), sheets.house_of(seat.campaign))
    shown = [(step, kept[step.index][0]) for step in steps[:A_PAGE]]
    older = steps[A_PAGE - 1].number if len(steps) > A_PAGE else None
    context = _context(seat, found, now) | {"steps": shown, "older": older, "latest": before is None}
    return render(request, "characters/versions.html", context)


def version(request: HttpRequest, code: str, character: str, version: str) -> HttpResponse:
    seat, found = character_or_404(request, code, character)
    kept, step = _step_or_404(seat, found, version)
    eye = eye_of(seat, found)
    view = seen(kept[step.index][1], eye, sheets.house_of(seat.campaign), now=kept[-1][1])
    latest = step.index == _steps(kept, eye)[0].index
    context = _context(seat, found, view) | {"step": step, "version": kept[step.index][0], "latest": latest}
    return render(request, "characters/version.html", context)


@require_POST
def restore(request: HttpRequest, code: str, character: str, version: str) -> HttpResponse:
    """Makes an older version the newest one; what this person may not read stays as it is today."""
    seat, found, eye = writer_or_403(request, code, character)
    kept, step = _step_or_404(seat, found, version)
    source, old = kept[step.index]

    def back(now: Sheet) -> Sheet:
        return merged(now, redacted(tightened(old, now), eye), eye)

    sheets.change(found, back, seat.user, "restored", source.code)
    return redirect("sheet", code=code, character=found.code)


def _context(seat: Seat, character: Character, view: SheetView) -> dict[str, object]:
    return {
        "seat": seat,
        "place": "sheets",
        "character": character,
        "sheet": view,
        "may_write": may_write(seat, character),
        "mine": character.owner_id == seat.pk,
        "master": seat.campaign.characters.filter(code=view.master).first() if view.master else None,
    }


def _kept(character: Character) -> list[tuple[SheetVersion, Sheet]]:
    """All versions, oldest first."""
    return [(kept, read(kept.sheet)) for kept in character.versions.select_related("by").order_by("number")]


def _steps(kept: list[tuple[SheetVersion, Sheet]], eye: Eye) -> list[Step]:
    return history([sheet for _, sheet in kept], eye)


def _step_or_404(seat: Seat, character: Character, code: str) -> tuple[list[tuple[SheetVersion, Sheet]], Step]:
    """A version that this person cannot tell from the one before it does not exist for him."""
    kept = _kept(character)
    for step in _steps(kept, eye_of(seat, character)):
        if kept[step.index][0].code == code:
            return kept, step
    raise Http404
