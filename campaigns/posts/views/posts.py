"""One post: its address, changing it, what it said before, opening and taking it back; and the rules of writing."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns import access
from campaigns.models import Thread
from campaigns.posts import lapsing, writing
from campaigns.posts.markup import ready, tidy
from campaigns.posts.readable import rules_of, words
from campaigns.posts.rules_form import RulesForm
from campaigns.posts.view import html_of, seen
from campaigns.posts.views.doors import page, post_or_404
from campaigns.posts.writing import Refused
from campaigns.reminders.absences import rules_of as deadlines_of


@require_safe
def show(request: HttpRequest, code: str, post: str) -> HttpResponse:
    """The lasting address of a post: its place in its thread."""
    _, found = post_or_404(request, code, post)
    where = reverse("thread", args=[code, found.thread.code])
    return redirect(f"{where}?at={found.code}#post-{found.code}")


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, code: str, post: str) -> HttpResponse:
    """Say it differently, or look at what can be done with it."""
    seat, found = post_or_404(request, code, post)
    one = seen([found], seat, rules_of(seat.campaign))[0]
    if not one.may:
        raise PermissionDenied
    context = {"seat": seat, "place": "threads", "post": one, "thread": found.thread, "text": found.text}
    if request.method != "POST":
        return page(request, "edit.html", context)
    text = tidy(request.POST.get("text", ""))
    refused = Refused("unseen") if "\0" in text else writing.edit(found, seat, text)
    if refused:
        return page(request, "edit.html", {**context, "text": text, "refused": refused}, 422)
    return redirect("post", code, post)


@require_safe
def history(request: HttpRequest, code: str, post: str) -> HttpResponse:
    """Everything that the post has said, the first version first; for whoever reads it now."""
    seat, found = post_or_404(request, code, post)
    if not words(found, seat):
        raise Http404
    one = seen([found], seat, rules_of(seat.campaign))[0]
    versions = [
        {"at": version.at, "html": html_of(found, seat, ready(version.text))} for version in found.versions.all()
    ]
    context = {"seat": seat, "place": "threads", "thread": found.thread, "post": one, "versions": versions}
    return page(request, "history.html", {**context, "edited_at": found.edited_at})


@require_POST
def withdraw(request: HttpRequest, code: str, post: str) -> HttpResponse:
    seat, found = post_or_404(request, code, post)
    if writing.withdraw(found, seat, back="back" in request.POST):
        raise PermissionDenied
    return redirect("post", code, post)


@require_POST
def settle(request: HttpRequest, code: str, post: str) -> HttpResponse:
    """Nobody waits for an answer to this post any more."""
    access.table_only(request, code)
    _, found = post_or_404(request, code, post)
    writing.settle(found)
    return redirect("post", code, post)


@require_POST
def wait(request: HttpRequest, code: str, post: str) -> HttpResponse:
    """Whom this post asks has his time anew."""
    seat = access.table_only(request, code)
    _, found = post_or_404(request, code, post)
    lapsing.give_time(found, seat, deadlines_of(seat.campaign))
    return redirect("post", code, post)


@require_POST
def open_one(request: HttpRequest, code: str, post: str) -> HttpResponse:
    """Open a sealed post, with everything that belongs to its declaration."""
    access.table_only(request, code)
    _, found = post_or_404(request, code, post)
    writing.open_sealed(found.thread, found)
    return redirect("post", code, post)


@require_POST
def open_all(request: HttpRequest, code: str, thread: str) -> HttpResponse:
    """Open all that is sealed in a thread, together."""
    seat = access.table_only(request, code)
    found = get_object_or_404(Thread, campaign=seat.campaign, code=thread)
    writing.open_sealed(found)
    return redirect(reverse("thread", args=[code, thread]) + "#end")


@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """How this war writes; the GM sets it, everybody reads it."""
    seat = access.seat_or_404(request, code) if request.method != "POST" else access.gm_only(request, code)
    form = RulesForm(request.POST if request.method == "POST" else None, rules_of(seat.campaign))
    if request.method == "POST" and form.is_valid():
        form.write()
        return redirect("threads", code)
    return page(request, "rules.html", {"seat": seat, "place": "threads", "form": form}, 422 if form.errors else 200)
