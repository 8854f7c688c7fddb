"""The board games there are (놀이 선반). A new game puts its box here and nothing else of the shared table changes."""

from boardgames.box import Box
from boardgames.screens.ace_royal import ACE_ROYAL
from boardgames.screens.dominate import DOMINATE

SHELF: dict[str, Box] = {box.name: box for box in (DOMINATE, ACE_ROYAL)}
"""By the name of the game in the records."""


def box_of(game: str) -> Box:
    return SHELF[game]


def of_format(name: object) -> Box | None:
    """The game whose records say `name` as their format."""
    return next((box for box in SHELF.values() if box.form.format == name), None)
