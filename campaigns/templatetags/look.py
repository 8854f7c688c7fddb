"""Drawings: where an icon lies; and what forms carry unseen."""

from functools import cache

from django import template
from django.templatetags.static import static

from campaigns.models import new_code

register = template.Library()


@register.simple_tag
def sprite(name: str) -> str:
    """The address of a drawing in static/icons.svg, for `<use href>`."""
    return f"{_icons()}#{name}"


@register.simple_tag
def fresh_code() -> str:
    """For what a form will make, so that it makes one though it is sent twice."""
    return new_code()


@cache
def _icons() -> str:
    return static("icons.svg")
