"""What the pages of bringing in need."""

from django import template

from characters.labels import LABELS

register = template.Library()


@register.filter
def spot(at: str) -> str:
    """The place of a fault in words: a field, or the part of an entry ("skills.3f.name")."""
    group, part = at.partition(".")[0], at.rpartition(".")[2]
    if group == part:
        return str(LABELS.get(at, at))
    return f"{LABELS.get(group, group)}: {LABELS.get(part, part)}"
