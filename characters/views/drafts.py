"""A sheet while it is being written: the form made of what was sent, and drawn again with a row more or less."""

import secrets

import msgspec
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.models import Role, Seat
from characters import sheets
from characters.answers import Answers, groups_of, sent, with_points, with_row, without_row
from characters.derived import offer
from characters.exchange import text as plain_text
from characters.forms import SheetForm
from characters.models import Character, Kind
from characters.reading import Read, read_answers
from characters.sheet import BLANK, Servant, Sheet
from characters.visibility import Eye
from characters.wording import Fault


def pressed(request: HttpRequest) -> str:
    """The button that sent the form: `save`, `fill`, `add-skills`, `remove-skills-<id>`."""
    return request.POST.get("act", "save")


def answered(request: HttpRequest, seat: Seat, kind: str) -> Answers:
    """The answers that were sent, with what the pressed button does to them."""
    if "pasted" in request.POST:
        return plain_text.read(request.POST["pasted"], kind, masters(seat)).answers
    answers = sent(kind, dict(request.POST.lists()))
    act, _, rest = pressed(request).partition("-")
    group, _, row = rest.partition("-")
    match act:
        case "add" if group in groups_of(kind):
            return with_row(answers, group, secrets.token_hex(4))
        case "remove" if group in groups_of(kind):
            return without_row(answers, group, row)
        case "fill":
            return _filled_up(answers, seat)
    return answers


def drafted(
    seat: Seat,
    eye: Eye,
    answers: Answers,
    now: Sheet | None = None,
    *,
    owner: str,
    made_from: str = "",
    code: str = "",
    asked: bool = False,
) -> SheetForm:
    """The form with these answers, to be written over `now` (nothing: a new sheet). Reproaches only when `asked`."""
    known = {code: name for name, code in masters(seat).items()} if answers.kind == "servant" else {}
    read = read_answers(answers, now or BLANK[answers.kind], eye)
    return SheetForm(
        kind=answers.kind,
        eye=eye,
        answers=answers,
        read=_with_known_master(read, known),
        house=sheets.house_of(seat.campaign),
        made_from=made_from,
        code=code,
        asked=asked,
        masters=tuple(known.items()),
        owners=owners(seat, owner) if eye == Eye.TABLE else (),
        owner=owner,
    )


def page(
    request: HttpRequest, seat: Seat, form: SheetForm, character: Character | None = None, status: int | None = None
) -> HttpResponse:
    """The whole form, or only the part of it that the pressed button changes."""
    context: dict[str, object] = {"seat": seat, "place": "sheets", "form": form, "character": character}
    context["form_address"] = request.path
    context["unsaved"] = request.method == "POST" and "pasted" not in request.POST
    if pressed(request).startswith("add-"):
        context["fresh"] = _last_row(form.answers, pressed(request).removeprefix("add-"))
    part = _changed_part(pressed(request)) if "HX-Request" in request.headers else ""
    template = f"characters/edit.html#{part}" if part in {"points", *groups_of(form.kind)} else "characters/edit.html"
    return render(request, template, context, status=status or (422 if form.faults else 200))


def masters(seat: Seat) -> dict[str, str]:
    """The Masters of the war, name to code."""
    return dict(seat.campaign.characters.filter(kind=Kind.MASTER).order_by("pk").values_list("name", "code"))


def owners(seat: Seat, keep: str = "") -> tuple[tuple[str, str], ...]:
    """Who may be given a sheet, key of the seat and nickname: who plays, and who has it already (`keep`)."""
    playing = Q(removed_at=None) & ~Q(role=Role.SPECTATOR)
    people = seat.campaign.seats.filter(playing | Q(pk=keep or None)).select_related("user")
    return tuple((str(person.pk), person.user.nickname) for person in people.order_by("pk"))


def owner_said(request: HttpRequest, seat: Seat, keep: str = "") -> str:
    """Whose the sheet is to be: the table says so, anybody else means himself."""
    if not seat.runs_table:
        return str(seat.pk)
    said = request.POST.get("owner", "")
    return said if said in dict(owners(seat, keep)) else ""


def _last_row(answers: Answers, group: str) -> str:
    """The row that was added: the cursor goes there."""
    return next((row.id for row in reversed(answers.rows.get(group, ()))), "")


def _filled_up(answers: Answers, seat: Seat) -> Answers:
    sheet = read_answers(answers, BLANK[answers.kind], Eye.OWNER).sheet
    if not isinstance(sheet, Servant):
        return answers
    return with_points(answers, *offer(sheet, sheets.house_of(seat.campaign).settings))


def _with_known_master(read: Read, known: dict[str, str]) -> Read:
    if not isinstance(read.sheet, Servant) or read.sheet.master in {"", *known}:
        return read
    return msgspec.structs.replace(read, faults=(*read.faults, Fault("unknown_choice", "master")))


def _changed_part(act: str) -> str:
    word, _, rest = act.partition("-")
    return {"fill": "points", "add": rest, "remove": rest.partition("-")[0]}.get(word, "")
