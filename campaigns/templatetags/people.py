"""People: the one sign that stands for a name on a tag."""

import re

from django import template

register = template.Library()

SIGN = re.compile(
    "[\U0001f1e6-\U0001f1ff]{2}|.(?:[\ufe0e\ufe0f\u20e3\u0300-\u036f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]|\u200d.)*"
)


@register.filter
def initial(name: str) -> str:
    """The first syllable, letter or emoji of a name, whole."""
    found = SIGN.match(name)
    return found[0] if found else ""
