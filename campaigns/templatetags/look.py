"""Drawings: where an icon lies."""

from functools import cache

from django import template
from django.templatetags.static import static

register = template.Library()


@register.simple_tag
def sprite(name: str) -> str:
    """The address of a drawing in static/icons.svg, for `<use href>`."""
    return f"{_icons()}#{name}"


@cache
def _icons() -> str:
    return static("icons.svg")
