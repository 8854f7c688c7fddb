"""The fight: the card rules of the Holy-Grail-War TRPG as a pure game (`tabletop.game.Game`).

A fight is its setup and the moves since. `view` and `options` are all that a screen may use; `looked` is the GM's view with the
sealed plans, `offers` and `check_plan` serve whoever builds a plan.
"""

from combat.rules.moves import read_move
from combat.rules.options import check_plan, offers, options
from combat.rules.roster import read_setup, start
from combat.rules.view import looked, view

ENGINE = "fight-1"
"""Version of the rules; raised by every change that can change a result."""

__all__ = ["ENGINE", "check_plan", "looked", "offers", "options", "read_move", "read_setup", "start", "view"]
