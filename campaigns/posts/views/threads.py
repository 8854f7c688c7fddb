"""Threads: all of them, one to read and write in, its live channel, a new one, and what is set about one."""

from functools import partial
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import access
from campaigns.models import Post, Role, Seat, Thread
from campaigns.posts import drafts, fragments, lapsing, listing, reading
from campaigns.posts.composer import PostForm, answerable, offer
from campaigns.posts.owed import owed, owed_in
from campaigns.posts.readable import code_in, readable, readable_threads, rules_of
from campaigns.posts.thread_form import ThreadForm
from campaigns.posts.views.doors import page, thread_or_404
from campaigns.posts.writing import may_write
from tabletop import live


@require_safe
def threads(request: HttpRequest, code: str) -> HttpResponse:
    """All threads, the one with the newest post first, and what is owed."""
    seat = access.seat_or_404(request, code)
    lapsing.settle(seat.campaign)
    waiting = sorted(owed(seat), key=lambda one: not one.mine)
    context = {"seat": seat, "place": "threads", "owed": waiting, "rows": listing.threads(seat)}
    return page(request, "threads.html", {**context, "may_begin": seat.role != Role.SPECTATOR})


@require_safe
def thread(request: HttpRequest, code: str, thread: str) -> HttpResponse:
    seat, found = thread_or_404(request, code, thread)
    window, live_page = _window(request, found, seat)
    to = answerable(found, seat, request.GET["to"]) if request.GET.get("to") else None
    resume = None if "to" in request.GET else request.GET.get("draft", "")
    return page(request, "thread.html", thread_context(found, seat, window, live_page=live_page, to=to, resume=resume))


def thread_context(
    thread: Thread,
    seat: Seat,
    window: reading.Window,
    *,
    live_page: bool = True,
    to: Post | None = None,
    form: PostForm | None = None,
    resume: str | None = "",
) -> dict[str, Any]:
    """What the page of a thread shows this seat; it goes on with the newest draft, or with the one of the mark `resume`.

    With None a draft of an answer does not go on as one.
    """
    rules = rules_of(seat.campaign)
    owings = owed_in(thread, seat)
    drawn = fragments.drawing(thread, window, seat, rules, owings)
    writes = live_page and may_write(seat, thread)
    unsent = drafts.kept(thread, seat) if live_page and form is None and seat.role != Role.SPECTATOR else []
    draft = next((one for one in unsent if one.mark == resume), unsent[0] if unsent else None) if writes else None
    if writes and form is None:
        if draft and resume is not None:
            to = answerable(thread, seat, str(draft.fields.get("to", "")) or "-")
        form = PostForm(None, offer(thread, seat, to), draft, asked=any(one.seat_id == seat.pk for one in owings))
    return {
        "seat": seat,
        "place": "threads",
        "thread": thread,
        "scene": thread.scene if getattr(thread, "scene_known", False) else None,
        "window": window,
        "posts": fragments.html(drawn),
        "live": live_page,
        "owing": fragments.owing_html(drawn),
        "form": form if writes else None,
        "draft": draft,
        "others": [one for one in unsent if one != draft],
    }


def _window(request: HttpRequest, thread: Thread, seat: Seat) -> tuple[reading.Window, bool]:
    """The part of the thread that is asked for, and whether it is its living end."""
    for word, read in (("before", reading.before), ("after", reading.after), ("at", reading.around)):
        if mark := request.GET.get(word):
            post = readable(seat).filter(thread=thread, code=code_in(mark)).first()
            if post is None:
                raise Http404
            window = read(thread, seat, post)
            return window, not window.newer
    return reading.newest(thread, seat), True


@require_safe
def stream(request: HttpRequest, code: str, thread: str) -> HttpResponse:
    """The live channel of a thread's page, from the post on that it begins with."""
    seat, found = thread_or_404(request, code, thread)
    first = readable(seat).filter(thread=found, code=code_in(request.GET.get("from", ""))).first()
    audience = fragments.audience(found, seat, first, get_language() or "ko")
    return live.Stream(audience, user=seat.user_id, scope=code, allowed=partial(_still_reads, seat.pk, found.pk))


def _still_reads(pk: int, thread: int) -> bool:
    seat = Seat.objects.select_related("campaign").filter(pk=pk, removed_at=None).first()
    return seat is not None and readable_threads(seat).filter(pk=thread).exists()


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, code: str) -> HttpResponse:
    """Begin a thread: everybody but who only watches may."""
    seat = access.seat_or_404(request, code)
    if seat.role == Role.SPECTATOR:
        raise PermissionDenied
    form = ThreadForm(request.POST if request.method == "POST" else None, seat, scene=request.GET.get("scene", ""))
    if request.method == "POST" and form.is_valid():
        return redirect("thread", code, form.begin().code)
    return page(
        request, "thread_form.html", {"seat": seat, "place": "threads", "form": form}, 422 if form.errors else 200
    )


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, code: str, thread: str) -> HttpResponse:
    """Title, place, scene and readers of a thread, and whether it goes on: for who runs the table and who began it."""
    seat, found = thread_or_404(request, code, thread)
    if not (seat.runs_table or (found.seat_id == seat.pk and seat.role != Role.SPECTATOR)):
        raise PermissionDenied
    form = ThreadForm(request.POST if request.method == "POST" else None, seat, found)
    if request.method == "POST" and form.is_valid():
        form.write()
        return redirect("thread", code, thread)
    context = {"seat": seat, "place": "threads", "form": form, "thread": found}
    return page(request, "thread_form.html", context, 422 if form.errors else 200)
