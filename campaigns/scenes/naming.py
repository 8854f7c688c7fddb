"""What days, scenes and steps are called where the GM has given them no name."""

from django.utils.translation import gettext as _

from campaigns.models import Day, Scene, Step


def day_name(day: Day) -> str:
    return day.name or _("Day %(number)s") % {"number": day.number}


def part_name(scene: Scene) -> str:
    """The part of the day: the GM's own word, or by its light."""
    lights = {Scene.Light.DAY: _("daytime"), Scene.Light.NIGHT: _("night")}
    return scene.part or lights.get(Scene.Light(scene.light), _("scene"))


def when(scene: Scene) -> str:
    """Day and part of the day: "Day 3, night"."""
    return _("%(day)s, %(part)s") % {"day": day_name(scene.day), "part": part_name(scene)}


def step_name(step: Step) -> str:
    return step.name or str(Step.Kind(step.kind).label)
