"""After the fight: rest (휴식), points turned into each other, and what a deadline that passes does.

R-OTHER-4d, R-OTHER-6b, R-OTHER-6c, R-OTHER-6d, R-OTHER-7a, R-OTHER-7b, R-OTHER-7c.

Amounts of rest are the GM's (G-20); a scene and a base are the campaign's. Here is only what the rules make of them.
"""

from typing import Literal

import msgspec

type Kind = Literal["servant", "master"]


class Points(msgspec.Struct, frozen=True):
    hp: int
    mp: int


def rested(points: Points, *, hp: int, mp: int) -> Points:
    """R-OTHER-7a: a rest gives back HP and MP."""
    return Points(points.hp + hp, points.mp + mp)


def only_rests(kind: Kind, points: Points) -> bool:
    """R-OTHER-6b: in the next scene a Master at HP or MP ≤ 0 can do nothing but rest."""
    return kind == "master" and in_danger(kind, points)


def may_rest(kind: Kind, points: Points, *, at_base: bool) -> bool:
    """R-OTHER-6d: such a Master may rest even where there is no base (거점)."""
    return at_base or only_rests(kind, points)


def in_danger(kind: Kind, points: Points) -> bool:
    """Whether a deadline runs: MP ≤ 0 for a Servant (R-OTHER-4d), HP or MP ≤ 0 for a Master (R-OTHER-6c)."""
    return points.mp <= 0 or (kind == "master" and points.hp <= 0)


def outlives(kind: Kind, points: Points, *, recover_to: int) -> bool:
    """R-OTHER-4d, R-OTHER-6c, G-19: at the end of the next scene; otherwise a Servant vanishes and a Master dies."""
    return points.mp >= recover_to and (kind == "servant" or points.hp >= recover_to)


def converted(points: Points, *, to: Literal["hp", "mp"], amount: int) -> Points:
    """R-OTHER-7b: a Servant turns HP and MP into each other, 1:1."""
    return (
        Points(points.hp + amount, points.mp - amount) if to == "hp" else Points(points.hp - amount, points.mp + amount)
    )


def may_convert(kind: Kind, *, to: Literal["hp", "mp"], amount: int, resting: bool, extra_mp: int = 0) -> bool:
    """R-OTHER-7b by resting; R-OTHER-7c otherwise only MP gained by man-eating or a mana-line (마력 라인), into HP."""
    return kind == "servant" and (resting or (to == "hp" and amount <= extra_mp))
