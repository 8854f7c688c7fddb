"""The fight: the card rules of the Holy-Grail-War TRPG as a pure game (`tabletop.game.Game`).

A fight is its setup and the moves since. `view` and `options` are all that a screen may use; `looked` is the GM's view with the
sealed plans, `offers` and `check_plan` serve whoever builds a plan.
"""

from typing import NoReturn

from combat.rules.moves import read_move
from combat.rules.options import check_plan, offers, options
from combat.rules.play import awaits, play
from combat.rules.record import adjudicate
from combat.rules.roster import read_setup, start
from combat.rules.state import Fight
from combat.rules.view import looked, view
from tabletop.game import Chance

ENGINE = "fight-1"
"""Version of the rules; raised by every change that can change a result."""


def draw(fight: Fight, chance: Chance) -> NoReturn:
    """The fight knows no chance: it never awaits any."""
    raise ValueError("the fight awaits no chance")


__all__ = [
    "ENGINE",
    "adjudicate",
    "awaits",
    "check_plan",
    "draw",
    "kept_setup",
    "looked",
    "offers",
    "options",
    "play",
    "read_move",
    "read_setup",
    "start",
    "view",
]

kept_setup = read_setup
