"""What happens in threads when the time of somebody who was asked for a word is over: what the war has agreed on (Unanswered).

Asked by every read of threads, board and deadlines (`settle`), so nothing is wrong while no worker runs. The word of who runs
the table is always waited for: nobody can say it for him.
"""

from collections.abc import Iterable
from functools import partial

from django.db import transaction
from django.utils import timezone

from campaigns.arrivals import new_arrival
from campaigns.models import (
    Campaign,
    Deadlines,
    Owing,
    Post,
    PostKind,
    PostReader,
    Seat,
    Thread,
    Unanswered,
    WordLaidBy,
)
from campaigns.posts.owed import due, open_owings
from campaigns.posts.readable import readers_of
from campaigns.posts.telling import tell
from campaigns.posts.voices import voices_of
from campaigns.posts.writing import Refused, Words, withdraw, write
from campaigns.reminders import clock
from campaigns.reminders.absences import rules_of
from tabletop import live


def settle(campaign: Campaign, rules: Deadlines | None = None) -> bool:
    """Do what is agreed on for every word that is late; whether anything was done. One query where nothing is due."""
    rules = rules or rules_of(campaign)
    return rules.unanswered != Unanswered.MARK and _settle(campaign, open_owings(campaign), rules)


def settled(campaign: Campaign) -> list[Owing]:
    """All that is still owed once that is done (as `open_owings`; one query where nothing is due)."""
    rules, asked = rules_of(campaign), list(open_owings(campaign))
    if rules.unanswered != Unanswered.MARK and _settle(campaign, asked, rules):
        asked = list(open_owings(campaign))
    return asked


def _settle(campaign: Campaign, asked: Iterable[Owing], rules: Deadlines) -> bool:
    now = timezone.now()
    of_people = [owing for owing in asked if owing.seat is not None and owing.seat.removed_at is None]
    late = [owing for owing in of_people if (end := due(owing, rules)) and now >= end]
    done = sum(_lapse(owing, rules) for owing in late) > 0
    if done:
        live.publish(f"board:{campaign.code}", [live.EVERYBODY])
    return done


def _lapse(owing: Owing, rules: Deadlines) -> bool:
    """Whether anything was written: two who ask at once write once, and who has answered meanwhile is not overruled."""
    with transaction.atomic():
        Thread.objects.select_for_update().get(pk=owing.post.thread_id)
        found = Owing.objects.select_related("post__thread", "seat__user", "seat__campaign").get(pk=owing.pk)
        end = due(found, rules)
        if found.settled_at is not None or found.seat is None or end is None or timezone.now() < end:
            return False
        if found.seat not in readers_of(found.post):
            # He can no longer read what asked him, so nothing is said there for him, nor to him of it.
            return bool(Owing.objects.filter(pk=found.pk).update(settled_at=timezone.now(), lapsed=True))
        if rules.unanswered == Unanswered.WORD and _said(found, found.seat):
            return True
        return not isinstance(write(found.post.thread, found.seat, _without(found), new_arrival()), Refused)


def _said(owing: Owing, seat: Seat) -> bool:
    """Whether the word that the seat has laid by could be posted."""
    laid = WordLaidBy.objects.filter(seat=seat).first()
    if laid is None:
        return False
    voice = next((one for one in voices_of(seat) if one.character == laid.character), None)
    words = Words(
        kind=PostKind.DECLARATION,
        text=laid.text,
        voice=voice.name if voice else "",
        character=voice.character if voice else "",
        audience=owing.post.audience,
        side=owing.post.side,
        readers=_readers(owing.post),
        sealed=laid.sealed,
        lapses=owing.pk,
    )
    return not isinstance(write(owing.post.thread, seat, words, new_arrival()), Refused)


def _without(owing: Owing) -> Words:
    """That the thread goes on without the word, for those who read what asked for it."""
    asking = owing.post
    readers = _readers(asking) | {owing.seat_id or 0}
    return Words(PostKind.LAPSE, "", audience=asking.audience, side=asking.side, readers=readers, lapses=owing.pk)


def _readers(post: Post) -> frozenset[int]:
    return frozenset(PostReader.objects.filter(post=post).values_list("seat_id", flat=True))


def give_time(post: Post, seat: Seat, rules: Deadlines) -> int:
    """The GM's last word: whom the post asks has his time anew, also whom the thread has gone on without; how many."""
    with transaction.atomic():
        Thread.objects.select_for_update().get(pk=post.thread_id)
        gone_on = post.kind == PostKind.LAPSE
        asked = Owing.objects.filter(settled_by=post) if gone_on else post.owings.filter(settled_at=None)
        waited = list(asked.exclude(seat=None).select_related("post__thread", "post__campaign"))
        again = {"until": clock.due(rules, timezone.now()), "settled_at": None, "settled_by": None, "lapsed": False}
        Owing.objects.filter(pk__in=[owing.pk for owing in waited]).update(**again)
        if gone_on:
            withdraw(post, seat)
        for asking in {owing.post_id: owing.post for owing in waited}.values():
            told = [reader.pk for reader in readers_of(asking)]
            transaction.on_commit(partial(tell, asking.thread_id, told))
    return len(waited)


def settle_all(campaign: Campaign) -> None:
    """The worker's part: what every look would do."""
    settle(campaign)


def follow(old: Seat, new: Seat) -> None:
    """Who takes a seat over speaks for himself: what the one before had laid by is gone with him."""
    WordLaidBy.objects.filter(seat=old).delete()
