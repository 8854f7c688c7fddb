"""The portrait of a sheet: handing it in, and looking at it."""

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from characters import sheets
from characters.access import character_or_404, eye_of, writer_or_403
from characters.fields import BY_KEY
from characters.labels import READERS
from characters.models import Character, Portrait
from characters.portraits import LARGEST, bare, flaw_of, kind_of
from characters.sheet import Sheet, Who, read
from characters.view import seen
from characters.visibility import Eye, choices, readable, redacted, who_reads

FIELD = BY_KEY["portrait"]


@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, code: str, character: str) -> HttpResponse:
    """A new portrait, none, or other readers for the one that is there."""
    seat, found, eye = writer_or_403(request, code, character)
    now = sheets.current(found)
    if FIELD not in readable(now, eye):
        raise Http404
    readers = [(who, READERS[eye][who]) for who in choices(FIELD, eye)]
    context = {"seat": seat, "place": "sheets", "character": found, "readers": readers}
    context |= {"sheet": seen(now, eye, sheets.house_of(seat.campaign)), "who": who_reads(now, FIELD)}
    if request.method == "GET":
        return render(request, "characters/portrait.html", context)
    data = _sent(request)
    if data and (fault := flaw_of(data)):
        return render(request, "characters/portrait.html", context | {"fault": fault}, status=422)
    sheets.change(
        found, lambda sheet: _portrayed(sheet, _kept(request, found, data), request, eye), seat.user, "written"
    )
    return redirect("sheet", code=code, character=found.code)


@require_safe
@cache_control(private=True, max_age=7 * 24 * 3600, immutable=True)
def show(request: HttpRequest, code: str, character: str, portrait: str) -> HttpResponse:
    """The picture, for who may read a version of the sheet that shows it; to anybody else it does not exist."""
    seat, found = character_or_404(request, code, character)
    now = sheets.current(found)
    showing = [read(sheet) for sheet in found.versions.filter(sheet__portrait=portrait).values_list("sheet", flat=True)]
    if not any(redacted(sheet, eye_of(seat, found), now).portrait == portrait for sheet in showing):
        raise Http404
    picture = found.portraits.filter(code=portrait).first()
    if picture is None:
        raise Http404
    return HttpResponse(bytes(picture.data), content_type=picture.kind, headers={"X-Content-Type-Options": "nosniff"})


def _sent(request: HttpRequest) -> bytes:
    file = request.FILES.get("picture")
    return b"" if file is None else file.read(LARGEST + 1)


def _kept(request: HttpRequest, character: Character, data: bytes) -> str | None:
    """The code of the picture that was handed in, "" to show none, None to leave it as it is."""
    if "remove" in request.POST:
        return ""
    kind = kind_of(data)
    if kind is None:
        return None
    return Portrait.objects.create(character=character, kind=kind, data=bare(data)).code


def _portrayed(sheet: Sheet, code: str | None, request: HttpRequest, eye: Eye) -> Sheet:
    said = request.POST.get("who", "")
    who = Who(said) if said in choices(FIELD, eye) else who_reads(sheet, FIELD)
    kept = sheet.portrait if code is None else code
    return msgspec.structs.replace(sheet, portrait=kept, who=sheet.who | {"portrait": who})
