"""Sign-ups that are not said yet, as debts: everybody at the table sees the lists of a scene that was announced."""

from collections.abc import Iterator

from django.urls import reverse

from campaigns.models import Campaign, Scene
from campaigns.reminders.absences import rules_of
from campaigns.reminders.owing import Debt
from campaigns.scenes.signing import over, unsaid

AHEAD = (Scene.State.ANNOUNCED, Scene.State.OPEN)


def of_scenes(campaign: Campaign) -> Iterator[Debt]:
    """One debt for each scene that people sign up for, while they can (two queries each; few are ahead at a time)."""
    rules = rules_of(campaign)
    for scene in campaign.scenes.filter(signs_up=True, state__in=AHEAD).order_by("number")[:6]:
        scene.campaign = campaign
        if over(scene, rules):
            continue
        yield Debt(
            key=f"scene:{scene.code}",
            kind="scene",
            title=scene.title or scene.part,
            path=reverse("scene", args=[campaign.code, scene.code]),
            since=scene.announced_at or scene.at,
            seats=tuple(seat.pk for seat in unsaid(scene)),
        )
