from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from campaigns.models import Seat


class BoardgamesConfig(AppConfig):
    name = "boardgames"

    def ready(self) -> None:
        from boardgames.cover import in_log, on_cover
        from campaigns import cover, seats

        seats.FOLLOW.append(chairs_follow)
        cover.PARTS.append(on_cover)
        cover.LOG.append(in_log)


def chairs_follow(old: "Seat", new: "Seat") -> None:
    """Who takes a seat at the table over plays its board games on, hidden cards and all."""
    from tabletop.models import Chair

    Chair.objects.filter(record__boardgame__campaign=old.campaign, user=old.user).update(user=new.user)
