"""The checklist of a scene: ticking a step, and the GM's own list."""

from django.db import transaction
from django.utils import timezone

from campaigns.models import Scene, Step, User


def tick(step: Step, by: User, *, done: bool) -> None:
    """Done, or not yet; said twice it stays."""
    waiting = Step.objects.filter(pk=step.pk, done_at=None) if done else Step.objects.filter(pk=step.pk)
    waiting.update(done_at=timezone.now() if done else None, done_by=by if done else None)


def write(scene: Scene, lines: list[tuple[Step | None, str]]) -> None:
    """The list is these from now on, in this order; a step that is not among them is gone, None is a new one."""
    with transaction.atomic():
        Scene.objects.select_for_update().get(pk=scene.pk)
        scene.steps.exclude(pk__in=[step.pk for step, _ in lines if step]).delete()
        for number, (step, name) in enumerate(lines, 1):
            if step is None:
                Step.objects.create(scene=scene, number=number, name=name)
            else:
                Step.objects.filter(pk=step.pk).update(number=number, name=name)


def current(steps: list[Step]) -> Step | None:
    """The first step that is not done."""
    return next((step for step in steps if step.done_at is None), None)
