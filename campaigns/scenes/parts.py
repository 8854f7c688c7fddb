"""What other rooms show under a scene and on the board of the war. They append their part in AppConfig.ready."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from campaigns.cover import Part
from campaigns.models import Scene, Seat

type Under = Callable[[HttpRequest, Seat, Scene], tuple[str, dict[str, Any]] | None]
"""From who looks and the scene, which he may see, to a template and its context; None when there is nothing for him."""

UNDER: list[Under] = []
"""Under a scene, in this order."""

BESIDE: list[Part] = []
"""On the board, beside the map."""

FOOT: list[Part] = []
"""On the board, along its foot."""


class Mark(msgspec.Struct, frozen=True):
    """Something on the map, in the area with this code: a "base", a "ruin" or a "fight", and what is written beside it.

    `sign` is the one letter of a pin; `address` where it leads, "" nowhere. Only what the reader may know.
    """

    area: str
    kind: str
    label: str
    sign: str = ""
    address: str = ""


MARKS: list[Callable[[Seat], Iterable[Mark]]] = []


def marks(seat: Seat) -> list[Mark]:
    return [mark for given in MARKS for mark in given(seat)]


def drawn(request: HttpRequest, seat: Seat, scene: Scene) -> list[SafeString]:
    """The HTML of every part that has something for this seat under this scene."""
    told = (part(request, seat, scene) for part in UNDER)
    shared = {"seat": seat, "scene": scene}
    return [render_to_string(template, {**shared, **context}, request) for template, context in filter(None, told)]
