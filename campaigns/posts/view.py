"""A post as one person sees it: built here by whitelist, and the only thing of a post that reaches a template."""

from collections.abc import Iterable
from datetime import datetime

import msgspec
from django.db.models import F, QuerySet
from django.template.loader import get_template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator

from campaigns.models import Audience, Owing, Post, PostKind, PostReader, PostRules, Seat
from campaigns.posts.dice import Roll
from campaigns.posts.markup import bare, ready, ready_plain
from campaigns.posts.readable import may_see_secret_rolls, readable, words
from campaigns.posts.rolls import placed, rolls_of, without_marks
from campaigns.posts.voices import portraits

SEATED = "seat__user"


class SeenPost(msgspec.Struct, frozen=True):
    """`name` is whom it is spoken by; `mine`: the reader has its author's rights. `html` is "" of one that was withdrawn.

    `seal` is "" or "covered" or "opened". `to` are the nicknames of named readers, `side` the name of a side. `awaited` are
    those who owe a word because of it, "" for who runs the table. `laid`: the app posted it when somebody's time was over.
    `about` is the code of the declaration it belongs to.
    `may` holds what the reader may do: edit, withdraw, open, answer, follow_up, settle, wait; `left` follow-ups are left.
    """

    code: str
    address: str
    kind: str
    name: str
    character: str
    portrait: str
    mine: bool
    html: SafeString
    at: datetime
    dated: bool
    edited: bool
    withdrawn: bool
    seal: str
    audience: str
    side: str
    to: tuple[str, ...]
    about: str
    awaited: tuple[str, ...]
    laid: bool
    left: int
    may: frozenset[str]

    @property
    def voiced(self) -> bool:
        """Spoken under a name of the story."""
        return bool(self.character) or self.kind in {"ic", "narration"}

    @property
    def kept_close(self) -> bool:
        """Not for everybody, or sealed."""
        return bool(self.seal) or self.audience != Audience.ALL

    @property
    def remarked(self) -> bool:
        """Something is said of it before its words."""
        return bool(self.about) or self.withdrawn or self.laid or self.kind == PostKind.LAPSE

    @property
    def goes_on(self) -> bool:
        """Something stands below its words."""
        return bool(self.awaited) or self.edited or not self.may.isdisjoint({"answer", "follow_up"})

    @property
    def named_awaited(self) -> str:
        """The people it waits for, in one line."""
        return ", ".join(filter(None, self.awaited))


class Around(msgspec.Struct, frozen=True):
    """What is known about posts beside their rows, read once for all of them.

    `newest`: the last answer to a declaration, where it is among the posts; who goes on begins where he has read to.
    """

    pictures: dict[str, str]
    readers: dict[int, tuple[str, ...]]
    awaited: dict[int, tuple[str, ...]]
    used: dict[int, int]
    waiting: frozenset[int]
    newest: dict[int, int]


def seen(posts: Iterable[Post], seat: Seat, rules: PostRules, owings: Iterable[Owing] | None = None) -> list[SeenPost]:
    """The posts as `seat` sees them. They must come from `with_about(readable(seat))`; a constant number of queries for all.

    `owings` are what is owed about any post of their thread, if it has been read already.
    """
    rows = list(posts)
    around = _around(rows, seat, owings)
    return [_seen(post, seat, rules, around) for post in rows]


def with_about(posts: QuerySet[Post]) -> QuerySet[Post]:
    """With authors, and the codes of the declarations that the posts belong to; who reads an answer reads what it answers."""
    about = {"about": F("to__code"), "about_owner": F("to__owner"), "about_gone": F("to__withdrawn_at")}
    return posts.select_related(SEATED).annotate(**about)


def _around(rows: list[Post], seat: Seat, owings: Iterable[Owing] | None) -> Around:
    keys = [post.pk for post in rows]
    roots = {post.to_id or post.pk for post in rows if post.to_id or post.kind == PostKind.DECLARATION}
    chain = (
        list(readable(seat).filter(to__in=roots).values_list("pk", "to_id", "kind", "withdrawn_at")) if roots else []
    )
    root_of = {pk: root for pk, root, _, _ in chain}
    open_ones = list(_owings(keys, root_of, roots) if owings is None else owings)
    return Around(
        pictures=portraits(seat, frozenset(post.character for post in rows if post.character)),
        readers=_readers([post.pk for post in rows if post.audience == Audience.NAMED]),
        awaited=_awaited(open_ones),
        used=_counted(root for _, root, kind, gone in chain if kind == PostKind.FOLLOW_UP and gone is None),
        waiting=frozenset(root_of.get(one.post_id, one.post_id) for one in open_ones if one.seat_id is None),
        newest={post.to_id: post.pk for post in rows if post.to_id and _stands_as(post, PostKind.ANSWER)},
    )


def _stands_as(post: Post, kind: PostKind) -> bool:
    return post.kind == kind and post.withdrawn_at is None


def _owings(keys: list[int], root_of: dict[int, int], roots: set[int]) -> Iterable[Owing]:
    about = {*keys, *root_of, *roots}
    return Owing.objects.filter(post__in=about, settled_at=None).select_related(SEATED).order_by("pk") if about else ()


def _readers(keys: list[int]) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    rows = PostReader.objects.filter(post__in=keys).order_by("seat") if keys else PostReader.objects.none()
    for post, nickname in rows.values_list("post_id", "seat__user__nickname"):
        found[post] = (*found.get(post, ()), nickname)
    return found


def _awaited(owings: list[Owing]) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for one in owings:
        found[one.post_id] = (*found.get(one.post_id, ()), one.seat.user.nickname if one.seat else "")
    return found


def _counted(roots: Iterable[int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for root in roots:
        found[root] = found.get(root, 0) + 1
    return found


def _seen(post: Post, seat: Seat, rules: PostRules, around: Around) -> SeenPost:
    left = _left(post, rules, around)
    return SeenPost(
        code=post.code,
        address=reverse("post", args=[seat.campaign.code, post.code]),
        kind=post.kind,
        name=name_of(post),
        character=post.character,
        portrait=around.pictures.get(post.character, ""),
        mine=post.owner_id == seat.pk,
        html=html_of(post, seat),
        at=post.at,
        dated=post.dated,
        edited=post.edited_at is not None and bool(words(post, seat)),
        withdrawn=post.withdrawn_at is not None,
        seal="covered" if post.covered else "opened" if post.sealed else "",
        audience=post.audience,
        side=post.side,
        to=around.readers.get(post.pk, ()),
        about=getattr(post, "about", None) or "",
        awaited=around.awaited.get(post.pk, ()),
        laid=post.laid,
        left=left,
        may=frozenset(_may(post, seat, around, left)),
    )


def _left(post: Post, rules: PostRules, around: Around) -> int:
    if post.kind not in {PostKind.DECLARATION, PostKind.ANSWER}:
        return 0
    return max(0, rules.follow_ups - around.used.get(post.to_id or post.pk, 0))


def name_of(post: Post) -> str:
    """Whom a post is spoken by: a name of the story, or who sits there."""
    return post.voice or (post.seat.user.nickname if post.seat else "")


def html_of(post: Post, seat: Seat, html: str | None = None) -> SafeString:
    """The post's text (or an older one, made `html`) with its rolls for this reader.

    Of a withdrawn post the rolls stay, or a bad throw could be taken back.
    """
    if html is None:
        html = _ready(post) if words(post, seat) else ""
    rolls = rolls_of(post.rolls)
    if not rolls:
        return mark_safe(html)  # noqa: S308 - cleaned where it was made
    open_too = may_see_secret_rolls(post, seat)
    told = get_template("campaigns/posts/roll.html")

    def put(number: int) -> str:
        one = rolls[number - 1]
        shown = one if open_too or not one.secret else None
        return told.render({"roll": shown, "secret": one.secret}).strip()

    return mark_safe(placed(html, put, len(rolls)))  # noqa: S308 - both parts are


def excerpt(post: Post, seat: Seat, length: int = 160) -> str:
    """The first words of the post for this reader, "" of a withdrawn one."""
    return bare(without_marks(_ready(post)), length) if words(post, seat) else ""


def rolls_line(post: Post, seat: Seat) -> str:
    """What the rolls of the post came to for this reader, in a few signs, and what they were for."""
    told = [one for one in rolls_of(post.rolls) if not one.secret or may_see_secret_rolls(post, seat)]
    return ", ".join(map(_rolled, told[:4]))


def _rolled(roll: Roll) -> str:
    came = f"{roll.said} ＞ {' · '.join(outcome.total for outcome in roll.outcomes)}"
    return f"{came} {Truncator(roll.comment).chars(80)}".rstrip()


def _ready(post: Post) -> str:
    return post.html or (ready_plain(post.text) if post.plain else ready(post.text))


def _may(post: Post, seat: Seat, around: Around, left: int) -> Iterable[str]:
    mine = post.owner_id == seat.pk
    if post.kind == PostKind.LAPSE:
        if seat.runs_table and post.withdrawn_at is None:
            yield "wait"
        return
    if post.withdrawn_at is None and mine:
        yield "edit"
    if mine or (seat.runs_table and not post.covered):
        yield "withdraw"
    if seat.runs_table and post.covered:
        yield "open"
    if seat.runs_table and around.awaited.get(post.pk):
        yield "settle"
        if any(around.awaited[post.pk]):
            yield "wait"
    if post.kind == PostKind.DECLARATION and post.withdrawn_at is None:
        if seat.runs_table and post.pk in around.waiting:
            yield "answer"
        if mine and left and post.pk not in around.waiting and post.pk not in around.newest:
            yield "follow_up"
    if left and _goes_on_from(post, seat, around):
        yield "follow_up"


def _goes_on_from(post: Post, seat: Seat, around: Around) -> bool:
    """Whether it is the newest answer to a declaration of this reader, which waits for nothing more."""
    root = post.to_id or 0
    if around.newest.get(root) != post.pk or root in around.waiting:
        return False
    return getattr(post, "about_owner", None) == seat.pk and getattr(post, "about_gone", None) is None
