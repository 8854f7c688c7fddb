"""What the worker does every minute: it makes deadlines prompt and hands out what is to be sent."""

import logging

from celery import Task, shared_task
from django.db import DatabaseError
from django.utils import timezone
from kombu.exceptions import OperationalError
from redis import RedisError

from campaigns.models import Deadlines, MailAddress
from campaigns.reminders import outbox, owing, ways
from campaigns.reminders.outside import Later

log = logging.getLogger(__name__)


@shared_task
def remind() -> int:
    """Look at every campaign that has deadlines; how many messages were handed out."""
    now = timezone.now()
    for rules in Deadlines.objects.select_related("campaign").order_by("pk"):
        try:
            _look_at(rules)
        except Exception:
            # One broken campaign must not silence the others.
            log.exception("the deadlines of campaign %s could not be looked at", rules.campaign_id)
    due = outbox.to_send(now)
    for pk in due:
        hand_out(deliver, pk)
    return len(due)


def _look_at(rules: Deadlines) -> None:
    for settle in owing.SETTLERS:
        settle(rules.campaign)
    outbox.fill(rules.campaign, rules, timezone.now())


@shared_task(autoretry_for=(DatabaseError,), max_retries=3, retry_backoff=True)
def deliver(pk: int) -> None:
    """Send one message. What does not get through stays in the outbox with the time of its next try."""
    outbox.deliver(pk)


@shared_task(bind=True, max_retries=4)
def ask_mail(self, pk: int, token: str) -> None:  # type: ignore[no-untyped-def]
    """Ask an address whether it is the person's own."""
    to = MailAddress.objects.filter(pk=pk, confirmed_at=None).first()
    if to is not None and isinstance(ways.ask_mail(to, token), Later):
        raise self.retry(countdown=20 * 2**self.request.retries)


@shared_task
def clear() -> None:
    outbox.cleared(timezone.now())


def hand_out(task: Task, *args: object) -> bool:
    """Whether the broker took the task; it is asked once, so that nobody waits for a server that is down."""
    try:
        task.apply_async(args, retry=False)
    except (OperationalError, RedisError):
        return False
    return True
