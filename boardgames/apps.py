from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from campaigns.models import Seat


class BoardgamesConfig(AppConfig):
    name = "boardgames"

    def ready(self) -> None:
        from boardgames.cover import on_cover
        from boardgames.in_chronicle import SOURCE
        from boardgames.owing import of_games
        from campaigns import cover, seats
        from campaigns.posts import chronicle
        from campaigns.reminders import owing

        seats.FOLLOW.append(chairs_follow)
        cover.PARTS.append(on_cover)
        chronicle.SOURCES.append(SOURCE)
        owing.SOURCES.append(of_games)


def chairs_follow(old: "Seat", new: "Seat") -> None:
    """Who takes a seat at the table over plays its board games on, hidden cards and all."""
    from tabletop.models import Chair

    Chair.objects.filter(record__boardgame__campaign=old.campaign, user=old.user).update(user=new.user)
