"""Numbers of odds, as text and for drawings."""

from django import template
from django.utils.formats import number_format

register = template.Library()


@register.filter
def tenth(number: float) -> str:
    """With one place behind the point, as the reader writes it."""
    return str(number_format(number, decimal_pos=1))


@register.filter
def signed(number: float) -> str:
    """With one place and its sign; what rounds to nothing has none."""
    rounded = round(number, 1)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return f"{sign}{tenth(abs(rounded))}"


@register.filter
def plain(number: float) -> str:
    """For an attribute of a drawing: a point, and no grouping, in every language."""
    return f"{number:.2f}"


@register.filter
def grouped(number: int) -> str:
    return str(number_format(number, use_l10n=True, force_grouping=True))
