"""Old sessions brought in: looked at, speakers and tabs named, then stored; and their HP and MP as curves."""

from datetime import datetime, time
from itertools import islice
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import names
from campaigns.access import seat_or_404, table_only
from campaigns.models import Seat
from campaigns.posts.readable import readable_threads
from campaigns.takeaway import keeping
from characters.exchange import logs
from characters.exchange.opened import LARGEST
from characters.exchange.talk import Talk, statuses
from characters.old_logs import KINDS, LEFT_OUT, Plan, Tab, charts, curves_of, guessed, html_of, take_in
from characters.wording import Fault

SHOWN = 12
"""So many messages the preview shows of each tab."""


@require_http_methods(["GET", "POST"])
def bring(request: HttpRequest, code: str) -> HttpResponse:
    """The form; with a file who speaks in it and at which tabs; with `act` the thread."""
    seat = table_only(request, code)
    context: dict[str, Any] = {"seat": seat, "place": "log"}
    if request.method == "GET":
        return render(request, "characters/exchange/bring_log.html", context)
    talk, token, name = _brought(request, seat)
    if isinstance(talk, Fault):
        return render(request, "characters/exchange/bring_log.html", context | {"fault": talk}, status=422)
    plan = _plan(request, seat, talk, name)
    if request.POST.get("act") == "take":
        thread = take_in(seat, talk, plan, f"log-{token}")
        if (path := keeping.arrival(seat.user_id, token)) is not None:
            path.unlink(missing_ok=True)
        return redirect("log-curves" if statuses(talk) else "thread", code, thread.code)
    return render(request, "characters/exchange/bring_log.html", context | _shown(seat, talk, plan, token))


def _brought(request: HttpRequest, seat: Seat) -> tuple[Talk | Fault, str, str]:
    """The session in the file, or in the one that was put aside a moment ago; its word, and what it is called."""
    file, token = request.FILES.get("file"), request.POST.get("token", "")
    if file is not None:
        talk = logs.read(file.read(LARGEST + 1))
        if isinstance(talk, Fault):
            return talk, "", ""
        file.seek(0)
        return talk, keeping.arrived(seat.user_id, file), (file.name or "").rpartition(".")[0]
    path = keeping.arrival(seat.user_id, token)
    if path is None:
        return Fault("too_late" if token else "nothing_brought", ""), "", ""
    return logs.read(path.read_bytes()), token, ""


def _plan(request: HttpRequest, seat: Seat, talk: Talk, name: str) -> Plan:
    """What the form says, and where it says nothing what can be guessed."""
    known = dict(seat.campaign.characters.values_list("code", "name"))
    asked = "title" in request.POST
    title = names.tidy(request.POST.get("title", "") or name)[:80]
    day = parse_date(request.POST.get("day", "")) if _is_date(request.POST.get("day", "")) else None
    return Plan(
        title=title if not names.fault(title) else "CCFOLIA",
        tabs={tab: _tab(request, place, tab, asked=asked) for place, tab in enumerate(talk.tabs)},
        speakers={who: _character(request, place, who, known) for place, who in enumerate(talk.speakers)},
        day=timezone.make_aware(datetime.combine(day or timezone.localdate(), time.min)),
    )


def _is_date(said: str) -> bool:
    try:
        return parse_date(said) is not None
    except ValueError:
        return False


def _tab(request: HttpRequest, place: int, name: str, *, asked: bool) -> Tab:
    kind = request.POST.get(f"tab-{place}", "")
    if not asked or kind not in {*KINDS, LEFT_OUT}:
        return guessed(name)
    return Tab(kind, f"gm-{place}" in request.POST)


def _character(request: HttpRequest, place: int, speaker: str, known: dict[str, str]) -> str:
    said = request.POST.get(f"speaker-{place}")
    if said is not None:
        return said if said in known else ""
    return next((code for code, name in known.items() if names.fold(name) == names.fold(speaker)), "")


def _shown(seat: Seat, talk: Talk, plan: Plan, token: str) -> dict[str, Any]:
    counted = [(name, count, plan.tabs[name]) for name, count in talk.tabs.items()]
    return {
        "talk": talk,
        "last": talk.messages[-1],
        "plan": plan,
        "token": token,
        "tabs": [(*row, _first(talk, row[0])) for row in counted],
        "speakers": [(name, count, plan.speakers[name]) for name, count in talk.speakers.items()],
        "characters": list(seat.campaign.characters.order_by("pk").values_list("code", "name")),
        "kinds": [(kind.value, kind.label) for kind in KINDS],
        "private": sum(message.private for message in talk.messages),
        "statuses": len(statuses(talk)),
    }


def _first(talk: Talk, tab: str) -> list[tuple[str, SafeString]]:
    """The first messages of a tab as they will stand in the chronicle: by whom, and the text made ready."""
    first = islice((message for message in talk.messages if message.tab == tab), SHOWN)
    return [(message.speaker, mark_safe(html_of(message))) for message in first]  # noqa: S308 - cleaned, or escaped


@require_safe
def curves(request: HttpRequest, code: str, thread: str) -> HttpResponse:
    """HP and MP through an old session, as far as this person reads it."""
    seat = seat_or_404(request, code)
    found = readable_threads(seat).filter(code=thread).exclude(source="").first()
    if found is None:
        raise Http404
    context = {"seat": seat, "place": "log", "thread": found, "charts": charts(curves_of(found, seat))}
    return render(request, "characters/exchange/curves.html", context)
