"""The record of a whole game: read, checked and played to its end. Pure."""

from typing import Any

from boardgames import ace_royal, record_reading
from boardgames.ace_royal.outcome import result
from boardgames.ace_royal.settings import read_setup
from tabletop.game import Illegal, Json


def replay(value: Json) -> dict[str, Any] | Illegal:
    """The result record of the record in `value`, or the first thing that is wrong in it."""
    parts = record_reading.split_record(value)
    if isinstance(parts, Illegal):
        return parts
    setup_part, moves = parts
    setup = read_setup(setup_part)
    if isinstance(setup, Illegal):
        return setup
    state = record_reading.replay(ace_royal, setup, moves)
    return state if isinstance(state, Illegal) else result(state)
