"""The days and scenes of a war, one scene, and what the GM and the players do there."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.db.models import Prefetch, prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaigns.access import seat_or_404, table_only
from campaigns.arrivals import asked_code
from campaigns.models import Role, Scene, Seat, SignUp, Step, new_code
from campaigns.reminders.absences import rules_of
from campaigns.scenes import checklist, days, eye, parts, signing
from campaigns.scenes.asks import mine
from campaigns.scenes.forms import NEW_DAY, SceneForm, read_steps
from campaigns.views.pages import page, posted
from tabletop.game import Illegal

LISTED = 60
"""So many scenes stand on one page, the newest first."""

DO = {"announce": days.announce, "open": days.open_scene, "close": days.close_scene}


def scene_or_404(seat: Seat, code: str) -> Scene:
    """The scene, if this person may know of it (one query, or none where the page asks for what is ahead anyway)."""
    ahead = (scene for scene in eye.ahead(seat) if scene.code == code)
    found = next(ahead, None) or eye.scenes(seat).filter(code=code).first()
    if found is None:
        raise Http404
    found.campaign = seat.campaign
    return found


@require_http_methods(["GET", "HEAD", "POST"])
def scenes(request: HttpRequest, code: str) -> HttpResponse:
    """Every scene that the reader may know of, and for who runs the table the form of a new one."""
    seat = table_only(request, code) if request.method == "POST" else seat_or_404(request, code)
    form = SceneForm(posted(request), seat.campaign) if seat.runs_table else None
    if form is not None and form.is_valid():
        return redirect("scene", code, _made(request, seat, form).code)
    known = list(eye.scenes(seat).order_by("-number")[: LISTED + 1])
    context = {
        "seat": seat,
        "place": "scenes",
        "scenes": known[:LISTED],
        "more": len(known) > LISTED,
        "form": form,
        "address": request.POST.get("address") or new_code(),
    }
    return page(request, "scenes/list.html", context, *filter(None, [form]))


@require_safe
def scene(request: HttpRequest, code: str, scene: str) -> HttpResponse:
    seat = seat_or_404(request, code)
    return _page(request, seat, scene_or_404(seat, scene))


@require_POST
def act(request: HttpRequest, code: str, scene: str) -> HttpResponse:
    """Announce, open or close it; 409 with the scene as it stands where that is past."""
    seat = table_only(request, code)
    found = scene_or_404(seat, scene)
    do = DO.get(request.POST.get("do", ""))
    if do is None:
        return HttpResponse(status=422)
    done = do(found)
    if isinstance(done, Illegal):
        seat = seat_or_404(request, code)  # a fresh look: somebody else was faster
        return _page(request, seat, scene_or_404(seat, scene), done)
    return redirect("scene", code, scene)


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, code: str, scene: str) -> HttpResponse:
    """When and what the scene is, and its checklist."""
    seat = table_only(request, code)
    found = scene_or_404(seat, scene)
    form = SceneForm(posted(request), seat.campaign, found)
    if form.is_valid():
        _write(found, form)
        messages.success(request, _("Saved."))
        return redirect("scene", code, scene)
    context = {"seat": seat, "place": "scenes", "scene": found, "form": form, "steps": list(found.steps.all())}
    return page(request, "scenes/edit.html", context, form)


@require_POST
def steps(request: HttpRequest, code: str, scene: str) -> HttpResponse:
    """The GM's own checklist for this scene; the next scenes begin with it."""
    seat = table_only(request, code)
    found = scene_or_404(seat, scene)
    lines = read_steps(request.POST, list(found.steps.all()))
    if lines is None:
        return _page(request, seat, found, Illegal("unreadable_steps", "format"), status=422)
    checklist.write(found, lines)
    return redirect("scene-edit", code, scene)


@require_POST
def tick(request: HttpRequest, code: str, scene: str, step: str) -> HttpResponse:
    seat = table_only(request, code)
    found = scene_or_404(seat, scene).steps.filter(code=step).first()
    if found is None:
        raise Http404
    checklist.tick(found, seat.user, done=request.POST.get("done") == "1")
    return redirect("scene", code, scene)


@require_POST
def sign(request: HttpRequest, code: str, scene: str) -> HttpResponse:
    """Take a place in the scene, give it back, or sit it out; who runs the table takes somebody in, whatever holds him off."""
    seat = seat_or_404(request, code)
    found = scene_or_404(seat, scene)
    done: object = None
    if "who" in request.POST:
        done = signing.sign_up(found, _player_or_404(table_only(request, code), request.POST["who"]), by=seat.user)
    elif request.POST.get("off"):
        done = signing.sign_off(found, seat)
    else:
        done = signing.sit_out(found, seat) if request.POST.get("out") else signing.sign_up(found, seat)
    if isinstance(done, Illegal):
        return _page(request, seat, found, done)
    return redirect("scene", code, scene)


def _player_or_404(table: Seat, nickname: str) -> Seat:
    players = table.campaign.seats.filter(role=Role.PLAYER, removed_at=None)
    found = players.filter(user__nickname=nickname.replace("\0", "")[:80]).first()
    if found is None:
        raise Http404
    return found


def _page(
    request: HttpRequest, seat: Seat, scene: Scene, refused: Illegal | None = None, status: int = 409
) -> HttpResponse:
    """The scene as this person may see it; with what was refused, if anything was."""
    steps: list[Step] = list(scene.steps.all())
    lists = signing.signed_up(_with_seats(scene)) if scene.signs_up else None
    unsaid = signing.unsaid(scene) if lists and scene.state != Scene.State.CLOSED else []
    rules = rules_of(seat.campaign)
    context: dict[str, Any] = {
        "seat": seat,
        "place": "scenes",
        "scene": scene,
        "steps": steps,
        "current": checklist.current(steps) if scene.is_open else None,
        "lists": lists,
        "signed": lists is not None and lists.holds(seat),
        "out": lists is not None and lists.without(seat),
        "unsaid": unsaid,
        "outside": [*unsaid, *(one for one in lists.out if one.role == Role.PLAYER)] if lists else [],
        "rules": rules,
        "closes_at": signing.closes_at(scene, rules),
        "sign_over": signing.over(scene, rules),
        "may_sign": scene.signs_up and seat.role in signing.PLAYS and scene.state != Scene.State.CLOSED,
        "asks": mine(seat)[:3],
        "parts": parts.drawn(request, seat, scene),
        "refused": refused,
    }
    answer = page(request, "scenes/scene.html", context)
    answer.status_code = status if refused else 200
    return answer


def _with_seats(scene: Scene) -> Scene:
    """With its sign-ups and their people loaded."""
    prefetch_related_objects([scene], Prefetch("sign_ups", SignUp.objects.select_related("seat__user")))
    return scene


def _made(request: HttpRequest, seat: Seat, form: SceneForm) -> Scene:
    said = form.cleaned_data
    with transaction.atomic():
        fresh = said["day"] == NEW_DAY and not Scene.objects.filter(code=request.POST.get("address", "")).exists()
        return days.new_scene(
            seat.campaign,
            day=days.new_day(seat.campaign, said["day_name"]) if fresh else form.chosen_day,
            state=request.POST.get("state", Scene.State.ANNOUNCED),
            code=asked_code(request),
            **{name: said[name] for name in ("light", "part", "title", "signs_up", "cap")},
        )


def _write(scene: Scene, form: SceneForm) -> None:
    said = form.cleaned_data
    day = form.chosen_day or days.new_day(scene.campaign, said["day_name"])
    if form.chosen_day and day.name != said["day_name"] and said["day_name"]:
        day.name = said["day_name"]
        day.save(update_fields=["name"])
    scene.day = day
    for name in ("light", "part", "title", "signs_up", "cap"):
        setattr(scene, name, said[name])
    scene.save(update_fields=["day", "light", "part", "title", "signs_up", "cap"])
