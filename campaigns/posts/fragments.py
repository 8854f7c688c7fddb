"""A thread as fragments for its page and its stream: the same bytes in both.

Posts hang on one another: the fragment after a post holds the next one and the fragment after that. So when a post is added,
only it travels; and one that is opened or edited changes in its place.
"""

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from campaigns.models import Owing, Post, PostRules, Seat, Thread
from campaigns.posts.owed import owed_in, told
from campaigns.posts.readable import covered_from, readable_threads, rules_of
from campaigns.posts.reading import Window, since
from campaigns.posts.telling import seat_name, topic
from campaigns.posts.view import seen
from tabletop import live
from tabletop.fragments import Drawing, place, whole

TOP = "after-top"
OWING = "owing"


def drawing(thread: Thread, window: Window, seat: Seat, rules: PostRules, owings: list[Owing]) -> Drawing:
    """The window's posts as this seat sees them, and who owes a word in the thread (`owings`, of `owed_in`)."""
    post_html = get_template("campaigns/posts/post.html")
    drawn: Drawing = {OWING: _owing(thread, seat, rules, owings)}
    at = TOP
    for post in seen(window.posts, seat, rules, owings):
        name, then = f"post-{post.code}", f"after-{post.code}"
        drawn[at] = _link(at, place(name) + place(then))
        drawn[name] = post_html.render({"post": post, "seat": seat, "campaign": seat.campaign.code}).strip()
        at = then
    more = get_template("campaigns/posts/more.html").render({"more": at.removeprefix("after-")}) if window.newer else ""
    drawn[at] = _link(at, more.strip())
    return drawn


def _link(name: str, inside: str) -> str:
    """What hangs after a post; made here, since a page has as many as posts."""
    return f'<div class="after" id="{name}"{" data-fragment" if name == TOP else ""}>{inside}</div>'


def _owing(thread: Thread, seat: Seat, rules: PostRules, owings: list[Owing]) -> str:
    covered = covered_from(thread, seat, rules) if seat.runs_table else []
    shown = {"id": OWING, "owed": told(owings, seat), "covered": covered}
    return get_template("campaigns/posts/owing.html").render(shown).strip()


def html(drawn: Drawing) -> SafeString:
    """The posts of a page."""
    return mark_safe(whole(drawn, TOP))  # noqa: S308 - made by templates


def owing_html(drawn: Drawing) -> SafeString:
    """Who owes a word, beside the posts."""
    return mark_safe(drawn[OWING])  # noqa: S308 - made by a template


def audience(thread: Thread, seat: Seat, first: Post | None, language: str) -> live.Audience:
    """Who reads a thread from the post `first` on: every seat for itself, since each may read something else."""
    start = first.sequence if first else 0
    return live.Audience("thread", topic(thread.pk), (seat_name(seat.pk),), language, f"{thread.pk}:{seat.pk}:{start}")


@live.drawn_by("thread")
def draw(audience: live.Audience) -> Drawing:
    thread, pk, start = (int(part) for part in audience.place.split(":"))
    seat = Seat.objects.select_related("campaign__deadlines", "user").get(pk=pk)
    found = readable_threads(seat).filter(pk=thread).first()
    if seat.removed_at is not None or found is None:
        return {}
    found.campaign = seat.campaign
    return drawing(found, since(found, seat, start), seat, rules_of(seat.campaign), owed_in(found, seat))
