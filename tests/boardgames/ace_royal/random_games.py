"""Whole games by seats that choose at random among what they are offered."""

import random
import typing
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from boardgames import ace_royal
from boardgames.ace_royal.moves import AnyMove
from boardgames.ace_royal.settings import HouseRules
from boardgames.ace_royal.state import State
from tabletop.game import Illegal, Played
from tests.boardgames.ace_royal.table import SEATS, setup_of


class Luck:
    """A `Chance` from a seed."""

    def __init__(self, dice: random.Random):
        self.dice = dice

    def below(self, bound: int) -> int:
        return self.dice.randrange(bound)

    def shuffled[T](self, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(self.dice.sample(list(items), len(items)))


def any_house_rules(dice: random.Random) -> dict[str, Any]:
    """One value of every house rule."""
    return {
        field.name: dice.choice(
            [False, True]
            if field.type is bool
            else [None, 5]
            if field.name == "mana_cap"
            else typing.get_args(field.type)
        )
        for field in msgspec.structs.fields(HouseRules)
    }


def whole_game(
    seed: int, *, players: int, moves: int = 2000, **options: Any
) -> Iterator[tuple[State, AnyMove, Played]]:
    """Each state, the move chosen there, and what came of it; spells are rarely chosen, so that games last."""
    dice = random.Random(seed)
    state = ace_royal.start(setup_of(SEATS[:players], **options))
    for _ in range(moves):
        awaited = ace_royal.awaits(state)
        if awaited.nobody:
            return
        move = ace_royal.draw(state, Luck(dice)) if awaited.chance else chosen(state, awaited.seats[0], dice)
        played = ace_royal.play(state, move)
        assert not isinstance(played, Illegal), (move, played)
        yield state, move, played
        state = played.state


def chosen(state: State, seat: str, dice: random.Random) -> AnyMove:
    """A random option of the asked seat, or sometimes of another one at an open question."""
    other = dice.choice(SEATS[: len(state.masters)])
    offered = ace_royal.options(state, other) if dice.random() < 0.1 else ()
    offered = offered or ace_royal.options(state, seat)
    calm = [move for move in offered if type(move).__name__ != "Spell"]
    return dice.choice(calm if calm and dice.random() < 0.9 else list(offered))
