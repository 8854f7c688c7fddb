"""What somebody is writing and has not posted: kept on the server as he types, and there again on every device of his."""

from typing import Any, Final

from django.db import transaction

from campaigns.arrivals import digest
from campaigns.models import Draft, Post, Seat, Thread

FIELDS: Final = ("kind", "voice", "name", "text", "audience", "sealed", "to")
LISTS: Final = ("readers", "asks")


def keep(thread: Thread, seat: Seat, fields: dict[str, Any], arrival: str) -> bool:
    """Keep the fields of the form; whether there is a draft now. What has been posted from this form does not come back."""
    sent = digest(arrival) if arrival else ""
    with transaction.atomic():
        # the same lock as for posting, so that a late copy of the form cannot slip in behind its own post
        Thread.objects.select_for_update().get(pk=thread.pk)
        if sent and Post.objects.filter(seat=seat, arrival=sent).exists():
            return False
        if not str(fields.get("text", "")).strip():
            Draft.objects.filter(thread=thread, seat=seat).delete()
            return False
        Draft.objects.update_or_create(thread=thread, seat=seat, defaults={"fields": fields, "arrival": sent})
    return True


def kept(thread: Thread, seat: Seat) -> Draft | None:
    return Draft.objects.filter(thread=thread, seat=seat).first()


def unfinished(seat: Seat) -> set[int]:
    """The threads (primary keys) in which this seat has something half written."""
    return set(seat.drafts.values_list("thread_id", flat=True))
