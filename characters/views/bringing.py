"""A sheet that comes in: from a file or the clipboard, first shown as what it would change, then taken in."""

from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns.access import seat_or_404
from campaigns.models import Campaign, Seat
from characters import bringing, sheets
from characters.access import writer_or_403
from characters.answers import Answers, with_points
from characters.changes import changes
from characters.derived import offer
from characters.exchange import brought as files
from characters.exchange import text as plain_text
from characters.exchange.brought import Brought
from characters.exchange.opened import LARGEST as LARGEST_FILE
from characters.exchange.text import Pasted
from characters.models import Character, Portrait
from characters.portraits import bare, flaw_of, kind_of
from characters.reading import Read, read_answers
from characters.sheet import BLANK, Servant
from characters.views import stash
from characters.views.drafts import masters
from characters.views.listing import kinds_open_to
from characters.visibility import Eye, redacted
from characters.wording import Fault


class Newcomer(msgspec.Struct, frozen=True):
    """A figure of a file that would become a new sheet."""

    place: int
    brought: Brought
    pasted: Pasted
    read: Read
    kind: str
    allowed: bool
    picture_left: str = ""
    """Why its picture stays out, "" where it comes along or there is none."""

    @property
    def ready(self) -> bool:
        return self.allowed and not self.read.faults


@require_http_methods(["GET", "POST"])
def bring(request: HttpRequest, code: str, character: str) -> HttpResponse:
    """What a file would change on this sheet; with `act` = "take" it is done, as a version caused by an import."""
    seat, found, eye = writer_or_403(request, code, character)
    context: dict[str, Any] = {"seat": seat, "place": "sheets", "character": found, "long": plain_text.LONGEST}
    if request.method == "GET":
        return render(request, "characters/exchange/bring.html", context)
    figures, token = _figures(request, seat)
    if isinstance(figures, Fault):
        return render(request, "characters/exchange/bring.html", context | {"fault": figures}, status=422)
    brought = _chosen(request, figures, found)
    pasted = plain_text.read(brought.text, found.kind, masters(seat))
    if request.POST.get("act") == "take" and _take(request, seat, found, eye, brought, pasted):
        return redirect("sheet", code=code, character=found.code)
    return render(
        request,
        "characters/exchange/bring.html",
        context | _shown(request, seat, found, eye, figures, brought, pasted) | {"token": token},
        status=409 if request.POST.get("act") == "take" else 200,
    )


def _shown(
    request: HttpRequest,
    seat: Seat,
    found: Character,
    eye: Eye,
    figures: tuple[Brought, ...],
    brought: Brought,
    pasted: Pasted,
) -> dict[str, Any]:
    """What the preview says: what would change, and what was not understood."""
    now = sheets.current(found)
    rename = "rename" in request.POST
    read = bringing.over(now, pasted, eye, rename=rename)
    mine = redacted(now, eye)
    return {
        "figures": figures,
        "brought": brought,
        "chosen": figures.index(brought) if brought in figures else 0,
        "pasted": pasted,
        "unread": [line for line in pasted.lines if not line.found or line.left],
        "read": read,
        "changes": changes(mine, redacted(read.sheet, eye)),
        "sheet": {"eye": eye},
        "made_from": sheets.fingerprint(now, eye),
        "new_name": pasted.said.get("name", "") if pasted.said.get("name", now.name) != now.name else "",
        "rename": rename,
        "picture": bool(brought.picture) and not flaw_of(brought.picture),
        "picture_left": flaw_of(brought.picture) if brought.picture else "",
        "stale": request.POST.get("act") == "take",
    }


def _take(request: HttpRequest, seat: Seat, found: Character, eye: Eye, brought: Brought, pasted: Pasted) -> bool:
    """Whether it was written: not when something in it is wrong, or the sheet is no longer the one that was shown."""
    with transaction.atomic():
        locked = Character.objects.select_for_update().get(pk=found.pk)
        now = sheets.current(locked)
        read = bringing.over(now, pasted, eye, rename="rename" in request.POST)
        if read.faults or sheets.fingerprint(now, eye) != request.POST.get("made_from"):
            return False
        sheet = read.sheet
        if "picture" in request.POST:
            sheet = msgspec.structs.replace(sheet, portrait=_portrait(locked, brought) or sheet.portrait)
        sheets.write(locked, sheet, seat.user, "import", brought.format)
        bringing.keep(locked, brought, eye)
    return True


def _portrait(character: Character, brought: Brought) -> str:
    kind = kind_of(brought.picture)
    if kind is None:
        return ""
    return Portrait.objects.create(character=character, kind=kind, data=bare(brought.picture)).code


def _figures(request: HttpRequest, seat: Seat) -> tuple[tuple[Brought, ...] | Fault, str]:
    """From the file, else the text; and the word under which they wait. Who comes back brings that word alone."""
    token = request.POST.get("token", "")
    kept = stash.get(seat, token) if token else ()
    file, text = request.FILES.get("file"), request.POST.get("text", "")
    if file is None and kept:
        return kept, token
    if file is None and not text.strip():
        return Fault("nothing_brought" if not token else "too_late", ""), ""
    data = text if file is None else file.read(LARGEST_FILE + 1)
    figures = _whole(files.read(data))
    return (figures, "") if isinstance(figures, Fault) else (figures, stash.put(seat, figures))


def _whole(figures: tuple[Brought, ...] | Fault) -> tuple[Brought, ...] | Fault:
    """The figures, or which of their pictures breaks off; those of a kind that no sheet shows are only left out."""
    if isinstance(figures, Fault):
        return figures
    torn = next((each for each in figures if each.picture and flaw_of(each.picture) == "torn_picture"), None)
    return Fault("torn_picture", torn.picture_at) if torn else figures


def _chosen(request: HttpRequest, figures: tuple[Brought, ...], character: Character) -> Brought:
    """The one that was picked, else the one that is called like the sheet, else the first."""
    said = request.POST.get("figure", "")
    if said.isascii() and said.isdigit() and len(said) < 4 and int(said) < len(figures):
        return figures[int(said)]
    return next((figure for figure in figures if figure.name == character.name), figures[0])


@require_http_methods(["GET", "POST"])
def bring_new(request: HttpRequest, code: str) -> HttpResponse:
    """New sheets out of a file, one for each of its figures that is ticked."""
    seat = seat_or_404(request, code)
    kinds = kinds_open_to(seat, list(seat.campaign.characters.all()))
    if not kinds:
        raise PermissionDenied
    context: dict[str, Any] = {"seat": seat, "place": "sheets", "kinds": kinds, "long": plain_text.LONGEST}
    if request.method == "GET":
        return render(request, "characters/exchange/bring_new.html", context)
    figures, token = _figures(request, seat)
    if isinstance(figures, Fault):
        return render(request, "characters/exchange/bring_new.html", context | {"fault": figures}, status=422)
    comers = [_newcomer(place, brought, seat, kinds) for place, brought in enumerate(figures)]
    if request.POST.get("act") == "take":
        made = _make(seat, [comer for comer in comers if str(comer.place) in request.POST.getlist("figures")])
        if len(made) == 1:
            return redirect("sheet", code=code, character=made[0].code)
        if made:
            return redirect("sheets", code=code)
        context["fault"] = Fault("none_taken", "")
    return render(
        request,
        "characters/exchange/bring_new.html",
        context | {"comers": comers, "token": token},
        status=422 if "fault" in context else 200,
    )


def _newcomer(place: int, brought: Brought, seat: Seat, kinds: tuple[str, ...]) -> Newcomer:
    pasted = plain_text.read(brought.text, "", masters(seat))
    kind = pasted.answers.kind
    eye = Eye.TABLE if seat.runs_table else Eye.OWNER
    answers = _with_points_where_none(pasted.answers, seat)
    left = flaw_of(brought.picture) if brought.picture else ""
    return Newcomer(place, brought, pasted, read_answers(answers, BLANK[kind], eye), kind, kind in kinds, left)


def _with_points_where_none(answers: Answers, seat: Seat) -> Answers:
    """A Servant whose file says no HP or no MP gets those of his ranks (G-16)."""
    sheet = read_answers(answers, BLANK[answers.kind], Eye.OWNER).sheet
    if not isinstance(sheet, Servant):
        return answers
    full = with_points(answers, *offer(sheet, sheets.house_of(seat.campaign).settings)).said
    open_ = [pool for pool in ("hp", "mp") if not answers.said[f"{pool}_max"]]
    given = {key: full[key] for pool in open_ for key in (pool, f"{pool}_max")}
    return msgspec.structs.replace(answers, said=answers.said | given)


def _make(seat: Seat, comers: list[Newcomer]) -> list[Character]:
    """One sheet each, as far as this person may still make one of the kind."""
    made = []
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().get(pk=seat.campaign_id)
        for comer in comers:
            if comer.ready and comer.kind in kinds_open_to(seat, list(campaign.characters.all())):
                made.append(_made(seat, campaign, comer))
    return made


def _made(seat: Seat, campaign: Campaign, comer: Newcomer) -> Character:
    owner = None if seat.runs_table else seat
    eye = Eye.TABLE if seat.runs_table else Eye.OWNER
    character = sheets.create(campaign, comer.read.sheet, by=seat.user, owner=owner, cause="import")
    if code := _portrait(character, comer.brought):
        sheets.change(character, lambda sheet: msgspec.structs.replace(sheet, portrait=code), seat.user, "import")
    bringing.keep(character, comer.brought, eye)
    return character
