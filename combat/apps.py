from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from campaigns.models import Seat


class CombatConfig(AppConfig):
    name = "combat"

    def ready(self) -> None:
        from campaigns import cover, seats
        from combat.cover import in_log, on_cover

        seats.FOLLOW.append(chairs_follow)
        cover.PARTS.append(on_cover)
        cover.LOG.append(in_log)


def chairs_follow(old: "Seat", new: "Seat") -> None:
    """Who takes a seat over sits in its chairs, in running fights and in those that were fought."""
    from tabletop.models import Chair

    Chair.objects.filter(record__fight__campaign=old.campaign, user=old.user).update(user=new.user)
