"""Days, scenes and steps by the names people call them."""

from collections.abc import Iterable

from django import template

from campaigns.models import Day, Scene, Seat, Step
from campaigns.scenes import naming

register = template.Library()


@register.filter
def day_name(day: Day) -> str:
    return naming.day_name(day)


@register.filter
def part_name(scene: Scene) -> str:
    return naming.part_name(scene)


@register.filter
def when(scene: Scene) -> str:
    """Day and part of the day."""
    return naming.when(scene)


@register.filter
def step_name(step: Step) -> str:
    return naming.step_name(step)


@register.filter
def nicknames(seats: Iterable[Seat]) -> str:
    """The people at these seats, in one line."""
    return ", ".join(seat.user.nickname for seat in seats)
