"""The rules of a campaign: everybody reads them, who runs the table sets them."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import access
from campaigns.models import Seat
from combat import house_rules, profiles, rule_examples, rules_form
from combat.rules.settings import Settings
from tabletop.game import Illegal


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """Every setting in words, and for who runs the table the form of it."""
    seat = access.seat_or_404(request, code)
    settings = house_rules.of(seat.campaign)
    if request.method != "POST":
        return _page(request, seat, settings, {})
    if not seat.runs_table:
        raise PermissionDenied
    settings, misread = rules_form.from_form(request.POST, settings)
    if misread:
        return _page(request, seat, settings, misread)
    seat.campaign.rules = house_rules.stored(settings)
    seat.campaign.save(update_fields=["rules"])
    messages.success(request, _("The rules are kept. Fights that are already open keep theirs."))
    return redirect("rules", code)


@never_cache
@require_safe
def examples(request: HttpRequest, code: str) -> HttpResponse:
    """What each rule changes, on small fights that the engine decides."""
    seat = access.seat_or_404(request, code)
    groups = rule_examples.told(house_rules.of(seat.campaign))
    context = {"seat": seat, "place": "rules", "groups": groups, "cast": rule_examples.cast()}
    return render(request, "combat/rule_examples.html", context)


def _page(request: HttpRequest, seat: Seat, settings: Settings, misread: dict[str, Illegal]) -> HttpResponse:
    context = {
        "seat": seat,
        "place": "rules",
        "deviations": house_rules.deviations(house_rules.of(seat.campaign)),
        "groups": rules_form.page(settings, misread, request.POST),
        "profiles": profiles.profiles(seat.user, seat.campaign) if seat.runs_table else [],
    }
    return render(request, "combat/rules.html", context, status=422 if misread else 200)
