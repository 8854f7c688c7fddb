"""The paste box: a posted plain-text sheet, and what was understood of it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from campaigns.access import seat_or_404
from characters.exchange import text as plain_text
from characters.reading import read_answers
from characters.sheet import BLANK
from characters.views.drafts import masters
from characters.views.listing import kinds_open_to
from characters.visibility import Eye


@require_http_methods(["GET", "POST"])
def paste(request: HttpRequest, code: str) -> HttpResponse:
    """Shows what was read, line by line. Nothing is stored; the form of a new sheet goes on from here."""
    seat = seat_or_404(request, code)
    open_kinds = kinds_open_to(seat, list(seat.campaign.characters.all()))
    context = {"seat": seat, "place": "sheets", "kinds": open_kinds, "long": plain_text.LONGEST}
    if request.method == "GET":
        return render(request, "characters/paste.html", context)
    text, said = request.POST.get("text", ""), request.POST.get("kind", "")
    fault = "missing" if not text.strip() else "too_long" if len(text) > plain_text.LONGEST else ""
    context |= {"text": text[: plain_text.LONGEST], "kind": said, "fault": fault}
    if fault:
        return render(request, "characters/paste.html", context, status=422)
    pasted = plain_text.read(text, said if said in BLANK else "", masters(seat))
    read = read_answers(pasted.answers, BLANK[pasted.answers.kind], Eye.OWNER)
    context |= {"pasted": pasted, "kind": pasted.answers.kind, "read": read}
    return render(request, "characters/paste.html", context)
