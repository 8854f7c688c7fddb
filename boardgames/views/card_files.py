"""Own card sets as files: JSON whole, CSV table by table, templates to fill in."""

import json
import unicodedata
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from boardgames.card_set import Mistake
from boardgames.card_sets import content as contents
from boardgames.card_sets import shelf, spreadsheet
from boardgames.card_sets.kinds import KINDS, Kind
from boardgames.models import OwnSet
from boardgames.views.card_sets import own, set_page, table_of
from tabletop import strict_json
from tabletop.game import Illegal

LARGEST = 900_000


@never_cache
@login_required
@require_safe
def as_json(request: HttpRequest, card_set: str) -> HttpResponse:
    kept = own(request, card_set)
    told = contents.to_file(shelf.kind_of(kept), shelf.content_of(kept), kept.title)
    text = json.dumps(told, ensure_ascii=False, indent=1)
    return _file(text, "application/json; charset=utf-8", f"{kept.code}.json")


@never_cache
@login_required
@require_safe
def as_csv(request: HttpRequest, card_set: str, table: str) -> HttpResponse:
    """All cards of the table as they stand in the set, those left out aside."""
    kept = own(request, card_set)
    kind = shelf.kind_of(kept)
    lines = contents.lines(kind, shelf.content_of(kept), table_of(kind, table))
    text = spreadsheet.write(kind, table, [line.row for line in lines if not line.left_out])
    return _file(text, "text/csv; charset=utf-8", f"{kept.code}-{table}.csv")


@login_required
@require_safe
def template(request: HttpRequest, rules: str, table: str) -> HttpResponse:
    """An empty table with a few shipped cards as examples."""
    kind = KINDS.get(rules)
    if kind is None:
        raise Http404
    return _file(spreadsheet.template(kind, table_of(kind, table)), "text/csv; charset=utf-8", f"{rules}-{table}.csv")


@never_cache
@login_required
@require_POST
def upload(request: HttpRequest, card_set: str) -> HttpResponse:
    """A file in place of what the set holds: JSON the whole of it, CSV the own cards of one table."""
    kept = own(request, card_set)
    file = request.FILES.get("file")
    if file is None:
        return set_page(request, kept, told=[Mistake("no_file", "")])
    if (file.size or 0) > LARGEST:
        return set_page(request, kept, told=[Mistake("large", "")])
    table = request.POST.get("table", "")
    kind = shelf.kind_of(kept)
    told = _from_csv(kept, kind, table, file.read()) if table in kind.tables else _from_json(kept, kind, file.read())
    return set_page(request, kept, told=told) if told else redirect("card-set", card_set)


def _from_json(kept: OwnSet, kind: Kind, text: bytes) -> list[Mistake]:
    value: Any = strict_json.read(text)
    if isinstance(value, Illegal):
        return [Mistake("json", "")]
    if deep := contents.too_deep(kind, value):
        return [deep]
    if strict_json.is_unprintable(value):
        return [Mistake("encoding", "")]
    if isinstance(value, dict) and value.get("game", kind.game) != kind.game:
        return [Mistake("other_game", "")]
    found = contents.from_file(kind, _composed(value))
    wrong = found if isinstance(found, Mistake) else shelf.change(kept, lambda now: found)
    return [wrong] if wrong else []


def _from_csv(kept: OwnSet, kind: Kind, table: str, file: bytes) -> list[Mistake]:
    rows, mistakes = spreadsheet.read(kind, table, file)
    if mistakes:
        return mistakes
    wrong = shelf.change(kept, lambda now: contents.with_table(kind, now, table, rows))
    return [wrong] if wrong else []


def _composed(value: Any) -> Any:
    """One spelling for what looks the same (NFC)."""
    match value:
        case str():
            return unicodedata.normalize("NFC", value)
        case list():
            return [_composed(part) for part in value]
        case dict():
            return {_composed(key): _composed(part) for key, part in value.items()}
    return value


def _file(text: str, kind: str, name: str) -> HttpResponse:
    return HttpResponse(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
