"""`{% rules_that_differ settings %}`: what holds in this fight other than by default, folded away."""

from typing import Any

from django import template

from combat.house_rules import deviations
from combat.rules.settings import Settings

register = template.Library()


@register.inclusion_tag("combat/rules_here.html")
def rules_that_differ(settings: Settings) -> dict[str, Any]:
    """The settings of a fight, as its view has them."""
    return {"deviations": deviations(settings)}
