"""What posts show under a scene: its threads."""

from typing import Any

from django.http import HttpRequest

from campaigns.models import Role, Scene, Seat
from campaigns.posts.readable import readable_threads


def under_scene(request: HttpRequest, seat: Seat, scene: Scene) -> tuple[str, dict[str, Any]] | None:
    """The threads of the scene that the reader reads (one query), and the way to a new one."""
    found = list(readable_threads(seat).filter(scene=scene).order_by("closed_at", "-at", "-pk")[:30])
    may_begin = seat.role != Role.SPECTATOR
    if not (found or may_begin):
        return None
    return "campaigns/posts/under_scene.html", {"threads": found, "scene": scene, "may_begin": may_begin}
