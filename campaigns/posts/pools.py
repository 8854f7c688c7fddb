"""Dice that are thrown again, and dice that are counted by what they show: xR, xU, xTY and xTZ. Pure.

3R6>=5  3R6[>3]>=5  3R6>=5@>3    every die that fits is followed by a new one (the condition is the comparison's, if unsaid)
3U6[4]  3U6@4  3U6[4]+1>=7       every die of 4 and more is thrown again and added up; told are the highest and the sum
5TY6  5TZ6                       how many show what; TZ tells the faces too that nobody shows
"""

import re
from typing import Final

import msgspec

from campaigns.posts.dice import Compare, Dice, Die, Outcome, Pool, Thrown, fits
from campaigns.posts.terms import COMPARES, MOST_DICE, MOST_SIDES, SAME, refuse

MOST_AGAIN: Final = 1_000
"""Dice of one throw; after so many nothing is thrown again."""
MOST_FACES: Final = 20
LONGEST_NUMBER: Final = 9

_BY = r"(?:<=|=<|>=|=>|<>|><|!=|==|<|>|=)"
POOL = re.compile(
    rf"(?P<dice>[0-9]+(?P<how>[RU])[0-9]+(?:\+[0-9]+(?P=how)[0-9]+)*)"
    rf"(?:\[(?P<square>{_BY}?[0-9]+)\])?(?P<plus>(?:[-+][0-9]+)*)(?P<compare>{_BY}(?:[0-9]+|\?))?(?:@(?P<at>{_BY}?[0-9]+))?$",
    re.I,
)
TALLY = re.compile(r"(?P<count>[0-9]+)T(?P<how>[YZ])(?P<sides>[0-9]+)$", re.I)
MEANT = re.compile(r"[0-9]+(?:[RU][0-9]+|T[YZ][0-9]+)[-+\[<>=!@0-9]", re.I)
"""How a line begins that was meant as one of these, though it cannot be read."""


class Again(msgspec.Struct, frozen=True, tag=True):
    """`3R6[>3]>=5`: a die that fits `again` is followed by a new one; counted are those that fit `compare`."""

    dice: tuple[Dice, ...]
    again: Compare
    compare: Compare | None = None

    def throw(self, die: Die) -> Outcome:
        told, dice = [], list[Thrown]()
        due = list(self.dice)
        while due and len(dice) < MOST_AGAIN:
            thrown = [Thrown(die(one.sides), one.sides) for one in due for _ in range(one.count)]
            dice += thrown
            told.append(",".join(str(one.value) for one in thrown))
            due = [Dice(1, one.sides) for one in thrown if fits(one.value, self.again)]
        hits = [one for one in dice if fits(one.value, self.compare)]
        counted = None if self.compare is None or self.compare.than is None else len(hits)
        return Outcome(" + ".join(told), successes=counted, dice=tuple(dice))


class Upward(msgspec.Struct, frozen=True, tag=True):
    """`3U6[4]+1>=7`: a die of `again` and more is thrown again and added; told are the highest and the sum, with `plus`."""

    dice: tuple[Dice, ...]
    again: int
    plus: int = 0
    compare: Compare | None = None

    def throw(self, die: Die) -> Outcome:
        left = MOST_AGAIN
        chains = list[list[Thrown]]()
        for sides in (one.sides for one in self.dice for _ in range(one.count)):
            chains.append(_chain(die, sides, self.again, left))
            left -= len(chains[-1])
        sums = [sum(one.value for one in chain) for chain in chains]
        total = f"{max(sums) + self.plus}/{sum(sums) + self.plus}"
        added = f"{self.plus:+d}" if self.plus else ""
        dice = tuple(one for chain in chains for one in chain)
        told = f"{','.join(map(_chained, chains))}{added}"
        if self.compare is None or self.compare.than is None:
            return Outcome(total, told, dice=dice, upward=True)
        return Outcome(told, successes=sum(map(bool, (fits(one + self.plus, self.compare) for one in sums))), dice=dice)


class Tally(msgspec.Struct, frozen=True, tag=True):
    """`5TY6`: how many dice show which face; `all_faces` tells those too that no die shows."""

    dice: tuple[Dice, ...]
    all_faces: bool = False

    def throw(self, die: Die) -> Outcome:
        dice = [Thrown(die(one.sides), one.sides) for one in self.dice for _ in range(one.count)]
        shown = sorted(one.value for one in dice)
        faces = range(1, self.dice[0].sides + 1) if self.all_faces else sorted(set(shown))
        told = ", ".join(f"[{face}]×{shown.count(face)}" for face in faces)
        return Outcome(told, ",".join(map(str, shown)), dice=tuple(dice))


def _chain(die: Die, sides: int, again: int, left: int) -> list[Thrown]:
    chain = [Thrown(die(sides), sides)]
    while chain[-1].value >= again and len(chain) < left:
        chain.append(Thrown(die(sides), sides))
    return chain


def _chained(chain: list[Thrown]) -> str:
    values = [one.value for one in chain]
    return str(values[0]) if len(values) == 1 else f"{sum(values)}[{','.join(map(str, values))}]"


def read(word: str) -> Pool | None:
    """The command, if it is one of these; refuses what was meant as one and cannot be thrown (terms.Troubled)."""
    if tally := TALLY.match(word):
        counted = _dice(tally["count"], tally["sides"])
        if counted.sides > MOST_FACES:
            refuse("too_many_sides", tally.start("sides"), MOST_FACES)
        return Tally((counted,), tally["how"] in "Zz")
    found = POOL.match(word)
    if found is None:
        return None
    dice = tuple(_dice(*re.split("[RU]", one, flags=re.I)) for one in found["dice"].split("+"))
    if sum(one.count for one in dice) > MOST_DICE:
        refuse("too_many_dice", 0, MOST_DICE)
    compare = _compare(found["compare"]) if found["compare"] else None
    said = found["square"] or found["at"]
    if found["how"] in "Rr":
        return _again(found, dice, compare, said)
    again = int(said) if said and said.isdigit() else 0
    if again < 2:
        refuse("no_again", found.end("dice"))
    return Upward(dice, again, sum(map(_number, re.findall(r"[-+][0-9]+", found["plus"]))), compare)


def _again(found: re.Match[str], dice: tuple[Dice, ...], compare: Compare | None, said: str | None) -> Again:
    if found["plus"]:
        refuse("unread", found.start("plus"))
    if said:
        by = compare.by if compare else ">="
        again: Compare | None = _compare(f"{by}{said}" if said.isdigit() else said)
    else:
        again = compare
    if again is None or again.than is None or any(_for_ever(one, again) for one in dice):
        refuse("no_again", found.end("dice"))
    return Again(dice, again, compare)


def _for_ever(dice: Dice, again: Compare) -> bool:
    """Whether every face is thrown again."""
    return all(fits(face, again) for face in range(1, dice.sides + 1))


def _compare(text: str) -> Compare:
    by = COMPARES.match(text)
    assert by is not None
    than = text[by.end() :]
    return Compare(SAME.get(by[0], by[0]), None if than == "?" else _number(than))


def _dice(count: str, sides: str) -> Dice:
    made = Dice(_number(count), _number(sides))
    if made.count < 1:
        refuse("no_dice")
    if made.count > MOST_DICE:
        refuse("too_many_dice", 0, MOST_DICE)
    if made.sides < 1:
        refuse("no_sides")
    if made.sides > MOST_SIDES:
        refuse("too_many_sides", 0, MOST_SIDES)
    return made


def _number(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        refuse("too_large")
    return int(text)
