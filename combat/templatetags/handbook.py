"""What the rules page and the links to it are drawn with."""

from django import template

from combat.handbook.settings import Explained, explained

register = template.Library()


@register.filter
def setting(key: str) -> Explained:
    """The setting that a rule names."""
    return explained()[key]
