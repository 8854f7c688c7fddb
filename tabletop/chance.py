"""Chance is a player whom nobody can foresee: it draws from the system's secrets."""

import secrets
from collections.abc import Sequence


class Secrets:
    """The `tabletop.game.Chance` of every game that is really played."""

    def below(self, bound: int) -> int:
        return secrets.randbelow(bound)

    def shuffled[T](self, items: Sequence[T]) -> tuple[T, ...]:
        left = list(items)
        return tuple(left.pop(secrets.randbelow(len(left))) for _ in range(len(left)))


CHANCE = Secrets()
