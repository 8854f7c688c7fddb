"""What the templates of logs need."""

from django import template

register = template.Library()


@register.filter
def at(found: dict[str, str], key: str) -> str:
    return found.get(key, "")
