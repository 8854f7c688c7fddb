"""What the supporters (보조) of one ally add or take off in a slot (R-BACK-13…16, R-MELEE-9, R-MELEE-10)."""

from collections.abc import Sequence

from combat.rules.cards import SupportCard
from combat.rules.reports import Why
from combat.rules.settings import SupportCap


def attack_points(helps: Sequence[SupportCard], cap: SupportCap) -> tuple[Why, ...]:
    """The steps that attack support adds to the damage of an ally who wins."""
    return _steps([(card.attack, card.attack_rule) for card in helps], cap, sign=1)


def defence_points(helps: Sequence[SupportCard], cap: SupportCap) -> tuple[Why, ...]:
    """The steps that defence support takes off the damage of an ally who loses."""
    return _steps([(card.defence, card.defence_rule) for card in helps], cap, sign=-1)


def _steps(points: list[tuple[int, str]], cap: SupportCap, *, sign: int) -> tuple[Why, ...]:
    """The largest value in full, 1 point per additional supporter, under the cap (G-14)."""
    if not points:
        return ()
    largest, rule = max(points, key=_value)
    extra = len(points) - 1
    if cap.binds == "extra":
        extra = min(extra, cap.max)
    else:
        largest = min(largest, cap.max)
        extra = min(extra, cap.max - largest)
    steps = (Why(rule, sign * largest), Why("R-MELEE-9", sign * extra))
    return tuple(step for step in steps if step.value)


def _value(point: tuple[int, str]) -> int:
    # max() keeps the first of equals: the one listed first in the fight
    return point[0]
