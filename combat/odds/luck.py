"""Luck that can be had again: every draw follows from a seed that is shown."""

import random
from collections.abc import Sequence


class Luck:
    """A `tabletop.game.Chance` for imagined fights; what is really played draws from `tabletop.chance`."""

    def __init__(self, seed: int | str):
        self._random = random.Random(seed)  # noqa: S311

    def below(self, bound: int) -> int:
        return int(self._random.random() * bound)

    def shuffled[T](self, items: Sequence[T]) -> tuple[T, ...]:
        left = list(items)
        self._random.shuffle(left)
        return tuple(left)
