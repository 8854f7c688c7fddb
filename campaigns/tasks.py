"""What the worker clears away: sessions that have ended, personal links that lead nowhere any more."""

from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.db.models import Q
from django.utils import timezone
from django.utils.module_loading import import_string

from campaigns.models import SeatLink
from campaigns.reminders.tasks import ask_mail, clear, deliver, remind  # noqa: F401 - the worker finds tasks here
from campaigns.search.tasks import fill_gap, sort_left_over, sort_thread  # noqa: F401
from campaigns.takeaway.tasks import read_rescue, rescue_all, rescue_one, write_rescue  # noqa: F401

REMEMBERED = timedelta(days=7)
"""How long a dead link still says what became of it; after that it is as if it had never been."""


@shared_task
def clear_sessions() -> None:
    import_string(f"{settings.SESSION_ENGINE}.SessionStore").clear_expired()


@shared_task
def clear_links() -> None:
    long_ago = timezone.now() - REMEMBERED
    SeatLink.objects.filter(Q(used_at__lt=long_ago) | Q(ends_at__lt=long_ago)).delete()
