"""Dice as Korean tables write them (the notation of BCDice): what a line asks for, and what was rolled. Pure.

`notation.read` makes a `Command` of a line; `roll` throws it with the chance it is given, once. What came of it is kept as
numbers (`Roll`); the words around them are made where they are shown, in the reader's language.
"""

from collections.abc import Callable, Iterator
from typing import Final, Protocol

import msgspec

SEPARATOR: Final = " ＞ "
"""Between the parts of a told roll, as in every log of such tables."""

type Die = Callable[[int], int]
"""A throw of a die with so many sides: 1 up to that number."""


class Number(msgspec.Struct, frozen=True, tag=True):
    value: int


class Dice(msgspec.Struct, frozen=True, tag=True):
    """`count` dice; `keep` says which of them count: KH KL DH DL with their `number`, "" for all."""

    count: int
    sides: int
    keep: str = ""
    number: int = 0


class Minus(msgspec.Struct, frozen=True, tag=True):
    of: "Term"


class Group(msgspec.Struct, frozen=True, tag=True):
    """In brackets."""

    of: "Term"


class Sum(msgspec.Struct, frozen=True, tag=True):
    """`left` and `right` by + - * or /; a quotient is rounded by F down, C or U up, R to the nearest."""

    left: "Term"
    by: str
    right: "Term"
    rounded: str = ""


type Term = Number | Dice | Minus | Group | Sum


class Compare(msgspec.Struct, frozen=True):
    """`than` None is a target that nobody has said (`?`)."""

    by: str
    than: int | None


class Total(msgspec.Struct, frozen=True, tag=True):
    """Dice and numbers that are added up: `2D6+3>=10`."""

    term: Term
    compare: Compare | None = None


class Each(msgspec.Struct, frozen=True, tag=True):
    """Dice that are looked at one by one: `5B6>=4`."""

    dice: tuple[Dice, ...]
    compare: Compare | None = None


class D66(msgspec.Struct, frozen=True, tag=True):
    """Two dice as tens and units; `order` A and S put the smaller first, D the larger."""

    order: str = ""


class Calculate(msgspec.Struct, frozen=True, tag=True):
    """`C(1+2*3)`: no dice at all."""

    term: Term


class Choice(msgspec.Struct, frozen=True, tag=True):
    """`count` different ones of the options."""

    options: tuple[str, ...]
    count: int = 1


class Pool(Protocol):
    """Dice that are looked at together in another way; each kind knows how it is thrown (`campaigns.posts.pools`)."""

    @property
    def dice(self) -> tuple[Dice, ...]: ...

    def throw(self, die: Die) -> "Outcome": ...


type Thing = Total | Each | D66 | Calculate | Choice | Pool
"""What can be thrown."""


class Command(msgspec.Struct, frozen=True):
    """What a line asks for. `said` is the command as it is told, `comment` the rest of the line; `times` 0: not repeated."""

    said: str
    what: Thing
    comment: str = ""
    secret: bool = False
    times: int = 0

    @property
    def thrown(self) -> int:
        """How many dice it takes, all repetitions together."""
        match self.what:
            case Total(term, _):
                dice = count_of(term)
            case Each(groups, _):
                dice = sum(one.count for one in groups)
            case D66() | Calculate() | Choice():
                dice = 2
            case pool:
                dice = sum(one.count for one in pool.dice)
        return dice * max(self.times, 1)


class Thrown(msgspec.Struct, frozen=True):
    """One die as it lies; what was dropped lies there too."""

    value: int
    sides: int
    kept: bool = True


class Outcome(msgspec.Struct, frozen=True):
    """One throw of a command: the sum as it was done (`7[3,4]+3`), what it came to, and whether that is a success.

    `ok` is None where nothing was compared; `successes` counts those of dice that are looked at one by one. `upward`: the total
    is the highest and the sum (`12/19`).
    """

    total: str
    sum: str = ""
    ok: bool | None = None
    successes: int | None = None
    dice: tuple[Thrown, ...] = ()
    upward: bool = False


class Roll(msgspec.Struct, frozen=True):
    """A command and all that came of it; this is what a post keeps."""

    said: str
    outcomes: tuple[Outcome, ...]
    comment: str = ""
    secret: bool = False
    repeated: bool = False


def count_of(term: Term) -> int:
    """How many dice are in the term."""
    match term:
        case Dice(count=count):
            return count
        case Minus(of) | Group(of):
            return count_of(of)
        case Sum(left, _, right, _):
            return count_of(left) + count_of(right)
        case _:
            return 0


def roll(command: Command, die: Die) -> Roll:
    """Throw the command, as often as it says."""
    thrown = tuple(_throw(command.what, die) for _ in range(command.times or 1))
    return Roll(command.said, thrown, command.comment, command.secret, bool(command.times))


def _throw(what: Thing, die: Die) -> Outcome:
    match what:
        case Total(term, compare):
            value, told, dice = evaluate(term, die)
            plain = len(dice) == 1 and told == f"{value}[{value}]"
            return Outcome(str(value), "" if plain else told, fits(value, compare), dice=dice)
        case Each(groups, compare):
            dice = tuple(Thrown(die(one.sides), one.sides) for one in groups for _ in range(one.count))
            hits = [fits(one.value, compare) for one in dice]
            counted = None if compare is None or compare.than is None else sum(map(bool, hits))
            return Outcome(",".join(str(one.value) for one in dice), successes=counted, dice=dice)
        case D66(order):
            return _d66(order, die)
        case Calculate(term):
            return Outcome(str(evaluate(term, die)[0]))
        case Choice(options, count):
            return Outcome(", ".join(_draw(options, count, die)))
        case pool:
            return pool.throw(die)


def _d66(order: str, die: Die) -> Outcome:
    thrown = [die(6), die(6)]
    shown = sorted(thrown, reverse=order == "D") if order in {"A", "S", "D"} else thrown
    return Outcome("".join(map(str, shown)), dice=tuple(Thrown(value, 6) for value in thrown))


def _draw(options: tuple[str, ...], count: int, die: Die) -> Iterator[str]:
    left = list(options)
    for _ in range(count):
        yield left.pop(die(len(left)) - 1)


def fits(value: int, compare: Compare | None) -> bool | None:
    """Whether the value is as it should be; None where nobody has said how."""
    if compare is None or compare.than is None:
        return None
    match compare.by:
        case ">=":
            return value >= compare.than
        case ">":
            return value > compare.than
        case "<=":
            return value <= compare.than
        case "<":
            return value < compare.than
        case "=":
            return value == compare.than
        case _:
            return value != compare.than


def evaluate(term: Term, die: Die) -> tuple[int, str, tuple[Thrown, ...]]:
    """What the term comes to, how that is told, and the dice of it."""
    match term:
        case Number(value):
            return value, str(value), ()
        case Dice():
            return _dice(term, die)
        case Minus(of):
            value, told, dice = evaluate(of, die)
            return -value, f"-{told}", dice
        case Group(of):
            value, told, dice = evaluate(of, die)
            return value, f"({told})", dice
        case Sum(left, by, right, rounded):
            one, told, dice = evaluate(left, die)
            other, also, more = evaluate(right, die)
            return _reckon(one, by, other, rounded), f"{told}{by}{also}{rounded}", (*dice, *more)


def _dice(term: Dice, die: Die) -> tuple[int, str, tuple[Thrown, ...]]:
    thrown = [die(term.sides) for _ in range(term.count)]
    if not term.keep:
        dice = tuple(Thrown(value, term.sides) for value in thrown)
    else:
        thrown.sort()
        kept = _kept(term)
        dice = tuple(Thrown(value, term.sides, at in kept) for at, value in enumerate(thrown))
    total = sum(one.value for one in dice if one.kept)
    return total, f"{total}[{','.join(map(str, thrown))}]", dice


def _kept(term: Dice) -> range:
    """Which of the sorted dice count."""
    number = min(term.number, term.count)
    match term.keep:
        case "KH":
            return range(term.count - number, term.count)
        case "KL":
            return range(number)
        case "DH":
            return range(term.count - number)
        case _:
            return range(number, term.count)


def _reckon(one: int, by: str, other: int, rounded: str) -> int:
    match by:
        case "+":
            return one + other
        case "-":
            return one - other
        case "*":
            return one * other
        case _ if rounded in {"C", "U"}:
            return -(-one // other)
        case _ if rounded == "R":
            # half goes away from zero, as one learns at school
            sign = 1 if (one >= 0) == (other > 0) else -1
            return sign * ((2 * abs(one) + abs(other)) // (2 * abs(other)))
        case _:
            return one // other


def told(what: Roll, *, success: str, failure: str, successes: str) -> str:
    """The roll as one line of a log; `successes` has a place for the number, as in "성공수 %d"."""
    lines = [SEPARATOR.join(_parts(what.said, one, success, failure, successes)) for one in what.outcomes]
    return "\n".join(f"#{at} {line}" for at, line in enumerate(lines, 1)) if what.repeated else lines[0]


def _parts(said: str, one: Outcome, success: str, failure: str, successes: str) -> Iterator[str]:
    yield said
    if one.sum:
        yield one.sum
    yield one.total
    if one.ok is not None:
        yield success if one.ok else failure
    if one.successes is not None:
        yield successes % one.successes
