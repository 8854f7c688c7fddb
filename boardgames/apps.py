from typing import TYPE_CHECKING

from django.apps import AppConfig

from tabletop.lazily import later

if TYPE_CHECKING:
    from campaigns.models import Seat


class BoardgamesConfig(AppConfig):
    name = "boardgames"

    def ready(self) -> None:
        from django.utils.translation import gettext_lazy as _

        from campaigns import cover, seats
        from campaigns.posts import chronicle
        from campaigns.reminders import owing

        seats.FOLLOW.append(chairs_follow)
        cover.PARTS.append(later("boardgames.cover.on_cover"))
        ask, tell, find = (later(f"boardgames.in_chronicle.{name}") for name in ("ask", "tell", "find"))
        template = "boardgames/table/entry.html"
        chronicle.SOURCES.append(chronicle.Source("g", {"games": _("Board games")}, template, ask, tell, find))
        owing.SOURCES.append(later("boardgames.owing.of_games"))


def chairs_follow(old: "Seat", new: "Seat") -> None:
    """Who takes a seat at the table over plays its board games on, hidden cards and all."""
    from tabletop.models import Chair

    Chair.objects.filter(record__boardgame__campaign=old.campaign, user=old.user).update(user=new.user)
