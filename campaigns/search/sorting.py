"""Threads whose readers have changed, sorted anew for the search: at once where they are short, else by the worker.

Secret first: from the moment at which somebody reads a thread no more until its posts are sorted, his search finds no posts at
all (`barred`), and says so. Everybody else's search stays as it is, so nobody else learns of it.
"""

from functools import partial
from typing import Final

from django.db import transaction
from django.utils import timezone

from campaigns.models import Seat, Thread
from campaigns.search.posts import keep_found

AT_ONCE: Final = 100
"""So many posts are sorted within the request."""
SOME: Final = 200


def readers_changed(thread: Thread, before: set[int], now: set[int]) -> None:
    """A thread, locked by the caller, has been written with other readers or another title."""
    if thread.posts.count() <= AT_ONCE:
        keep_found(thread.posts.all())
        return
    lost = before - now | set((thread.unsorted or {}).get("lost", ())) - now
    Thread.objects.filter(pk=thread.pk).update(unsorted={"at": timezone.now().isoformat(), "lost": sorted(lost)})
    transaction.on_commit(partial(_ask_for, thread.pk))


def _ask_for(pk: int) -> None:
    # They bring Celery, for which no command should wait.
    from campaigns.reminders.tasks import hand_out
    from campaigns.search.tasks import sort_thread

    if not hand_out(sort_thread, pk):
        sort(pk)  # nobody else will do it soon


def sort(pk: int) -> None:
    """Sort the posts of a thread, some at a time; if its readers change meanwhile, it is unsorted still."""
    mark = Thread.objects.filter(pk=pk).values_list("unsorted", flat=True).first()
    if mark is None:
        return
    keys = list(Thread.objects.get(pk=pk).posts.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), SOME):
        _sort_some(pk, keys[start : start + SOME])
    with transaction.atomic():
        thread = Thread.objects.select_for_update().get(pk=pk)
        if thread.unsorted == mark:
            Thread.objects.filter(pk=pk).update(unsorted=None)


def _sort_some(thread: int, keys: list[int]) -> None:
    with transaction.atomic():
        # The lock of every write in the thread: what is written now is not overwritten by what was read before.
        locked = Thread.objects.select_for_update().get(pk=thread)
        keep_found(locked.posts.filter(pk__in=keys))


def left_over() -> list[int]:
    """The threads that wait to be sorted, the worker having been away."""
    return list(Thread.objects.filter(unsorted__isnull=False).order_by("pk").values_list("pk", flat=True))


def barred(seat: Seat) -> bool:
    """Whether this seat finds no posts for now, since it reads a thread no more that is not sorted yet (one query)."""
    unsorted = Thread.objects.filter(campaign=seat.campaign_id, unsorted__isnull=False)
    return any(mark and seat.pk in mark.get("lost", ()) for mark in unsorted.values_list("unsorted", flat=True))


def follow(old: Seat, new: Seat) -> None:
    """Who takes a seat over is barred as it was."""
    for thread in Thread.objects.filter(campaign=old.campaign_id, unsorted__isnull=False):
        mark = thread.unsorted or {}
        if old.pk in mark.get("lost", ()):
            thread.unsorted = {**mark, "lost": sorted({*mark["lost"], new.pk})}
            thread.save(update_fields=["unsorted"])
