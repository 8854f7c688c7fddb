"""Who may read what is written: the only eye of this room. Every page, stream, search, export and reminder asks here.

- A thread is for everybody, or for its readers; who runs the table reads every thread.
- A post is for all who read its thread, or for its readers among them; its author and who runs the table read it too.
- A sealed post is its author's alone until it is opened, and the answer to it theirs who answered and declared
  (PostReader.early). Who runs the table reads both before, since he has to answer, unless the war says otherwise
  (PostRules.gm_reads_sealed).
- Of a withdrawn post only its author and who runs the table still read the text (`words`).
"""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from campaigns.models import Audience, Campaign, Post, PostReader, PostRules, Role, Seat, Thread, ThreadReader

COVERED = Q(sealed=True, opened_at=None)

type _Keys = frozenset[int] | None
"""Of seats; None for all of them."""


def code_in(said: str) -> str:
    """What may be looked up as a code, in an address or a form that anybody may have written: no database holds a NUL."""
    return said.replace("\0", "")[:20]


def rules_of(campaign: Campaign) -> PostRules:
    """How the campaign writes (one query); an unsaved row with the defaults where nobody has set anything."""
    return PostRules.objects.filter(campaign=campaign).first() or PostRules(campaign=campaign)


def readable_threads(seat: Seat) -> QuerySet[Thread]:
    """The threads that this seat may read."""
    threads = Thread.objects.filter(campaign_id=seat.campaign_id)
    if seat.runs_table:
        return threads
    mine = ThreadReader.objects.filter(thread=OuterRef("pk"), seat=seat)
    return threads.filter(Q(audience=Audience.ALL) | Exists(mine))


def readable(seat: Seat) -> QuerySet[Post]:
    """The posts that this seat may read, withdrawn ones included; in no order."""
    posts = Post.objects.filter(campaign_id=seat.campaign_id)
    mine = Q(owner=seat)
    if seat.runs_table:
        withheld = PostRules.objects.filter(campaign=seat.campaign_id, gm_reads_sealed=False)
        return posts.filter(mine | ~COVERED | ~Exists(withheld))
    named = PostReader.objects.filter(post=OuterRef("pk"), seat=seat)
    is_open = ~COVERED & (Q(audience=Audience.ALL) | Exists(named))
    told_early = COVERED & Exists(named.filter(early=True))
    return posts.filter(mine | is_open | told_early, thread__in=readable_threads(seat).values("pk"))


def searchable(seat: Seat) -> QuerySet[Post]:
    """The posts in whose text this seat may search: what was withdrawn is found by nobody."""
    return readable(seat).filter(withdrawn_at=None)


def readers_of(post: Post) -> list[Seat]:
    """The seats at the table that may read this post now: who is told when it changes (I-8)."""
    present = list(post.campaign.seats.filter(removed_at=None))
    within = _keys(post.thread.audience, ThreadReader.objects.filter(thread=post.thread))
    named = PostReader.objects.filter(post=post)
    told = _keys(post.audience, named) if not post.covered else _keys("", named.filter(early=True))
    table = not post.covered or rules_of(post.campaign).gm_reads_sealed
    return [seat for seat in present if _reads(seat, post, within, told, table=table)]


def told_of(post: Post) -> list[Seat]:
    """Whose page changes with the post: its readers, and of a sealed one who runs the table, who sees that there is one."""
    readers = readers_of(post)
    table = post.campaign.seats.filter(removed_at=None, role__in=(Role.GM, Role.ASSISTANT)) if post.sealed else ()
    return list({seat.pk: seat for seat in (*readers, *table)}.values())


def thread_readers(thread: Thread) -> set[int]:
    """The seats at the table (primary keys) that may read this thread."""
    within = _keys(thread.audience, ThreadReader.objects.filter(thread=thread))
    present = thread.campaign.seats.filter(removed_at=None)
    return {seat.pk for seat in present if seat.runs_table or within is None or seat.pk in within}


def covered_from(thread: Thread, seat: Seat, rules: PostRules) -> list[str]:
    """Who has sealed posts in a thread, for who runs the table: he opens them, whether he may read them before or not."""
    posts = thread.posts.filter(COVERED).exclude(owner=seat if not rules.gm_reads_sealed else None)
    names = posts.order_by("sequence").values_list("seat__user__nickname", flat=True)
    return [name for name in dict.fromkeys(names) if name] if seat.runs_table else []


def _reads(seat: Seat, post: Post, within: _Keys, told: _Keys, *, table: bool) -> bool:
    mine = post.owner_id == seat.pk
    if seat.runs_table:
        return mine or table
    return (within is None or seat.pk in within) and (mine or told is None or seat.pk in told)


def words(post: Post, seat: Seat) -> str:
    """What this reader of the post is told of its text: "" of one that was withdrawn."""
    return post.text if post.withdrawn_at is None or may_see_withdrawn(post, seat) else ""


def may_see_withdrawn(post: Post, seat: Seat) -> bool:
    return seat.runs_table or post.owner_id == seat.pk


def may_see_secret_rolls(post: Post, seat: Seat) -> bool:
    """What a secret roll in the post came to is its author's and the table's."""
    return seat.runs_table or post.owner_id == seat.pk


def _keys(audience: str, named: QuerySet[Any]) -> _Keys:
    return None if audience == Audience.ALL else frozenset(named.values_list("seat_id", flat=True))
