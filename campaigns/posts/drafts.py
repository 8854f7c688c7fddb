"""What somebody is writing and has not posted: kept on the server as he types, and there again on every device of his."""

from typing import Any, Final

import msgspec
from django.db import transaction

from campaigns.arrivals import digest
from campaigns.models import Draft, Post, Seat, Thread
from campaigns.posts.markup import tidy

FIELDS: Final = ("kind", "voice", "name", "text", "audience", "sealed", "to")
LISTS: Final = ("readers", "asks")


class Ahead(msgspec.Struct, frozen=True):
    """A post that was on its way while somebody typed on: the arrival of its form, and its text."""

    arrival: str
    text: str

    def beyond(self, text: str) -> str:
        """What of the `text` was typed since."""
        return text[len(self.text) :].lstrip() if text.startswith(self.text) else text


def keep(thread: Thread, seat: Seat, fields: dict[str, Any], arrival: str, ahead: Ahead | None = None) -> bool:
    """Keep the fields of the form; whether there is a draft now. What has been posted from this form does not come back."""
    sent = digest(arrival) if arrival else ""
    before = digest(ahead.arrival) if ahead else ""
    with transaction.atomic():
        # the same lock as for posting, so that a late copy of the form cannot slip in behind its own post
        Thread.objects.select_for_update().get(pk=thread.pk)
        posted = set(
            Post.objects.filter(seat=seat, arrival__in={sent, before} - {""}).values_list("arrival", flat=True)
        )
        if sent in posted and sent != before:
            return False
        if ahead and before in posted:
            fields, sent = fields | {"text": ahead.beyond(fields["text"])}, "" if sent == before else sent
        elif ahead:
            fields = fields | {"ahead": {before: ahead.text}}
        if not str(fields.get("text", "")).strip():
            Draft.objects.filter(thread=thread, seat=seat).delete()
            return False
        Draft.objects.update_or_create(thread=thread, seat=seat, defaults={"fields": fields, "arrival": sent})
    return True


def go_on(thread: Thread, seat: Seat, arrival: str, said: str) -> None:
    """`said` was posted: no draft is left but what was typed after it had been sent. The thread is locked.

    A draft that was made while an earlier try of the same form was on its way knows nothing of what was sent in the end.
    """
    found = kept(thread, seat)
    if found is None:
        return
    text = found.fields.get("ahead", {}).get(digest(arrival))
    sent = Ahead(arrival, text) if text is not None and tidy(text) == said else None
    rest = sent.beyond(str(found.fields.get("text", ""))) if sent else ""
    if rest.strip():
        found.fields, found.arrival = found.fields | {"text": rest, "ahead": {}}, ""
        found.save()
    else:
        found.delete()


def kept(thread: Thread, seat: Seat) -> Draft | None:
    return Draft.objects.filter(thread=thread, seat=seat).first()


def unfinished(seat: Seat) -> set[int]:
    """The threads (primary keys) in which this seat has something half written."""
    return set(seat.drafts.values_list("thread_id", flat=True))
