"""What chance moves of the board games share: dealing them from a `Chance`, and judging a recorded one. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tabletop.game import Chance


def deal(chance: Chance, seats: Sequence[str], cards: Sequence[str]) -> dict[str, str]:
    """One card to every seat, from all of `cards`."""
    return dict(zip(seats, chance.shuffled(cards), strict=False))


def is_for_all(dealt: Mapping[str, str], seats: Sequence[str]) -> bool:
    """Whether every seat is dealt to, and nobody else."""
    return dealt.keys() == set(seats)


def is_order_of(drawn: Iterable[str], due: Iterable[str]) -> bool:
    """Whether `drawn` is `due` in some order, copies counted."""
    return Counter(drawn) == Counter(due)


def is_part_of(drawn: Iterable[str], stock: Iterable[str]) -> bool:
    """Whether `drawn` can be taken out of `stock`, copies counted."""
    return Counter(drawn) <= Counter(stock)
