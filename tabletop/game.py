"""The contract of every game at the table.

A game (the fight, each board game) is a package whose modules are pure: no Django, clock, chance or language. The
runtime knows a game only through the functions of `Game`; a game knows the runtime only through the values of this file.
This module is pure itself, so that the rules may import it.
"""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

import msgspec

GM = "gm"
CHANCE = "chance"
TABLE = "table"

type Json = dict[str, Any] | list[Any] | str | int | bool | None


class Illegal(msgspec.Struct, frozen=True):
    """A refused move, setup or record: a value, never a sentence.

    `code` names what is wrong (one code, one sentence in the templates), `rule` the rule id that forbids it (`"format"`
    where only the record format does), `at` the place inside what was handed in (`""`, `"slots[3]"`, `"moves[7].slots[0]"`).
    `numbers` are what the sentence needs; nothing in them tells about a seat other than the one that is refused.
    """

    code: str
    rule: str
    at: str = ""
    numbers: dict[str, int | str] = {}


class Awaits(msgspec.Struct, frozen=True):
    """Who must act next: seats (several when sealed moves are due at once), the GM, chance, or nobody (the game is over)."""

    seats: tuple[str, ...] = ()
    gm: bool = False
    chance: bool = False

    @property
    def nobody(self) -> bool:
        return not (self.seats or self.gm or self.chance)


class Played(msgspec.Struct, frozen=True):
    """An accepted move: the state after it and the report that is announced."""

    state: Any
    report: Any


class Chance(Protocol):
    """Where a game's chance moves get their luck from (`tabletop.chance` draws from `secrets`, tests and bots from a seed)."""

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound − 1, all equally likely."""
        ...

    def shuffled[T](self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in an order of which all are equally likely."""
        ...


class Game(Protocol):
    """What a game package exports at its top (`combat.rules`, `boardgames.dominate`, `boardgames.ace_royal`).

    Setup, State and Move are frozen `msgspec.Struct`s of the game. Setups and moves go in and out as plain JSON
    values (`read_*` checks and converts, `msgspec.to_builtins` gives the same JSON back), in the shapes of the record format.
    """

    ENGINE: str
    """Version of the rules; raised by every change that can change a result."""

    def read_setup(self, value: Json) -> Any:
        """The setup in `value`, or Illegal with `at` the place in it."""
        ...

    def kept_setup(self, value: Json) -> Any:
        """The setup in `value` as it lies in a log: what was taken once is read, even if a new game may no longer hold it."""
        ...

    def read_move(self, value: Json) -> Any:
        """The move in `value` by shape alone, or Illegal."""
        ...

    def start(self, setup: Any) -> Any:
        """The state before the first move."""
        ...

    def play(self, state: Any, move: Any) -> Played | Illegal:
        """The state after `move`, with its report; or why it is refused, and then nothing has changed."""
        ...

    def awaits(self, state: Any) -> Awaits: ...

    def draw(self, state: Any, chance: Chance) -> Any:
        """The move of chance that the state awaits; only while `awaits(state).chance`."""
        ...

    def view(self, state: Any, seats: tuple[str, ...]) -> Any:
        """What one person may see, built by whitelist: `()` a spectator, `("gm",)` the GM, else all the seats he holds.

        Equal views mean that nothing this person can see has changed. The only thing that may leave a rules package
        towards a screen, stream, export or computer player.
        """
        ...

    def options(self, state: Any, seat: str) -> Any:
        """What `seat` (or `"gm"`) may do now: every offered move is accepted, nothing outside them is.

        Built from what the seat may know only; never differs by what another seat hides.
        """
        ...


GAMES = {"fight": "combat.rules", "dominate": "boardgames.dominate", "ace-royal": "boardgames.ace_royal"}
"""The games there are, and the package of each."""


@cache
def game(name: str) -> Game:
    """The game called `name` in the records."""
    return cast(Game, import_module(GAMES[name]))
