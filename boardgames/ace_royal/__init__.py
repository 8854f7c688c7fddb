"""Fate/Ace Royal (에이스 로열), the card game: rules, house rules and the set Lantern War, as a `tabletop.game.Game`."""

from boardgames.ace_royal.cards import read_set
from boardgames.ace_royal.lookback import learnt
from boardgames.ace_royal.luck import draw
from boardgames.ace_royal.moves import read_move
from boardgames.ace_royal.options import offers, options
from boardgames.ace_royal.outcome import result
from boardgames.ace_royal.play import awaits, play, start
from boardgames.ace_royal.settings import ENGINE, kept_setup, read_setup
from boardgames.ace_royal.view import view

__all__ = [
    "ENGINE",
    "awaits",
    "draw",
    "kept_setup",
    "learnt",
    "offers",
    "options",
    "play",
    "read_move",
    "read_set",
    "read_setup",
    "result",
    "start",
    "view",
]
