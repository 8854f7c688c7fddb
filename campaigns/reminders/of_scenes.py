"""Sign-ups that are not said yet, as debts: everybody at the table sees the lists of a scene that was announced."""

from collections.abc import Iterator
from itertools import groupby, islice

from django.db.models import F
from django.urls import reverse

from campaigns.models import Campaign, Role, Scene
from campaigns.people import present
from campaigns.reminders.absences import rules_of
from campaigns.reminders.owing import Debt
from campaigns.scenes.signing import over

AHEAD = (Scene.State.ANNOUNCED, Scene.State.OPEN)
MOST = 6


def of_scenes(campaign: Campaign) -> Iterator[Debt]:
    """One debt for each scene that people sign up for, while they can (one query)."""
    rules = rules_of(campaign)
    players = [seat.pk for seat in present(campaign) if seat.role == Role.PLAYER]
    # A scene comes once for each that has said something, and once alone where nobody has.
    rows = campaign.scenes.filter(signs_up=True, state__in=AHEAD).annotate(said=F("sign_ups__seat")).order_by("number")
    for _, same in islice(groupby(rows, key=lambda scene: scene.number), MOST):
        scene, *more = same
        if over(scene, rules):
            continue
        said = {scene.said, *(one.said for one in more)}
        yield Debt(
            key=f"scene:{scene.code}",
            kind="scene",
            title=scene.title or scene.part,
            path=reverse("scene", args=[campaign.code, scene.code]),
            since=scene.announced_at or scene.at,
            seats=tuple(pk for pk in players if pk not in said),
        )
