"""Dominate Grail War 성배지기의 첫 번째 판놀이: a pair of warden and champion per player, eight rounds and a climax.

Rule ids (D-22, DX-7, DG-8) and card codes name what a function does; the exported names keep `tabletop.game.Game`.
"""

from boardgames.dominate.cards import VESSEL_WAR, read_set
from boardgames.dominate.dealing import draw
from boardgames.dominate.lookback import learnt
from boardgames.dominate.moves import read_move
from boardgames.dominate.options import options
from boardgames.dominate.play import awaits, play, start
from boardgames.dominate.record import result
from boardgames.dominate.settings import kept_setup, read_setup
from boardgames.dominate.view import view

ENGINE = f"1-{VESSEL_WAR.fingerprint[:12]}"

__all__ = [
    "ENGINE",
    "awaits",
    "draw",
    "kept_setup",
    "learnt",
    "options",
    "play",
    "read_move",
    "read_set",
    "read_setup",
    "result",
    "start",
    "view",
]
