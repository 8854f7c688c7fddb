"""The doors to threads and posts, and how this room answers."""

from typing import Any

from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_cache_control

from campaigns import access
from campaigns.models import Post, Seat, Thread
from campaigns.posts import lapsing
from campaigns.posts.readable import readable, readable_threads
from campaigns.posts.view import SEATED, with_about
from campaigns.scenes import eye


def thread_or_404(request: HttpRequest, code: str, thread: str) -> tuple[Seat, Thread]:
    """The person's seat and a thread that it reads; what is late in the war is settled first."""
    seat = access.seat_or_404(request, code)
    lapsing.settle(seat.campaign)
    known = Exists(eye.scenes(seat).filter(pk=OuterRef("scene")))
    threads = readable_threads(seat).select_related("scene__day").annotate(scene_known=known)
    found = get_object_or_404(threads, code=thread)
    found.campaign = seat.campaign
    return seat, found


def post_or_404(request: HttpRequest, code: str, post: str) -> tuple[Seat, Post]:
    """The person's seat and a post that it reads; what is late in the war is settled first."""
    seat = access.seat_or_404(request, code)
    lapsing.settle(seat.campaign)
    found = with_about(readable(seat)).select_related("thread", SEATED).filter(code=post).first()
    if found is None:
        raise Http404
    found.campaign = found.thread.campaign = seat.campaign
    return seat, found


def page(request: HttpRequest, template: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """A page for one person, kept by no cache."""
    answer = render(request, f"campaigns/posts/{template}", context, status=status)
    patch_cache_control(answer, private=True, no_store=True)
    return answer


def fragments(html: str, status: int = 200) -> HttpResponse:
    """Elements with ids, which the page puts in their places."""
    return HttpResponse(html, status=status, headers={"X-Fragments": "1", "Cache-Control": "private, no-store"})
