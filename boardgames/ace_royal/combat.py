"""One combat (전투) as a value: who meets whom, the sums of every strike, and how far it got. Pure."""

from typing import Literal

import msgspec

from boardgames.ace_royal.moves import Mode
from boardgames.ace_royal.vocabulary import Stat


class Term(msgspec.Struct, frozen=True):
    """One reason of a number: a rule or card id and what it adds."""

    rule: str
    value: int


class Sum(msgspec.Struct, frozen=True):
    """A number with its reasons; they add up to it (I-12)."""

    value: int
    why: tuple[Term, ...]


class Proxy(msgspec.Struct, frozen=True):
    """A creature that fights in the Servant's place (대리전투)."""

    card: str
    origin: Literal["code", "servant"]
    stats: dict[Stat, int]
    first_strike: bool = False


class Boost(msgspec.Struct, frozen=True):
    """A change of the damage of the running strike."""

    seat: str
    card: str
    side: Literal["dealt", "taken"]
    add: int


class Strike(msgspec.Struct, frozen=True):
    """A strike whose damage is fixed; its key `from` is the striking side."""

    step: Literal["assault", "counter"]
    from_: str = msgspec.field(name="from")
    to: str
    mode: Mode
    attack: Sum
    defence: Sum
    damage: Sum


class Gift(msgspec.Struct, frozen=True):
    """A hand card that went to another player; only those two know which."""

    from_: str = msgspec.field(name="from")
    to: str
    card: str


class Combat(msgspec.Struct, frozen=True):
    """One combat (전투): who meets whom, and how far it got. `step` is the window or step it stands in."""

    turn: int
    how: Literal["assault", "encounter"]
    assaulter: str
    defender: str
    step: str = "reveal"
    striking: Literal["assault", "counter"] | None = None
    mode: Mode | None = None
    cancelled: bool = False
    proxies: dict[str, Proxy] = {}
    swift: tuple[str, ...] = ()
    boosts: tuple[Boost, ...] = ()
    strikes: tuple[Strike, ...] = ()
    lost: dict[str, int] = {}
    gift: Gift | None = None

    @property
    def sides(self) -> tuple[str, str]:
        """Assaulter first."""
        return self.assaulter, self.defender

    def against(self, seat: str) -> str:
        return self.defender if seat == self.assaulter else self.assaulter

    @property
    def striker(self) -> str:
        return self.assaulter if self.striking == "assault" else self.defender

    def dealt(self, seat: str) -> int:
        """What the side of `seat` dealt so far."""
        return sum(strike.damage.value for strike in self.strikes if strike.from_ == seat)
