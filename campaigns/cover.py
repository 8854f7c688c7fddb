"""What other rooms show on the cover of a war and under its chronicle. They append their part in AppConfig.ready."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from campaigns.models import Seat

type Part = Callable[[Any, Seat], tuple[str, dict[str, Any]] | None]
"""From who looks, to a template and its context; None when there is nothing to show to him."""

PARTS: list[Part] = []
"""On the cover of the war, in this order."""

LOG: list[Part] = []
"""Under the newest page of the chronicle."""


def drawn(parts: list[Part], request: HttpRequest | None, seat: Seat) -> list[SafeString]:
    """The HTML of every part that has something for this seat; without a request where a stream draws it."""
    told = (part(request, seat) for part in parts)
    return [render_to_string(template, {"seat": seat, **context}, request) for template, context in filter(None, told)]
