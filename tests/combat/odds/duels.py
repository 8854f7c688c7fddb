"""Short ways to the duels of the tests."""

from fractions import Fraction
from typing import Any

from combat.odds.duel import Duel, duel
from combat.rules import read_setup
from combat.rules.state import Setup
from tabletop.game import Illegal
from tests.combat.rules.table import Value, lancer, saber

BASICS = ("smash", "counter", "onslaught")


def setup(*sheets: Value, **settings: Any) -> Setup:
    found = read_setup({"combatants": list(sheets), "settings": settings})
    assert not isinstance(found, Illegal), found
    return found


def between(a: Value | None = None, b: Value | None = None, **settings: Any) -> Duel:
    """The duel of Saber and Lancer, or of others in their places."""
    found = duel(setup(a or saber(), b or lancer(), **settings))
    assert isinstance(found, Duel), found
    return found


def small(ours: tuple[int, ...], theirs: tuple[int, ...], slots: int, gains: list[list[int]]) -> Duel:
    """A duel of a few cards, with gains in hundredths; the last row and column are Wait."""
    parts = tuple(tuple(Fraction(gain, 100) for gain in row) for row in gains)
    words = BASICS[: len(ours)], BASICS[: len(theirs)]
    return Duel(("saber", "lancer"), words, (ours, theirs), slots, parts)
