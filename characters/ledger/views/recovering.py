"""Declaring a recovery, answering it, and what the house gives."""

from typing import Any

import msgspec
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.access import seat_or_404, table_only
from campaigns.models import Scene, Seat
from campaigns.scenes.views.scenes import scene_or_404
from campaigns.views.pages import posted
from characters import sheets
from characters.access import writer_or_403
from characters.ledger import recoveries, upkeep
from characters.ledger.book import standing
from characters.ledger.forms import AnswerForm, RecoverForm, RestForm
from characters.ledger.grounds import bases_of
from characters.ledger.resting import Reckoning
from characters.ledger.views.pages import page, warn
from characters.models import Character, Recovery, RestRules
from tabletop.game import Illegal


@require_http_methods(["GET", "HEAD", "POST"])
def recover(request: HttpRequest, code: str, scene: str, character: str) -> HttpResponse:
    """Say how a character recovers; the button `reckon` only shows what it comes to."""
    seat, found, _eye = writer_or_403(request, code, character)
    on = scene_or_404(seat, scene)
    house = recoveries.house_of(seat.campaign)
    form = RecoverForm(posted(request), found, bases_of(found, seat), house)
    if not form.is_valid():
        return _asked(request, seat, on, found, form)
    if request.POST.get("act") == "reckon":
        return _asked(request, seat, on, found, form, _reckoned(found, on, seat, form))
    declared = recoveries.declare(found, on, by=seat.user, **form.said)
    if isinstance(declared, Illegal):
        return _asked(request, seat, on, found, form, _reckoned(found, on, seat, form), declared)
    return redirect("scene", code, scene)


@require_POST
def answer(request: HttpRequest, code: str, recovery: str) -> HttpResponse:
    """Book it, book something else, refuse it; who declared it may withdraw it."""
    seat = seat_or_404(request, code)
    found = _recovery_or_404(seat, recovery)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return page(request, "answer.html", _context(seat, found) | {"form": form}, form)
    done = _done(request.POST.get("do", ""), seat, found, form)
    if done is None:
        return HttpResponse(status=422)
    if isinstance(done, Illegal):
        found = _recovery_or_404(seat, recovery)
        return page(request, "answer.html", _context(seat, found) | {"form": form}, refused=done)
    warn(request, done.entry)
    return redirect("scene", code, found.scene.code)


@require_POST
def start(request: HttpRequest, code: str, scene: str) -> HttpResponse:
    """Book what the start of the scene gives and costs."""
    seat = table_only(request, code)
    found = scene_or_404(seat, scene)
    done = upkeep.begin(found, seat.user)
    if isinstance(done, Illegal):
        messages.error(request, _("This was booked already, or the scene is not open. Nothing was done a second time."))
    return redirect("scene", code, scene)


@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """What rests give: read by everybody, set by who runs the table."""
    seat = table_only(request, code) if request.method == "POST" else seat_or_404(request, code)
    house = recoveries.house_of(seat.campaign)
    form = RestForm(posted(request), house)
    if form.is_valid():
        said = msgspec.to_builtins(form.house())
        RestRules.objects.update_or_create(campaign=seat.campaign, defaults={"said": said})
        messages.success(request, _("Saved."))
        return redirect("rest-rules", code)
    return page(request, "rules.html", {"seat": seat, "place": "rules", "form": form, "house": house}, form)


def _asked(
    request: HttpRequest,
    seat: Seat,
    scene: Scene,
    character: Character,
    form: RecoverForm,
    reckoning: Reckoning | None = None,
    refused: Illegal | None = None,
) -> HttpResponse:
    sheet = sheets.current(character)
    context: dict[str, Any] = {
        "seat": seat,
        "place": "scenes",
        "scene": scene,
        "character": character,
        "sheet": sheet,
        "form": form,
        "reckoning": reckoning,
    }
    return page(request, "recover.html", context, form, refused=refused)


def _reckoned(character: Character, scene: Scene, seat: Seat, form: RecoverForm) -> Reckoning:
    """What the form comes to, without declaring it."""
    wish = Recovery(character=character, scene=scene, by=seat.user, **form.said)
    house = recoveries.house_of(seat.campaign)
    return recoveries.reckoned(wish, house, sheets.current(character), standing(character))


def _recovery_or_404(seat: Seat, code: str) -> Recovery:
    """A declaration, for who runs the table and whose character it is."""
    known = Recovery.objects.filter(character__campaign=seat.campaign, code=code)
    found = known.select_related("character__campaign", "scene__day", "base__area", "answered_by").first()
    if found is None or not (seat.runs_table or found.character.owner_id == seat.pk):
        raise Http404
    return found


def _done(do: str, seat: Seat, recovery: Recovery, form: AnswerForm) -> Recovery | Illegal | None:
    if do == "withdraw":
        return recoveries.withdraw(recovery)
    if not seat.runs_table:
        raise PermissionDenied
    said = form.cleaned_data
    match do:
        case "confirm":
            return recoveries.confirm(recovery, seat.user, reason=said["reason"])
        case "supplied":
            return recoveries.confirm(recovery, seat.user, reason=said["reason"], supplied=True)
        case "change":
            changed = {"hp": said["hp"] or 0, "mp": said["mp"] or 0}
            return recoveries.confirm(recovery, seat.user, changed=changed, reason=said["reason"])
        case "refuse":
            return recoveries.refuse(recovery, seat.user, said["reason"])
    return None


def _context(seat: Seat, recovery: Recovery) -> dict[str, Any]:
    return {"seat": seat, "place": "scenes", "recovery": recovery, "scene": recovery.scene}
