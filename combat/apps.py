from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from campaigns.models import Seat


class CombatConfig(AppConfig):
    name = "combat"

    def ready(self) -> None:
        from django.utils.translation import gettext_lazy as _

        from campaigns import cover, seats
        from campaigns.posts import chronicle
        from campaigns.reminders import owing
        from campaigns.scenes.asks import ASKS
        from campaigns.search import sources
        from characters.ledger.running import RUNNING
        from combat import deadlines, findable, learning
        from combat.asks import asks
        from combat.cover import on_cover
        from combat.in_chronicle import SOURCE
        from combat.left import cards_left
        from tabletop import referee

        seats.FOLLOW.append(chairs_follow)
        seats.FETCHED.append(sits_by_link)
        cover.PARTS.append(on_cover)
        chronicle.SOURCES.append(SOURCE)
        ASKS.append(asks)
        RUNNING.append(cards_left)
        owing.SOURCES.append(deadlines.of_fights)
        owing.SETTLERS.append(deadlines.settle_all)
        sources.register(findable.KIND, _("Fights"), findable.source)
        referee.ENDED.append(findable.ended)
        referee.ENDED.append(learning.ended)


def chairs_follow(old: "Seat", new: "Seat") -> None:
    """Who takes a seat over sits in its chairs, in running fights and in those that were fought."""
    from combat.sitting import sits
    from tabletop.models import Chair

    sits(old, by=new, how="handover")
    Chair.objects.filter(record__fight__campaign=old.campaign, user=old.user).update(user=new.user)


def sits_by_link(who: "Seat", other: "Seat") -> None:
    """Who was given the link to somebody's seat can see what lies sealed there."""
    from combat.sitting import sits

    sits(other, by=who, how="link")
