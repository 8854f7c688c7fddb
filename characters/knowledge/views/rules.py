"""How a war learns: read by everybody, set by its GM."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from campaigns.access import gm_only, seat_or_404
from characters.findable import keep_known
from characters.knowledge.forms import RulesForm
from characters.knowledge.rules import rules_of, write_rules


def rules(request: HttpRequest, code: str) -> HttpResponse:
    seat = seat_or_404(request, code) if request.method != "POST" else gm_only(request, code)
    form = RulesForm(request.POST if request.method == "POST" else None, rules_of(seat.campaign))
    if form.is_bound and form.is_valid():
        with transaction.atomic():
            write_rules(seat.campaign, form.rules)
            keep_known(seat.campaign)
        return redirect("knowledge", code)
    context = {"seat": seat, "place": "knowledge", "form": form, "rules": rules_of(seat.campaign)}
    return render(request, "characters/knowledge/rules.html", context, status=422 if form.is_bound else 200)
