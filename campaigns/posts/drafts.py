"""What somebody is writing and has not posted: kept on the server as he types, and there again on every device of his.

Each form keeps a draft of its own, so that two devices do not write over one another. A form that goes on with a draft says so
(`over`, a draft's mark or the form it came from) and takes its place, unless the other device has gone on with it meanwhile.
"""

from typing import Any, Final

import msgspec
from django.db import transaction

from campaigns.arrivals import digest
from campaigns.models import Draft, Post, Seat, Thread
from campaigns.posts.markup import tidy

FIELDS: Final = ("kind", "voice", "name", "text", "audience", "sealed", "to")
LISTS: Final = ("readers", "asks")
TOLD: Final = 20
"""So many signs tell of a draft that it is the beginning of what was posted; with fewer it may be another word (네)."""
MOST: Final = 30
"""So many drafts of one person stand in a thread; a further one takes the place of the oldest."""


class Ahead(msgspec.Struct, frozen=True):
    """A post that was on its way while somebody typed on: the arrival of its form, and its text."""

    arrival: str
    text: str

    def beyond(self, text: str) -> str:
        """What of the `text` was typed since."""
        return text[len(self.text) :].lstrip() if text.startswith(self.text) else text


def keep(
    thread: Thread, seat: Seat, fields: dict[str, Any], arrival: str, ahead: Ahead | None = None, over: str = ""
) -> bool:
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
            fields = fields | {"text": ahead.beyond(fields["text"])}
        elif ahead:
            fields = fields | {"ahead": {before: ahead.text}}
        written = bool(str(fields.get("text", "")).strip())
        replaced, others = list[Draft](), list[Draft]()
        for one in kept(thread, seat):
            (replaced if one.arrival in posted or _is(one, over) or one.arrival == sent else others).append(one)
        for one in (*replaced, *(others[MOST - 1 :] if written else ())):
            if one.arrival != sent or not written:
                one.delete()
        if written:
            Draft.objects.update_or_create(thread=thread, seat=seat, arrival=sent, defaults={"fields": fields})
    return written


def go_on(thread: Thread, seat: Seat, arrival: str, said: str, over: str = "") -> None:
    """`said` was posted: of its form no draft is left but what was typed after it had been sent. The thread is locked.

    A draft that was made while an earlier try of the same form was on its way knows nothing of what was sent in the end. Of
    other forms a draft goes that this one went on with, or that plainly holds no more than the beginning of what was said.
    """
    sent = digest(arrival)
    for found in kept(thread, seat):
        if found.arrival != sent:
            if _is(found, over) or (len(found.text) >= TOLD and said.startswith(tidy(found.text))):
                found.delete()
            continue
        text = found.fields.get("ahead", {}).get(sent)
        ahead = Ahead(arrival, text) if text is not None and tidy(text) == said else None
        rest = ahead.beyond(found.text) if ahead else ""
        if rest.strip():
            found.fields = found.fields | {"text": rest, "ahead": {}}
            found.save()
        else:
            found.delete()


def throw_away(thread: Thread, seat: Seat, mark: str) -> None:
    """The draft as it was shown; what was written in it since stays."""
    with transaction.atomic():
        Thread.objects.select_for_update().get(pk=thread.pk)
        for one in kept(thread, seat):
            if one.mark == mark:
                one.delete()


def _is(draft: Draft, over: str) -> bool:
    return bool(over) and over in {draft.mark, draft.arrival}


def kept(thread: Thread, seat: Seat) -> list[Draft]:
    """What this seat has half written in the thread, the newest first."""
    return list(Draft.objects.filter(thread=thread, seat=seat).order_by("-at", "-pk"))


def unfinished(seat: Seat) -> set[int]:
    """The threads (primary keys) in which this seat has something half written."""
    return set(seat.drafts.values_list("thread_id", flat=True))
