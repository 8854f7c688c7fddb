"""How somebody wants to be reminded: on this device, by mail, not at all of some war."""

import json
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from campaigns import rate
from campaigns.access import person
from campaigns.arrivals import digest
from campaigns.models import MailAddress, Mute, PushDevice, Seat, User, new_token
from campaigns.reminders import outside, sealing, vapid, ways
from campaigns.reminders.forms import MailForm
from campaigns.reminders.tasks import ask_mail, hand_out
from campaigns.reminders.views.rules import origin
from campaigns.views.pages import page

CONFIRM_WITHIN = timedelta(days=2)
DEVICES = 8
"""So many browsers of one person are notified."""
MAIL = rate.Bucket(5, 600)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@rate.limited("mail", MAIL)
def reminders(request: HttpRequest) -> HttpResponse:
    """All ways out on one page; a POST gives a mail address or takes it away."""
    user = person(request)
    kept = MailAddress.objects.filter(user=user).first()
    if request.method == "POST" and "forget" in request.POST:
        MailAddress.objects.filter(user=user).delete()
        return redirect("reminders")
    if request.method == "POST" and not ways.can_mail():
        raise Http404
    form = MailForm(request.POST if request.method == "POST" else None, kept)
    if form.is_valid():
        asked = ask(user, form.cleaned_data["address"], request)
        text = _("A mail is on its way. Open the link in it.")
        late = _("The worker cannot be reached just now. Give the address again later.")
        (messages.success if asked else messages.error)(request, text if asked else late)
        return redirect("reminders")
    return page(request, "reminders/account.html", _context(user, form, kept), form)


def _context(user: User, form: MailForm, kept: MailAddress | None) -> dict[str, Any]:
    muted = set(Mute.objects.filter(user=user).values_list("campaign_id", flat=True))
    seats = Seat.objects.select_related("campaign").filter(user=user, removed_at=None).order_by("-at")
    return {
        "form": form,
        "mail": kept,
        "can_mail": ways.can_mail(),
        "devices": list(PushDevice.objects.filter(user=user).order_by("at", "pk")),
        "tables": [(seat.campaign, seat.campaign_id in muted) for seat in seats],
        "key": vapid.public_key(),
    }


def language(request: HttpRequest) -> HttpResponse:
    """Django's choice of a language; this browser's notifications and the person's mail speak it from then on too."""
    answer = set_language(request)
    chosen = request.POST.get("language", "")
    if request.method == "POST" and request.user.is_authenticated and chosen in dict(settings.LANGUAGES):
        key = request.session.session_key or ""
        PushDevice.objects.filter(user=request.user, session=digest(key)).update(language=chosen)
        MailAddress.objects.filter(user=request.user).update(language=chosen)
    return answer


def ask(user: User, address: str, request: HttpRequest) -> bool:
    """Keep an address that is not confirmed yet, and ask it; whether the worker has the question."""
    token = new_token()
    made, _created = MailAddress.objects.update_or_create(
        user=user,
        defaults={
            "address": address,
            "language": get_language() or "ko",
            "origin": origin(request),
            "token_hash": digest(token),
            "asked_at": timezone.now(),
            "confirmed_at": None,
        },
    )
    return hand_out(ask_mail, made.pk, token)


@require_http_methods(["GET", "HEAD", "POST"])
@rate.limited("mail-confirm", rate.JOIN)
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """The link of the mail. Opening it does nothing (programs that read mail open links); its button does."""
    asked = MailAddress.objects.filter(token_hash=digest(token), asked_at__gt=timezone.now() - CONFIRM_WITHIN)
    found = asked.first()
    if found is None:
        raise Http404
    if request.method == "POST":
        asked.filter(confirmed_at=None).update(confirmed_at=timezone.now())
        found.refresh_from_db()
    return page(request, "reminders/confirm.html", {"mail": found})


@login_required
@require_POST
def mute(request: HttpRequest, code: str) -> HttpResponse:
    """No reminders of this war, or reminders again."""
    user = person(request)
    seat = Seat.objects.filter(user=user, campaign__code=code, removed_at=None).first()
    if seat is None:
        raise Http404
    if "on" in request.POST:
        Mute.objects.filter(user=user, campaign=seat.campaign).delete()
    else:
        Mute.objects.get_or_create(user=user, campaign=seat.campaign)
    return redirect("reminders")


@login_required
@require_POST
@rate.limited("push", rate.JOIN)
def push_on(request: HttpRequest) -> HttpResponse:
    """A browser says yes: its address at the push service, and the keys of its own."""
    told = _subscription(request.body)
    if told is None:
        return JsonResponse({}, status=422)
    user = person(request)
    values = {
        **told,
        "user": user,
        "session": digest(request.session.session_key or ""),
        "language": get_language() or "ko",
        "origin": origin(request),
        "name": _browser(request.headers.get("User-Agent", "")),
    }
    try:
        with transaction.atomic():
            PushDevice.objects.update_or_create(endpoint=told["endpoint"], defaults=values)
    except IntegrityError:  # two tabs at once
        PushDevice.objects.filter(endpoint=told["endpoint"]).update(**values)
    older = PushDevice.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True)[DEVICES:]
    PushDevice.objects.filter(pk__in=list(older)).delete()
    return HttpResponse(status=204)


@login_required
@require_POST
def push_off(request: HttpRequest) -> HttpResponse:
    """A browser of one's own is notified no more: the one that asks, or one from the list."""
    own = PushDevice.objects.filter(user=person(request))
    pk = request.POST.get("device", "")
    if pk.isascii() and pk.isdigit() and len(pk) < 18:
        own.filter(pk=int(pk)).delete()
        return redirect("reminders")
    own.filter(endpoint=request.POST.get("endpoint", "").replace("\0", "")).delete()
    return HttpResponse(status=204)


def _subscription(body: bytes) -> dict[str, str] | None:
    """What a browser tells of its subscription, if it is one that can be sent to."""
    try:
        told = json.loads(body)
        endpoint, keys = told["endpoint"], told["keys"]
        found = {"endpoint": endpoint, "p256dh": keys["p256dh"], "auth": keys["auth"]}
        sizes = zip(found.values(), (600, 120, 60), strict=True)
        if not all(isinstance(text, str) and 0 < len(text) <= most for text, most in sizes):
            return None
        sealing.encrypted(b"", ways.unpacked(found["p256dh"]), ways.unpacked(found["auth"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return found if outside.push_service(endpoint) else None


def _browser(agent: str) -> str:
    """A word by which its owner knows a browser again."""
    system = next((one for one in ("Android", "iPhone", "iPad", "Windows", "Macintosh", "Linux") if one in agent), "")
    program = next((word for mark, word in BROWSERS if mark in agent), "")
    return " · ".join(filter(None, (system, program)))


BROWSERS = (
    ("SamsungBrowser", "Samsung Internet"),
    ("Whale", "Whale"),
    ("Edg", "Edge"),
    ("Firefox", "Firefox"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
"""The first mark that a browser's name of itself holds; nearly all of them hold the later ones too."""
