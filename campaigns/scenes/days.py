"""Opening and closing days and scenes: what the GM does with the time of the war. Other rooms follow by OPENED and CLOSED."""

from collections.abc import Callable, Iterable
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from campaigns.models import Campaign, Day, Scene, Step
from tabletop.game import Illegal

OPENED: list[Callable[[Scene], None]] = []
"""Who follows when a scene is opened, in the transaction; not when it is opened again."""

CLOSED: list[Callable[[Scene], None]] = []
"""Who follows when a scene is closed, in the transaction."""

USUAL: Final = ((Step.Kind.START, ""), (Step.Kind.DECLARE, ""), (Step.Kind.RESULT, ""), (Step.Kind.END, ""))
"""The steps of the first scene of a war; every later one begins with those of the scene before."""


def new_day(campaign: Campaign, name: str = "") -> Day:
    with transaction.atomic():
        _lock(campaign)
        last = campaign.days.aggregate(last=Max("number"))["last"] or 0
        return Day.objects.create(campaign=campaign, number=last + 1, name=name)


def new_scene(
    campaign: Campaign,
    *,
    day: Day | None = None,
    light: str = Scene.Light.DAY,
    part: str = "",
    title: str = "",
    state: str = Scene.State.ANNOUNCED,
    signs_up: bool = False,
    cap: int | None = None,
    code: str = "",
) -> Scene:
    """A scene after all others, on `day` (None: the last one, or a first one); with `code`, sent twice it is one scene."""
    with transaction.atomic():
        _lock(campaign)
        if code and (there := campaign.scenes.filter(code=code).first()):
            return there
        day = day or campaign.days.last() or new_day(campaign)
        before = campaign.scenes.order_by("number").last()
        named = {"code": code} if code and not Scene.objects.filter(code=code).exists() else {}
        scene = Scene.objects.create(
            campaign=campaign,
            day=day,
            number=before.number + 1 if before else 1,
            light=light,
            part=part,
            title=title,
            state=Scene.State.PLANNED if state == Scene.State.PLANNED else Scene.State.ANNOUNCED,
            signs_up=signs_up,
            cap=cap,
            announced_at=None if state == Scene.State.PLANNED else timezone.now(),
            **named,
        )
        lay_out(scene, [(step.kind, step.name) for step in before.steps.all()] if before else USUAL)
        return open_scene(scene) if state == Scene.State.OPEN else scene


def lay_out(scene: Scene, steps: Iterable[tuple[str, str]]) -> None:
    """Give the scene its checklist."""
    Step.objects.bulk_create(
        Step(scene=scene, number=number, kind=kind, name=name) for number, (kind, name) in enumerate(steps, 1)
    )


def announce(scene: Scene) -> Scene | Illegal:
    """Refused: `not_planned`."""
    with transaction.atomic():
        locked = _locked(scene)
        if locked.state != Scene.State.PLANNED:
            return Illegal("not_planned", "format")
        locked.announced_at = timezone.now()
        return _become(locked, Scene.State.ANNOUNCED, "announced_at")


def open_scene(scene: Scene) -> Scene:
    """The scene is on; one that was closed goes on. One that is open stays so."""
    with transaction.atomic():
        locked = _locked(scene)
        if locked.is_open:
            return locked
        first = locked.opened_at is None
        locked.opened_at, locked.closed_at = locked.opened_at or timezone.now(), None
        locked.announced_at = locked.announced_at or timezone.now()
        _become(locked, Scene.State.OPEN, "announced_at", "opened_at", "closed_at")
        for follow in OPENED if first else ():
            follow(locked)
        return locked


def close_scene(scene: Scene) -> Scene | Illegal:
    """The end of the scene. Refused: `not_open`."""
    with transaction.atomic():
        locked = _locked(scene)
        if not locked.is_open:
            return Illegal("not_open", "format")
        locked.closed_at = timezone.now()
        _become(locked, Scene.State.CLOSED, "closed_at")
        for follow in CLOSED:
            follow(locked)
        return locked


def _become(scene: Scene, state: str, *also: str) -> Scene:
    scene.state = state
    scene.save(update_fields=["state", *also])
    return scene


def _lock(campaign: Campaign) -> None:
    """One at a time, so that numbers stay in a row."""
    Campaign.objects.select_for_update().get(pk=campaign.pk)


def _locked(scene: Scene) -> Scene:
    return Scene.objects.select_for_update().select_related("campaign", "day").get(pk=scene.pk)
