"""The GM's page about time: lengths, quiet hours, the Discord channel as it will see things, and what did not get through."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.access import gm_only
from campaigns.models import Deadlines, Reminder, Seat
from campaigns.people import at_the_table
from campaigns.reminders import outbox, ways
from campaigns.reminders.absences import rules_of
from campaigns.reminders.clock import quiet
from campaigns.reminders.forms import DeadlinesForm
from campaigns.reminders.outbox import TRIAL
from campaigns.reminders.preview import preview
from campaigns.reminders.tasks import deliver, hand_out
from campaigns.views.pages import page, posted

FAULTS = {
    "unreachable": gettext_lazy("could not be reached"),
    "busy": gettext_lazy("was too busy"),
    "broken": gettext_lazy("answered with a fault of its own"),
    "refused": gettext_lazy("refused it"),
    "gone": gettext_lazy("is no longer there"),
    "no_mailer": gettext_lazy("this server sends no mail"),
}
A_MINUTE = timedelta(minutes=1)
"""Between two tries of a channel."""


@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, code: str) -> HttpResponse:
    seat = gm_only(request, code)
    kept = rules_of(seat.campaign)
    form = DeadlinesForm(posted(request), kept)
    if form.is_valid():
        form.write(kept, origin(request))
        messages.success(request, _("Saved."))
        return redirect("deadlines-rules", code)
    return page(request, "reminders/rules.html", _context(seat, rules_of(seat.campaign), form), form)


def origin(request: HttpRequest) -> str:
    """Under which address this person reaches the house, for links in messages."""
    return request.build_absolute_uri("/").rstrip("/")


def _context(seat: Seat, kept: Deadlines, form: DeadlinesForm) -> dict[str, Any]:
    people = at_the_table(seat.campaign)
    reachable = outbox.users_reachable([one.user for one in people])
    return {
        "seat": seat,
        "place": "war",
        "form": form,
        "kept": kept,
        "on": kept.pk is not None,
        "webhook": f"…{kept.discord[-4:]}" if kept.discord else "",
        "preview": preview(seat.campaign, kept),
        "unreachable": [one.user.nickname for one in people if one.user_id not in reachable],
        "failures": [(one, FAULTS.get(one.fault, "")) for one in outbox.failures(seat.campaign)],
        "can_mail": ways.can_mail(),
        "waiting": Reminder.State.WAITING,
        "quiet_now": quiet(kept, timezone.now()),
    }


@require_POST
def discord_test(request: HttpRequest, code: str) -> HttpResponse:
    """Send the first message of the preview to the channel now, by the worker, to see whether it gets there."""
    seat = gm_only(request, code)
    kept = rules_of(seat.campaign)
    if not kept.discord:
        raise Http404
    if Reminder.objects.filter(campaign=seat.campaign, moment=TRIAL, at__gt=timezone.now() - A_MINUTE).exists():
        messages.info(request, _("One was sent a moment ago. Look at the channel."))
        return redirect("deadlines-rules", code)
    hand_out(deliver, outbox.try_out(seat.campaign).pk)
    messages.success(request, _("On its way. Look at the channel; what does not get through stands below."))
    return redirect("deadlines-rules", code)
