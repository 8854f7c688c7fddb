"""Who may read what is written: the only eye of this room. Every page, stream, search, export and reminder asks here.

- A thread is for everybody, or for its readers; who runs the table reads every thread.
- A post is for all who read its thread, or for its readers among them; its author and who runs the table read it too.
- A sealed post is its author's alone until it is opened. Who runs the table reads it before, since he has to answer it,
  unless the war says otherwise (PostRules.gm_reads_sealed).
- Of a withdrawn post only its author and who runs the table still read the text (`words`).
"""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from campaigns.models import Audience, Campaign, Post, PostReader, PostRules, Seat, Thread, ThreadReader

COVERED = Q(sealed=True, opened_at=None)


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
        return posts if rules_of(seat.campaign).gm_reads_sealed else posts.filter(mine | ~COVERED)
    named = Exists(PostReader.objects.filter(post=OuterRef("pk"), seat=seat))
    return posts.filter(
        mine | (~COVERED & (Q(audience=Audience.ALL) | named)), thread__in=readable_threads(seat).values("pk")
    )


def searchable(seat: Seat) -> QuerySet[Post]:
    """The posts in whose text this seat may search: what was withdrawn is found by nobody."""
    return readable(seat).filter(withdrawn_at=None)


def readers_of(post: Post) -> list[Seat]:
    """The seats at the table that may read this post now: who is told when it changes (I-8)."""
    present = list(post.campaign.seats.filter(removed_at=None))
    within = _among(present, post.thread.audience, ThreadReader.objects.filter(thread=post.thread))
    table = [seat for seat in present if seat.runs_table]
    if post.covered:
        early = table if rules_of(post.campaign).gm_reads_sealed else []
        return [seat for seat in present if seat in early or (seat.pk == post.owner_id and seat in [*within, *table])]
    named = _among(present, post.audience, PostReader.objects.filter(post=post))
    return [
        seat for seat in present if seat in table or (seat in within and (seat in named or seat.pk == post.owner_id))
    ]


def words(post: Post, seat: Seat) -> str:
    """What this reader of the post is told of its text: "" of one that was withdrawn."""
    return post.text if post.withdrawn_at is None or may_see_withdrawn(post, seat) else ""


def may_see_withdrawn(post: Post, seat: Seat) -> bool:
    return seat.runs_table or post.owner_id == seat.pk


def may_see_secret_rolls(post: Post, seat: Seat) -> bool:
    """What a secret roll in the post came to is its author's and the table's."""
    return seat.runs_table or post.owner_id == seat.pk


def _among(present: list[Seat], audience: str, named: QuerySet[Any]) -> list[Seat]:
    if audience == Audience.ALL:
        return present
    keys = set(named.values_list("seat_id", flat=True))
    return [seat for seat in present if seat.pk in keys]
