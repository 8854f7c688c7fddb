"""Writing in a thread: posting, a look before, and the draft that is kept meanwhile."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST

from campaigns.arrivals import digest, new_arrival
from campaigns.models import Post, Role, Seat, Thread
from campaigns.posts import drafts, fragments, reading
from campaigns.posts.composer import PostForm, answerable, offer
from campaigns.posts.markup import ready, tidy
from campaigns.posts.owed import owed_in
from campaigns.posts.readable import code_in, readable, rules_of
from campaigns.posts.rolls import called, placed
from campaigns.posts.views.doors import fragments as in_place
from campaigns.posts.views.doors import page, thread_or_404
from campaigns.posts.views.threads import thread_context
from campaigns.posts.writing import LONGEST, Refused, write
from campaigns.views.pages import wants_fragment
from tabletop.fragments import everything


@require_POST
def post(request: HttpRequest, code: str, thread: str) -> HttpResponse:
    """A new post. A page that stands gets what is new in it; without a script the thread is opened at the post."""
    seat, found = _writer(request, code, thread)
    to = answerable(found, seat, request.POST.get("to", "")) if request.POST.get("to") else None
    form = PostForm(request.POST, offer(found, seat, to))
    written: Post | Refused = Refused("form")
    if form.is_valid():
        said = form.cleaned_data
        written = write(found, seat, form.words(), said["arrival"], said["over"])
    if isinstance(written, Refused):
        return _refused(request, found, seat, form, to, written)
    if wants_fragment(request):
        return _posted(request, found, seat, to, digest(form.cleaned_data["arrival"]))
    return redirect(reverse("thread", args=[code, thread]) + f"#post-{written.code}")


def _posted(request: HttpRequest, thread: Thread, seat: Seat, to: Post | None, sent: str) -> HttpResponse:
    """The page goes on with a new form, over what was typed since the one that was `sent`."""
    if to is not None:
        return HttpResponse(headers={"HX-Redirect": reverse("thread", args=[seat.campaign.code, thread.code]) + "#end"})
    others = [one for one in drafts.kept(thread, seat) if one.arrival != sent]
    context = {"arrival": new_arrival(), "over": sent, "seat": seat, "thread": thread, "others": others}
    html = str(render_to_string("campaigns/posts/posted.html", context, request))
    if "X-Live" not in request.headers:
        first = readable(seat).filter(thread=thread, code=code_in(request.GET.get("from", ""))).first()
        window = reading.since(thread, seat, first.sequence if first else 0)
        drawn = fragments.drawing(thread, window, seat, rules_of(seat.campaign), owed_in(thread, seat))
        html += "".join(everything(drawn).values())
    answer = in_place(html)
    answer["X-Posted"] = "1"
    return answer


def _refused(
    request: HttpRequest, thread: Thread, seat: Seat, form: PostForm, to: Post | None, why: Refused
) -> HttpResponse:
    """What cannot be posted, and why, at the form as it was filled in; it is kept as a draft too."""
    said, anew = request.POST.copy(), new_arrival() if why.code == "posted_before" else ""
    if anew:
        said["over"], said["arrival"], said["ahead"] = digest(request.POST.get("arrival", "")), anew, ""
        form = PostForm(said, form.offered)
    _keep(said, thread, seat)
    if wants_fragment(request):
        told = render_to_string("campaigns/posts/refused.html", {"refused": why, "form": form}, request)
        if anew:
            told += render_to_string("campaigns/posts/arrival.html", {"arrival": anew, "over": said["over"]})
        return in_place(told, 422)
    context = thread_context(thread, seat, reading.newest(thread, seat), to=to, form=form)
    return page(request, "thread.html", {**context, "refused": why}, 422)


@require_POST
def preview(request: HttpRequest, code: str, thread: str) -> HttpResponse:
    """The text as it will look. Nothing is rolled: its dice are named, and what is wrong with them."""
    seat, found = _writer(request, code, thread)
    text = tidy(request.POST.get("text", "").replace("\0", ""))[: LONGEST + 1]
    context: dict[str, Any] = {"seat": seat, "thread": found, "place": "threads"}
    if len(text) > LONGEST:
        return page(request, "preview.html", {**context, "refused": Refused("too_long", most=LONGEST)}, 422)
    asked = called(text)

    def put(number: int) -> str:
        return render_to_string("campaigns/posts/called.html", {"command": asked.commands[number - 1]}).strip()

    html = placed(ready(asked.text), put, len(asked.commands)) if text.strip() else ""
    refused = Refused("dice", faults=asked.faults) if asked.faults else None
    template = "preview.html#inside" if wants_fragment(request) else "preview.html"
    return page(request, template, {**context, "html": mark_safe(html), "refused": refused})  # noqa: S308 - cleaned


@require_POST
def draft(request: HttpRequest, code: str, thread: str) -> HttpResponse:
    """Keep what is being written, or throw another draft away."""
    seat, found = _writer(request, code, thread)
    if mark := request.POST.get("away"):
        drafts.throw_away(found, seat, mark)
        return redirect(reverse("thread", args=[code, thread]) + "#end")
    kept = _keep(request.POST, found, seat)
    return in_place(render_to_string("campaigns/posts/saved.html", {"kept": kept}, request))


def _keep(said: QueryDict, thread: Thread, seat: Seat) -> bool:
    def text(name: str) -> str:
        return _storable(said.get(name, ""))[: LONGEST + 1]

    fields: dict[str, Any] = {name: text(name) for name in drafts.FIELDS}
    fields |= {name: [_storable(one)[:80] for one in said.getlist(name)[:50]] for name in drafts.LISTS}
    ahead = drafts.Ahead(text("ahead")[:40], text("ahead_text")) if said.get("ahead") else None
    return drafts.keep(thread, seat, fields, text("arrival")[:40], ahead, text("over")[:64])


def _storable(said: str) -> str:
    """With line breaks of one character, as a browser counts them, and without what no database holds."""
    return said.replace("\r\n", "\n").replace("\0", "")


def _writer(request: HttpRequest, code: str, thread: str) -> tuple[Seat, Thread]:
    seat, found = thread_or_404(request, code, thread)
    if seat.role == Role.SPECTATOR:
        raise PermissionDenied
    return seat, found
