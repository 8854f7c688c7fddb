"""Who owes what, and what the reader does next. Rooms append to ASKS what waits in them, in AppConfig.ready."""

from collections.abc import Callable, Iterable
from datetime import datetime
from math import inf
from typing import Any

import msgspec
from django.urls import reverse

from campaigns.models import Scene, Seat
from campaigns.posts import lapsing
from campaigns.posts.owed import owed
from campaigns.reminders.absences import rules_of
from campaigns.scenes import eye
from campaigns.scenes.signing import PLAYS, closes_at, over


class Ask(msgspec.Struct, frozen=True):
    """Something that waits for somebody: `template` makes the sentence of `context`, `address` leads to where it is done.

    `mine`: it waits for the reader; otherwise `who` names whom it waits for ("" is who runs the table). A smaller `weight` comes
    first: 10 holds everybody up, 50 can be done any time. Only what the reader may know may stand here.
    """

    template: str
    address: str
    context: dict[str, Any] = {}
    mine: bool = True
    who: str = ""
    weight: int = 30
    until: datetime | None = None


ASKS: list[Callable[[Seat], Iterable[Ask]]] = []


def asks(seat: Seat) -> list[Ask]:
    """All of it, what is most urgent first."""
    found = [ask for room in (_of_scenes, _of_posts, *ASKS) for ask in room(seat)]
    return sorted(found, key=lambda ask: (ask.weight, ask.until.timestamp() if ask.until else inf))


def mine(seat: Seat) -> list[Ask]:
    return [ask for ask in asks(seat) if ask.mine]


def _of_scenes(seat: Seat) -> Iterable[Ask]:
    """Steps of what is on, for who runs the table; places in scenes, for who plays."""
    rules = rules_of(seat.campaign)
    for scene in eye.ahead(seat):
        if seat.runs_table:
            yield from _of_table(seat, scene)
        elif scene.signs_up and seat.role in PLAYS and not (getattr(scene, "signed", False) or over(scene, rules)):
            until = closes_at(scene, rules)
            yield Ask(
                "campaigns/scenes/asks/sign.html", _address(seat, scene), {"scene": scene}, weight=20, until=until
            )


def _of_table(seat: Seat, scene: Scene) -> Iterable[Ask]:
    if not scene.is_open:
        yield Ask("campaigns/scenes/asks/open.html", _address(seat, scene), {"scene": scene}, weight=45)
        return
    step = next((step for step in scene.steps.all() if step.done_at is None), None)
    if step is None:
        yield Ask("campaigns/scenes/asks/close.html", _address(seat, scene), {"scene": scene}, weight=35)
    else:
        yield Ask("campaigns/scenes/asks/step.html", _address(seat, scene), {"scene": scene, "step": step}, weight=40)


def _of_posts(seat: Seat) -> Iterable[Ask]:
    found = owed(seat)
    # Only what the reader sees can be late before his eyes.
    if any(each.late and each.who for each in found) and lapsing.settle(seat.campaign):
        found = owed(seat)
    for each in found:
        template, told = "campaigns/scenes/asks/post.html", {"owed": each}
        yield Ask(template, each.address, told, mine=each.mine, who=each.who, weight=15, until=each.until)


def _address(seat: Seat, scene: Scene) -> str:
    return reverse("scene", args=[seat.campaign.code, scene.code])
