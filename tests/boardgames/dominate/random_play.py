"""Whole games played at random from the options, for what must hold in all of them."""

import random
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from boardgames import dominate
from boardgames.dominate.settings import HouseRules
from tabletop.game import Illegal
from tests.boardgames.dominate.table import setup_of

NAMES = ("alice", "bob", "carol", "dave", "s5", "s6", "s7")


class Luck:
    """A `Chance` from a seed."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)

    def below(self, bound: int) -> int:
        return self.random.randrange(bound)

    def shuffled(self, items):
        return tuple(self.random.sample(list(items), len(items)))


def some_options(luck: Luck) -> dict[str, Any]:
    """Some house rules at random values, the others at their defaults."""
    options = {}
    for field in msgspec.structs.fields(HouseRules):
        if luck.below(3) == 0:
            values = get_args(field.type)
            number = field.name in {"spell_mana", "spell_power", "spell_win", "np_threshold", "mana_cap"}
            options[field.name] = luck.below(15) if number else values[luck.below(len(values))]
    return options


def random_game(seed: int, seats: int | None = None, options: dict[str, Any] | None = None) -> Iterator[tuple]:
    """(state, move, played) of every move of one game; the last state awaits nobody."""
    luck = Luck(seed)
    names = NAMES[: seats or 3 + luck.below(5)]
    state = dominate.start(setup_of(names, **(some_options(luck) if options is None else options)))
    while not (awaits := dominate.awaits(state)).nobody:
        if awaits.chance:
            move = dominate.draw(state, luck)
        else:
            offered = dominate.options(state, awaits.seats[0])
            move = offered[luck.below(len(offered))]
        played = dominate.play(state, move)
        assert not isinstance(played, Illegal), (played, move)
        yield state, move, played
        state = played.state


def final_state(seed: int, **rest: Any):
    *_, (_, _, played) = random_game(seed, **rest)
    return played.state
