"""What is known: of everybody, and of one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaigns.access import seat_or_404
from characters.access import character_or_404
from characters.knowledge import screen
from characters.knowledge.forms import FactForm, GiveForm, OpenForm
from characters.sheet import BLANK


@require_safe
def everybody(request: HttpRequest, code: str) -> HttpResponse:
    """A player's own knowledge; the whole table of it for who runs the table."""
    seat = seat_or_404(request, code)
    kept, sheets = screen.all_books(seat)
    characters = screen.others(seat)
    context = {"seat": seat, "place": "knowledge", "rules": kept.rules, "history": screen.history(seat, kept)}
    if not seat.runs_table:
        learnt = screen.known_by(seat, characters, kept, sheets)
        return render(request, "characters/knowledge/mine.html", {**context, "learnt": learnt})
    context |= {
        "characters": characters,
        "rows": screen.table(seat.campaign, characters, kept, sheets),
        "form": GiveForm(None, seat.campaign),
    }
    return render(request, "characters/knowledge/table.html", context)


@require_safe
def one(request: HttpRequest, code: str, character: str) -> HttpResponse:
    """What this person knows of one character, and how he came to; for who runs the table, all there is to know."""
    seat, found = character_or_404(request, code, character)
    kept, sheets = screen.all_books(seat)
    context = {
        "seat": seat,
        "place": "knowledge",
        "character": found,
        "rules": kept.rules,
        "history": screen.history(seat, kept, found),
    }
    if not seat.runs_table:
        (learnt,) = screen.known_by(seat, [found], kept, sheets)
        return render(request, "characters/knowledge/one.html", {**context, "learnt": learnt})
    sheet = sheets.get(found.pk, BLANK[found.kind])
    context |= {
        "facts": screen.all_facts(kept, found, sheet),
        "rows": screen.table(seat.campaign, [found], kept, sheets),
        "form": GiveForm(None, seat.campaign, found),
        "fact_form": FactForm(None, found, sheet),
        "open_form": OpenForm(None, seat.campaign),
    }
    return render(request, "characters/knowledge/facts.html", context)
