"""Writing a sheet: a new one, and a new version of one that is there."""

import re

import msgspec
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.access import seat_or_404
from campaigns.models import Campaign, Role, Seat, new_code
from characters import sheets
from characters.access import writer_or_403
from characters.answers import asked_first, filled, rebased, sent
from characters.changes import changes
from characters.forms import SheetForm
from characters.models import Character, Kind
from characters.reading import read_answers
from characters.sheet import Sheet, read
from characters.views.drafts import answered, drafted, owner_said, page, pressed
from characters.views.listing import kinds_open_to
from characters.visibility import Eye, redacted

CODE = re.compile(r"[0-9a-f]{10}")
BEGUN_WITHIN = 50
"""How many versions back a form may have been begun and still be carried over to today's sheet."""


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """A new sheet; it exists once its first version is saved. `code` in the form is the address it will have."""
    seat = seat_or_404(request, code)
    saving = request.method == "POST" and pressed(request) == "save" and "pasted" not in request.POST
    if saving and (there := _made_already(seat.campaign, request.POST.get("code", ""))) is not None:
        return redirect("sheet", code=code, character=there.code)
    eye = _maker_eye(seat, kind)
    if request.method == "GET":
        return page(request, seat, drafted(seat, eye, asked_first(kind), code=new_code(), owner=""))
    answers = answered(request, seat, kind)
    form = drafted(seat, eye, answers, code=_named(request), owner=owner_said(request, seat), asked=saving)
    return page(request, seat, form) if not saving or form.faults else _create(seat, form)


@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, code: str, character: str) -> HttpResponse:
    seat, found, eye = writer_or_403(request, code, character)
    now = sheets.current(found)
    owner = str(found.owner_id or "")
    if request.method == "GET":
        answers = filled(redacted(now, eye))
        form = drafted(seat, eye, answers, now, made_from=sheets.fingerprint(now, eye), owner=owner)
        return page(request, seat, form, found)
    answers = answered(request, seat, found.kind)
    made_from, saving = request.POST.get("made_from", ""), pressed(request) == "save"
    owner = owner_said(request, seat, owner) if seat.runs_table else owner
    form = drafted(seat, eye, answers, now, made_from=made_from, owner=owner, asked=saving)
    return page(request, seat, form, found) if not saving or form.faults else _save(request, seat, found, form)


@require_POST
def derive(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """What the ranks in the form give, while they are being picked. Nothing is stored."""
    seat = seat_or_404(request, code)
    if kind not in Kind.values:
        raise Http404
    form = drafted(seat, Eye.OWNER, sent(kind, dict(request.POST.lists())), owner="")
    return render(request, "characters/edit.html#derived", {"form": form, "seat": seat})


def _maker_eye(seat: Seat, kind: str) -> Eye:
    if kind not in Kind.values:
        raise Http404
    if kind not in kinds_open_to(seat, list(seat.campaign.characters.all())):
        raise PermissionDenied(_why_none(seat, kind))
    return Eye.TABLE if seat.runs_table else Eye.OWNER


def _why_none(seat: Seat, kind: str) -> str:
    if seat.role == Role.SPECTATOR:
        return gettext("Who watches writes no sheet. Ask the GM for a player’s seat.")
    if kind == Kind.SERVANT:
        return gettext("You have a Servant already. The GM can make another one for you.")
    return gettext("You have a Master already. The GM can make another one for you.")


def _named(request: HttpRequest) -> str:
    """The address that the form promised, where nobody else has it."""
    said = request.POST.get("code", "")
    return said if CODE.fullmatch(said) and not Character.objects.filter(code=said).exists() else new_code()


def _made_already(campaign: Campaign, code: str) -> Character | None:
    """The sheet that a first tap on "save" made, when this is the second one."""
    return campaign.characters.filter(code=code).first() if CODE.fullmatch(code) else None


def _create(seat: Seat, form: SheetForm) -> HttpResponse:
    with transaction.atomic():
        # Two taps at once: the lock lets the second one see the first one's sheet.
        campaign = Campaign.objects.select_for_update().get(pk=seat.campaign_id)
        there = _made_already(campaign, form.code)
        if there is None:
            _maker_eye(seat, form.kind)
            owner = campaign.seats.filter(pk=form.owner).first() if form.owner else None
            there = sheets.create(campaign, form.read.sheet, by=seat.user, owner=owner, code=form.code)
    return redirect("sheet", code=campaign.code, character=there.code)


def _save(request: HttpRequest, seat: Seat, character: Character, form: SheetForm) -> HttpResponse:
    """Writes the answers over the sheet as it stands under the lock, unless it no longer looks as when they were begun."""
    with transaction.atomic():
        locked = Character.objects.select_for_update().get(pk=character.pk)
        now = sheets.current(locked)
        if sheets.fingerprint(now, form.eye) != form.made_from:
            return _stale(request, seat, locked, now, form)
        before = (locked.version, str(locked.owner_id or ""))
        written = sheets.write(locked, read_answers(form.answers, now, form.eye).sheet, seat.user, "written")
        if form.owner != before[1]:
            owner = seat.campaign.seats.filter(pk=form.owner).first() if form.owner else None
            sheets.give(locked, owner)
    if before == (written.number, form.owner):
        messages.info(request, gettext("Nothing has changed."))
    return redirect("sheet", code=seat.campaign.code, character=character.code)


def _stale(request: HttpRequest, seat: Seat, character: Character, now: Sheet, form: SheetForm) -> HttpResponse:
    """409: what was typed stays, the rest is as the sheet stands by now; saved again, it is written over that."""
    base = _begun_from(character, form) or now
    answers = rebased(form.answers, filled(redacted(base, form.eye)), filled(redacted(now, form.eye)))
    fresh = drafted(seat, form.eye, answers, now, owner=form.owner, made_from=sheets.fingerprint(now, form.eye))
    meanwhile = changes(redacted(base, form.eye, now), redacted(now, form.eye))
    return page(request, seat, msgspec.structs.replace(fresh, stale=True, meanwhile=meanwhile), character, status=409)


def _begun_from(character: Character, form: SheetForm) -> Sheet | None:
    """The version that the answers were begun from, if it is not too long ago."""
    recent = character.versions.values_list("sheet", flat=True)[:BEGUN_WITHIN]
    return next((sheet for sheet in map(read, recent) if sheets.fingerprint(sheet, form.eye) == form.made_from), None)
