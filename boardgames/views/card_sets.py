"""Own card sets (나만의 카드 세트): a list, one set, a table of it, one card. To everybody but their owner they do not exist."""

import unicodedata
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from boardgames.card_set import Mistake
from boardgames.card_sets import content as contents
from boardgames.card_sets import shelf
from boardgames.card_sets.content import Content
from boardgames.card_sets.kinds import KINDS, Column, Kind, Row, columns, from_cells, to_cells
from boardgames.card_sets.preview import examples, preview
from boardgames.models import OwnSet
from boardgames.views import card_building
from campaigns import names
from campaigns.access import person

TITLE = 80
SHOWN = 40
"""So many mistakes are told at once."""


def own(request: HttpRequest, card_set: str) -> OwnSet:
    return get_object_or_404(OwnSet, code=card_set, owner=person(request))


def table_of(kind: Kind, table: str) -> str:
    if table not in kind.tables:
        raise Http404
    return table


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def card_sets(request: HttpRequest) -> HttpResponse:
    """Own sets of both games, and the form of a new one."""
    kept = shelf.of(person(request))
    refused = ""
    if request.method == "POST":
        made = _made(request, len(kept))
        if isinstance(made, OwnSet):
            return redirect("card-set", made.code)
        refused = made
    context = {"sets": kept, "kinds": KINDS.values(), "refused": refused, "typed": request.POST}
    return render(request, "boardgames/card_sets/sets.html", context, status=422 if refused else 200)


def _made(request: HttpRequest, number: int) -> OwnSet | str:
    """The new set, or the word for what is wrong."""
    data = request.POST
    kind, title = KINDS.get(data.get("game", "")), names.tidy(data.get("title", ""))
    if kind is None:
        raise Http404
    if not title or len(title) > TITLE or names.fault(title):
        return "title"
    if number >= shelf.MOST_SETS:
        return "many"
    content = Content(overlay=data.get("how") != "whole")
    return OwnSet.objects.create(owner=person(request), game=kind.game, title=title, content=shelf.stored(content))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def one(request: HttpRequest, card_set: str) -> HttpResponse:
    """A set: what is in it, whether it can be played with, what may be done with it."""
    kept = own(request, card_set)
    if request.method != "POST":
        return set_page(request, kept)
    title = names.tidy(request.POST.get("title", ""))
    if not title or len(title) > TITLE or names.fault(title):
        return set_page(request, kept, told=[Mistake("title", "")])
    kept.title = title
    kept.save(update_fields=["title", "changed"])
    return redirect("card-set", card_set)


def set_page(request: HttpRequest, kept: OwnSet, *, told: list[Mistake] | None = None) -> HttpResponse:
    kind, content = shelf.kind_of(kept), shelf.content_of(kept)
    wrong = contents.mistakes(kind, content)
    tables = [(table, *_counts(kind, content, table)) for table in kind.tables]
    context = {
        "set": kept,
        "kind": kind,
        "content": content,
        "tables": tables,
        "mistakes": wrong[:SHOWN],
        "more": max(len(wrong) - SHOWN, 0),
        "refused": (told or [])[:SHOWN],
    }
    return render(request, "boardgames/card_sets/set.html", context, status=422 if told else 200)


def _counts(kind: Kind, content: Content, table: str) -> tuple[int, int]:
    """The cards of the table, and how many of them are own ones."""
    lines = [line for line in contents.lines(kind, content, table) if not line.left_out]
    return len(lines), sum(line.own for line in lines)


@never_cache
@login_required
@require_POST
def delete(request: HttpRequest, card_set: str) -> HttpResponse:
    """The set goes; games that are played with it keep their copy."""
    own(request, card_set).delete()
    messages.success(request, _("The set is deleted. Games that were opened with it keep its cards."))
    return redirect("card-sets")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD"])
def table(request: HttpRequest, card_set: str, table: str) -> HttpResponse:
    """All cards of a table, each with what it does."""
    kept = own(request, card_set)
    kind, content = shelf.kind_of(kept), shelf.content_of(kept)
    lines = contents.lines(kind, content, table_of(kind, table))
    context = {
        "set": kept,
        "kind": kind,
        "table": table,
        "lines": [(line, preview(kind, table, line.row)) for line in lines],
        "mistakes": [wrong for wrong in contents.mistakes(kind, content) if wrong.table == table][:SHOWN],
    }
    return render(request, "boardgames/card_sets/table.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def card(request: HttpRequest, card_set: str, table: str) -> HttpResponse:
    """The form of one card, `?card=` an old one; its texts are the cells of a spreadsheet."""
    kept = own(request, card_set)
    kind, content = shelf.kind_of(kept), shelf.content_of(kept)
    table_of(kind, table)
    old = request.GET.get("card", "")
    row = contents.row_of(kind, content, table, old)
    if old and row is None:
        raise Http404
    if request.method != "POST":
        return card_page(request, kept, table, old, to_cells(kind, table, row or {}), [])
    typed = typed_in(request, kind, table)
    if changed := card_building.changed(kind, table, typed, request.POST):
        return card_page(request, kept, table, old, changed, [])
    row, mistakes = from_cells(kind, table, typed)
    if not mistakes and (wrong := shelf.change(kept, lambda now: _with(kind, now, table, row, old))):
        mistakes = [wrong]
    if mistakes:
        return card_page(request, kept, table, old, typed, mistakes)
    return redirect("card-set-table", card_set, table)


def _with(kind: Kind, content: Content, table: str, row: Row, old: str) -> Content | Mistake:
    mine = {str(one.get(kind.key(table), "")) for one in content.tables.get(table, ())}
    return contents.with_row(kind, content, table, row, instead_of=old if old in mine else "")


def typed_in(request: HttpRequest, kind: Kind, table: str) -> dict[str, str]:
    given = {
        column.name: " ".join(request.POST.getlist(column.name))
        if column.form == "several"
        else request.POST.get(column.name, "")
        for column in columns(kind, table)
    }
    return {name: unicodedata.normalize("NFC", text.replace("\r\n", "\n")) for name, text in given.items()}


def card_page(
    request: HttpRequest, kept: OwnSet, table: str, old: str, typed: dict[str, str], mistakes: list[Mistake]
) -> HttpResponse:
    kind = shelf.kind_of(kept)
    wrong = {mistake.column for mistake in mistakes}
    fields = [
        (column, typed.get(column.name, ""), column.name in wrong, _effects(request, kind, table, column, typed))
        for column in columns(kind, table)
    ]
    context = _in_words(kept, table, typed) | {
        "old": old,
        "fields": fields,
        "mistakes": mistakes,
        "examples": examples(kind),
    }
    return render(request, "boardgames/card_sets/card.html", context, status=422 if mistakes else 200)


def _in_words(kept: OwnSet, table: str, typed: dict[str, str]) -> dict[str, Any]:
    """The card as it is typed so far, told in words, and what of it cannot be read."""
    kind = shelf.kind_of(kept)
    row, mistakes = from_cells(kind, table, typed)
    return {"set": kept, "kind": kind, "table": table, "said": preview(kind, table, row), "mistakes": mistakes}


def _effects(request: HttpRequest, kind: Kind, table: str, column: Column, typed: dict[str, str]) -> Any:
    if column.form != "effects":
        return None
    return card_building.effects(kind, table, column.name, typed, request.POST)


@never_cache
@login_required
@require_POST
def words(request: HttpRequest, card_set: str, table: str) -> HttpResponse:
    """What the card on the form does, in words, as it is typed so far."""
    kept = own(request, card_set)
    kind = shelf.kind_of(kept)
    typed = typed_in(request, kind, table_of(kind, table))
    shown = [_effects(request, kind, table, column, typed) for column in columns(kind, table)]
    context = _in_words(kept, table, typed) | {"built": [one for one in shown if one]}
    return render(request, "boardgames/card_sets/words.html", context)


@never_cache
@login_required
@require_POST
def build(request: HttpRequest, card_set: str, table: str) -> HttpResponse:
    """One column of effects on the form, after a button in it was pressed or another effect chosen."""
    kept = own(request, card_set)
    kind = shelf.kind_of(kept)
    typed = typed_in(request, kind, table_of(kind, table))
    changed = card_building.changed(kind, table, typed, request.POST)
    if changed is None:
        raise Http404
    _do, column, _which = card_building.pressed(kind, table, request.POST)
    shown = card_building.effects(kind, table, column, changed, request.POST)
    return render(request, "boardgames/card_sets/build.html", _in_words(kept, table, changed) | {"it": shown})


@never_cache
@login_required
@require_POST
def drop(request: HttpRequest, card_set: str, table: str) -> HttpResponse:
    """An own card goes; a shipped one is left out, or with `back` taken in again."""
    kept = own(request, card_set)
    kind, which = shelf.kind_of(kept), request.POST.get("card", "")
    table_of(kind, table)
    if "back" in request.POST:
        shelf.change(kept, lambda now: contents.with_back(now, table, which))
    else:
        shelf.change(kept, lambda now: contents.without_row(kind, now, table, which))
    return redirect("card-set-table", card_set, table)
