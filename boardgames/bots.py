"""Computer players: seats that see only what `view` and `options` show them.

A game lends them a `Mind`: how to imagine a whole state that fits a view, what its moves are worth at a glance, and how
well a seat stands. Everything else is the same for both games. Three strengths: a `novice` glances and errs, an `adept`
plays what looks best, a `master` plays the likely moves to the end of a stretch in many imagined states and compares.
"""

import random
import time
from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

import msgspec

from tabletop.game import Chance, Game, Illegal

type Strength = Literal["novice", "adept", "master"]

SECONDS = 0.7
"""How long a master searches for one move."""
TAKES: dict[Strength, float] = {"novice": 0.1, "adept": 0.1, "master": 0.8}
"""Seconds from being asked to the move, however much there is to think about: a quick answer, or a slow one, would tell of the
hand. The table gives each a little longer (`clock`), whether it is asked or not."""
ERRORS = {"novice": 300, "adept": 40}
"""By how much the others misjudge a move at most."""
LONGEST = 200
"""Moves after which an imagined game is judged as it stands."""
NEVER = -(10**9)
"""What a move is worth that an imagined state does not allow: options and guess disagree, and it is not made."""
WIDEST = 12
"""How many of the moves that look best a master compares at first; half of them are dropped after each third."""


class Mind(Protocol):
    """What one game knows about playing well. Values are whole numbers, a hundred to the point of the game's track."""

    def guess(self, view: Any, chance: Chance) -> Any:
        """A whole state that fits the view, what is hidden in it drawn at random."""
        ...

    def moves(self, state: Any, seat: str) -> Sequence[Any]:
        """The moves that are worth a thought: of the options, those that are not the same in another order."""
        ...

    def glance(self, state: Any, seat: str, moves: Sequence[Any]) -> Sequence[int]:
        """What each move looks like at first sight, for who knows of `state` only what `seat` may know."""
        ...

    def worth(self, state: Any, seat: str) -> int:
        """How well the seat stands."""
        ...

    def stretch(self, state: Any) -> object:
        """A value that changes where a good moment to compare has come (a round, a turn is over)."""
        ...


class Luck:
    """A quick `Chance` for imagined games; what is really played draws from `tabletop.chance`."""

    def __init__(self, seed: int):
        self._random = random.Random(seed)  # noqa: S311

    def below(self, bound: int) -> int:
        return self._random.randrange(bound)

    def shuffled[T](self, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(self._random.sample(list(items), len(items)))


class Table(msgspec.Struct, frozen=True):
    """Where a computer player sits: the game, its mind, what the seat sees, and what it may do now (not empty)."""

    game: Game
    mind: Mind
    seat: str
    view: Any
    options: Sequence[Any]


def rest_of(strength: Strength, spent: float) -> float:
    """What is left of the time for a move; who needed more of it, on a busy machine, takes all of it once more."""
    return TAKES[strength] - spent % TAKES[strength]


def choose(
    table: Table,
    strength: Strength,
    chance: Chance,
    *,
    clock: Callable[[], float] = time.monotonic,
    seconds: float = SECONDS,
) -> Any:
    """The move that a computer player makes: one of the options."""
    if len(table.options) == 1:
        return table.options[0]
    luck = Luck(chance.below(2**32))
    if strength == "master":
        return _searched(table, luck, clock, seconds)
    imagined = table.mind.guess(table.view, luck)
    return _looks_best(table.mind, imagined, table.seat, table.options, luck, error=ERRORS[strength])


def _looks_best(mind: Mind, state: Any, seat: str, moves: Sequence[Any], luck: Luck, *, error: int) -> Any:
    """The move that looks best to somebody who misjudges each by up to `error`."""
    values = [value + luck.below(error) for value in mind.glance(state, seat, moves)]
    return moves[values.index(max(values))]


def _searched(table: Table, luck: Luck, clock: Callable[[], float], seconds: float) -> Any:
    """Sequential halving: a third of the time for all that look likely, a third for their better half, and so on. What was
    seen of a move is kept from third to third, and how it looked at first counts as one state.
    """
    begun = clock()
    looks = table.mind.glance(table.mind.guess(table.view, luck), table.seat, table.options)
    likely = sorted(range(len(looks)), key=lambda index: -looks[index])[:WIDEST]
    worth = list(looks)
    for third in (1, 2, 3):
        _compare(table, likely, worth, luck, clock, begun + seconds * third / 3)
        likely = sorted(likely, key=lambda index: -worth[index])[: max(1, len(likely) // 2)]
    return table.options[likely[0]]


def _compare(
    table: Table, likely: Sequence[int], worth: list[int], luck: Luck, clock: Callable[[], float], end: float
) -> None:
    """Add to `worth` what the likely moves come to, each played out in the same imagined states, until `end`."""
    while True:
        state = table.mind.guess(table.view, luck)
        for index in likely:
            worth[index] += _played_out(table, state, table.options[index], luck)
        if clock() >= end:
            return


def _played_out(table: Table, state: Any, move: Any, luck: Luck) -> int:
    """How well the seat stands when the stretch that `move` begins is over, everybody playing at a glance."""
    game, mind = table.game, table.mind
    stretch, played = mind.stretch(state), game.play(state, move)
    for _ in range(LONGEST):
        if isinstance(played, Illegal):
            return NEVER
        state = played.state
        awaits = game.awaits(state)
        if awaits.nobody or mind.stretch(state) != stretch:
            break
        move = game.draw(state, luck) if awaits.chance else _at_a_glance(mind, state, awaits.seats[0], luck)
        played = game.play(state, move)
    return mind.worth(state, table.seat)


def _at_a_glance(mind: Mind, state: Any, seat: str, luck: Luck) -> Any:
    return _looks_best(mind, state, seat, mind.moves(state, seat), luck, error=ERRORS["adept"])
