"""The one writer of posts. Everything is decided under the thread's lock, told after the commit, and said by a value."""

from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from campaigns.arrivals import digest
from campaigns.models import Audience, Owing, Post, PostKind, PostReader, PostVersion, Role, Seat, Thread
from campaigns.posts import drafts, rolls
from campaigns.posts.markup import ready
from campaigns.posts.readable import readers_of, rules_of, told_of
from campaigns.posts.telling import tell
from campaigns.search.posts import keep_found
from tabletop.chance import CHANCE

LONGEST: Final = 20_000

TABLE_KINDS: Final = frozenset({PostKind.RESULT, PostKind.ANSWER})
"""What only who runs the table writes."""

UNASKED: Final = frozenset({PostKind.OUT_OF_CHARACTER})
"""What does not count as the word that somebody was asked for."""


class Refused(msgspec.Struct, frozen=True):
    """Why nothing was written: a code, the limit where there is one, the lines of dice at fault."""

    code: str
    most: int = 0
    faults: tuple[rolls.Faulty, ...] = ()


type Bar = Callable[[Thread, Seat, "Words"], Refused | None]

BARS: list[Bar] = []
"""What other rooms forbid to be written; they append in AppConfig.ready."""


class Words(msgspec.Struct, frozen=True):
    """A post to be written. `readers` are a side, or the named people; nobody means a word to who runs the table.

    An answer and a follow-up take audience and seal from the declaration `to`. `asks` are the seats that are asked for a word
    of their own. `lapses` is what was owed too long (the key of an Owing): the app posts this since its time is over.
    """

    kind: str
    text: str
    voice: str = ""
    character: str = ""
    audience: str = Audience.ALL
    side: str = ""
    readers: frozenset[int] = frozenset()
    sealed: bool = False
    to: Post | None = None
    asks: frozenset[int] = frozenset()
    lapses: int | None = None


def may_write(seat: Seat, thread: Thread) -> bool:
    """In a thread that it reads (the door has asked), while that is open; who only watches writes nowhere."""
    return seat.role != Role.SPECTATOR and thread.closed_at is None


def write(thread: Thread, seat: Seat, words: Words, arrival: str, over: str = "") -> Post | Refused:
    """The post, rolls thrown; the one that the same form made before, if it was sent twice with the same text.

    `over` is the draft that the form went on with, as in `drafts`.
    """
    with transaction.atomic():
        locked = Thread.objects.select_for_update().get(pk=thread.pk)
        if twice := Post.objects.filter(seat=seat, arrival=digest(arrival)).first():
            return twice if _said_first(twice) == rolls.called(words.text).text else Refused("posted_before")
        words = _as_it_stands(words)
        if refused := _fault(locked, seat, words):
            return refused
        called = rolls.called(words.text)
        if called.faults:
            return Refused("dice", faults=called.faults)
        post = _kept(locked, seat, words, called, arrival)
        _settle(post, seat, words)
        _owe(post, words)
        keep_found([post])
        if words.lapses is None:
            drafts.go_on(locked, seat, arrival, words.text, over)
        transaction.on_commit(partial(tell, thread.pk, [seat.pk for seat in told_of(post)]))
    return post


def edit(post: Post, seat: Seat, text: str) -> Refused | None:
    """Say it differently; what it said stays as a version. Nothing is rolled."""
    with transaction.atomic():
        locked = _locked(post)
        if locked.owner_id != seat.pk or locked.withdrawn_at:
            return Refused("not_yours")
        if refused := _text_fault(text):
            return refused
        if text == locked.text:
            return None
        number = (locked.versions.aggregate(last=Max("number"))["last"] or 0) + 1
        said_at = locked.edited_at or locked.at
        PostVersion.objects.create(post=locked, number=number, text=locked.text, by=seat, at=said_at)
        locked.text, locked.html, locked.edited_at = text, ready(text), timezone.now()
        locked.save(update_fields=["text", "html", "edited_at"])
        _told(locked)
    return None


def withdraw(post: Post, seat: Seat, *, back: bool = False) -> Refused | None:
    """Take a post back, or take that back. Its rolls stand, and nobody waits for an answer to it."""
    with transaction.atomic():
        locked = _locked(post)
        if not (locked.owner_id == seat.pk or (seat.runs_table and not locked.covered)):
            return Refused("not_yours")
        now = timezone.now()
        locked.withdrawn_at = None if back else locked.withdrawn_at or now
        locked.save(update_fields=["withdrawn_at"])
        if back:
            locked.owings.filter(settled_by=None, lapsed=False).update(settled_at=None)
        else:
            locked.owings.filter(settled_at=None).update(settled_at=now)
        _told(locked)
    return None


def open_sealed(thread: Thread, post: Post | None = None) -> int:
    """Open every sealed post of the thread together, or a single one with all that belongs to its declaration; how many."""
    with transaction.atomic():
        Thread.objects.select_for_update().get(pk=thread.pk)
        covered = thread.posts.filter(sealed=True, opened_at=None)
        if post is not None:
            root = post.to_id or post.pk
            covered = covered.filter(pk=root) | covered.filter(to=root)
        keys = list(covered.values_list("pk", flat=True))
        Post.objects.filter(pk__in=keys).update(opened_at=timezone.now())
        opened = _whole(keys)
        keep_found(opened)
        told = {seat.pk for one in opened for seat in told_of(one)}
        transaction.on_commit(partial(tell, thread.pk, sorted(told)))
    return len(keys)


def settle(post: Post) -> None:
    """Nobody needs to answer this any more: who runs the table says so."""
    with transaction.atomic():
        locked = _locked(post)
        locked.owings.filter(settled_at=None).update(settled_at=timezone.now())
        _told(locked)


def _as_it_stands(words: Words) -> Words:
    """With the declaration as it is under the lock: it may have been opened or withdrawn since the form was read."""
    root = Post.objects.filter(pk=words.to.pk).first() if words.to else None
    return msgspec.structs.replace(words, to=root)


def _fault(thread: Thread, seat: Seat, words: Words) -> Refused | None:
    if not may_write(seat, thread):
        return Refused("closed")
    if words.kind not in PostKind.values or (words.kind in TABLE_KINDS and not seat.runs_table):
        return Refused("kind")
    if words.kind == PostKind.LAPSE:
        return None if words.lapses is not None else Refused("kind")
    if words.kind in {PostKind.ANSWER, PostKind.FOLLOW_UP} and (fault := _chain_fault(seat, words)):
        return fault
    barred = (bar(thread, seat, words) for bar in BARS)
    return _text_fault(words.text) or next(filter(None, barred), None)


def _text_fault(text: str) -> Refused | None:
    if not text.strip():
        return Refused("empty")
    return Refused("too_long", most=LONGEST) if len(text) > LONGEST else None


def _chain_fault(seat: Seat, words: Words) -> Refused | None:
    """Declaration, answer, follow-up, answer …: the table answers, and who declared goes on, so often as the war allows."""
    root = words.to
    if root is None or root.kind != PostKind.DECLARATION or root.withdrawn_at:
        return Refused("no_declaration")
    if words.kind == PostKind.ANSWER:
        return None
    if root.owner_id != seat.pk:
        return Refused("not_yours")
    if Owing.objects.filter(seat=None, settled_at=None, post__in=_chain(root)).exists():
        return Refused("waits")
    most = rules_of(root.campaign).follow_ups
    used = root.chain.filter(kind=PostKind.FOLLOW_UP, withdrawn_at=None).count()
    return Refused("too_many_follow_ups", most=most) if used >= most else None


def _chain(root: Post) -> list[int]:
    return [root.pk, *root.chain.values_list("pk", flat=True)]


def _said_first(post: Post) -> str:
    """Its text before every edit."""
    first = post.versions.order_by("number").first()
    return first.text if first else post.text


def _kept(thread: Thread, seat: Seat, words: Words, called: rolls.Called, arrival: str) -> Post:
    root = words.to if words.kind in {PostKind.ANSWER, PostKind.FOLLOW_UP} else None
    post = Post.objects.create(
        campaign_id=thread.campaign_id,
        thread=thread,
        sequence=next_place(thread),
        seat=seat,
        owner=None if words.kind == PostKind.LAPSE else seat,
        voice=words.voice,
        character=words.character,
        kind=words.kind,
        text=called.text,
        html=ready(called.text),
        rolls=rolls.kept(rolls.thrown(called.commands, lambda sides: CHANCE.below(sides) + 1)),
        audience=root.audience if root else words.audience,
        side=root.side if root else words.side,
        sealed=root.sealed if root else words.sealed,
        opened_at=root.opened_at if root else None,
        laid=words.lapses is not None,
        to=root,
        arrival=digest(arrival),
        at=timezone.now(),
    )
    _name_readers(post, words, root)
    return post


def next_place(thread: Thread) -> int:
    """The place after the last post; the thread is locked."""
    return (thread.posts.aggregate(last=Max("sequence"))["last"] or 0) + 1


def _name_readers(post: Post, words: Words, root: Post | None) -> None:
    """Who reads a post that is not for all; an answer is read by who declared, also under seal."""
    if root is None:
        named = dict.fromkeys(words.readers, False) if words.audience != Audience.ALL else {}
    else:
        named = dict(PostReader.objects.filter(post=root).values_list("seat_id", "early"))
        if root.owner_id is not None and (root.sealed or root.audience != Audience.ALL):
            named[root.owner_id] = True
    present = set(post.campaign.seats.filter(pk__in=named).values_list("pk", flat=True))
    PostReader.objects.bulk_create(
        PostReader(post=post, seat_id=pk, early=early) for pk, early in sorted(named.items()) if pk in present
    )


def _settle(post: Post, seat: Seat, words: Words) -> None:
    """What this post answers is owed no more."""
    open_ones = Owing.objects.filter(settled_at=None)
    if words.lapses is not None:
        # A word laid by says, like one that is spoken, all that he owes here.
        late = Q(pk=words.lapses) if post.kind == PostKind.LAPSE else Q(seat=seat, post__thread=post.thread)
        open_ones.filter(late).update(settled_at=post.at, settled_by=post, lapsed=True)
        return
    if post.kind == PostKind.ANSWER and post.to is not None:
        settled = open_ones.filter(seat=None, post__in=_chain(post.to))
    elif post.kind not in UNASKED:
        settled = open_ones.filter(seat=seat, post__thread=post.thread)
    else:
        return
    settled.update(settled_at=post.at, settled_by=post)


def _owe(post: Post, words: Words) -> None:
    """A declaration waits for the table; a post of the table may wait for people, as far as they read it."""
    if post.kind in {PostKind.DECLARATION, PostKind.FOLLOW_UP}:
        Owing.objects.create(post=post, seat=None, at=post.at)
    if words.asks and post.seat is not None and post.seat.runs_table and not post.sealed:
        asked = [seat for seat in readers_of(post) if seat.pk in words.asks and seat.role == Role.PLAYER]
        Owing.objects.bulk_create(Owing(post=post, seat=seat, at=post.at) for seat in asked)


def _locked(post: Post) -> Post:
    Thread.objects.select_for_update().get(pk=post.thread_id)
    return _whole([post.pk])[0]


def _whole(keys: list[int]) -> list[Post]:
    return list(Post.objects.select_related("thread", "campaign").filter(pk__in=keys))


def _told(post: Post) -> None:
    keep_found([post])
    transaction.on_commit(partial(tell, post.thread_id, [seat.pk for seat in told_of(post)]))
