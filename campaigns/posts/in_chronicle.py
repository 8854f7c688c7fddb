"""Posts in the chronicle of the war."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db.models import QuerySet, Value
from django.utils.translation import gettext_lazy as _

from campaigns.models import Post, PostKind, Seat
from campaigns.posts.asked import Asked
from campaigns.posts.chronicle import Entry, Source, Span, Wanted, within
from campaigns.posts.readable import readable, readable_threads
from campaigns.posts.view import SEATED, excerpt, name_of, rolls_line

STORY = (PostKind.IN_CHARACTER, PostKind.NARRATION, PostKind.RESULT)
DECLARED = (PostKind.DECLARATION, PostKind.ANSWER, PostKind.FOLLOW_UP, PostKind.LAPSE)
KINDS = {
    "story": (_("Story"), STORY),
    "declarations": (_("Declarations and answers"), DECLARED),
    "results": (_("Results of the GM"), (PostKind.RESULT,)),
    "talk": (_("Talk beside the game"), (PostKind.OUT_OF_CHARACTER,)),
}


def ask(seat: Seat, wanted: Wanted, span: Span) -> Iterable[Entry]:
    plain = wanted == Wanted(kind=wanted.kind) and span == Span()
    found = NEWEST[wanted.kind].all(seat) if plain else posts(seat, wanted, span)
    return [Entry(post.code, post.at, post.pk, post) for post in found]


def posts(seat: Seat, wanted: Wanted, span: Span) -> QuerySet[Post]:
    return within(_wanted(readable(seat), wanted), span).select_related(SEATED, "thread")


NEWEST = {kind: Asked(partial(posts, wanted=Wanted(kind=kind), span=Span())) for kind in ("", *KINDS)}
"""What most readers come for."""


def tell(seat: Seat, posts: list[Post]) -> Iterable[dict[str, Any]]:
    return [_told(post, seat) for post in posts]


def find(seat: Seat, code: str) -> Entry | None:
    post = readable(seat).filter(code=code).first()
    return Entry(post.code, post.at, post.pk) if post else None


def _wanted(posts: QuerySet[Post], wanted: Wanted) -> QuerySet[Post]:
    if wanted.kind:
        posts = posts.filter(kind__in=KINDS[wanted.kind][1])
    if wanted.character:
        # The second condition is that of the index, without which SQLite does not see that it may walk it.
        posts = posts.filter(character=wanted.character).exclude(character="")
    if wanted.nickname:
        # Who stands behind another name is nobody's business: only posts that show the person's own.
        posts = posts.filter(seat__user__nickname=wanted.nickname, voice="")
    if wanted.place:
        posts = posts.filter(thread__place=wanted.place)
    return posts.filter(thread__scene=wanted.scene) if wanted.scene else posts


def _told(post: Post, seat: Seat) -> dict[str, Any]:
    return {
        "code": post.code,
        "kind": post.kind,
        "name": name_of(post),
        "thread": post.thread.title,
        "thread_code": post.thread.code,
        "at": post.at,
        "dated": post.dated,
        "words": excerpt(post, seat, 280),
        "rolls": rolls_line(post, seat),
        "laid": post.laid,
        "withdrawn": post.withdrawn_at is not None,
        "sealed": post.covered,
        "named": post.audience != "all",
    }


def people_and_places(seat: Seat) -> tuple[list[str], list[str]]:
    """The nicknames of who is at the table, in the order they came, and the places of threads that this seat reads."""
    people = Seat.objects.filter(campaign=seat.campaign_id, removed_at=None).values_list("pk", "user__nickname")
    places = readable_threads(seat).exclude(place="").values_list(Value(0), "place")
    found = sorted(people.union(places))
    return [name for key, name in found if key], [place for key, place in found if not key]


SOURCE = Source("p", {word: name for word, (name, _) in KINDS.items()}, "campaigns/posts/entry.html", ask, tell, find)
