"""Reading one command of dice notation, without spaces: terms of dice and numbers, and what cannot be thrown. Pure."""

import re
from typing import Final, Never

import msgspec

from campaigns.posts.dice import (
    Calculate,
    Compare,
    Dice,
    Each,
    Group,
    Minus,
    Number,
    Sum,
    Term,
    Total,
    count_of,
    evaluate,
)

LONGEST: Final = 120
MOST_DICE: Final = 200
MOST_SIDES: Final = 10_000
MOST_TIMES: Final = 100
MOST_THROWN: Final = 1_000
"""Dice of all repetitions together."""
MOST_OPTIONS: Final = 100
LARGEST: Final = 10**12
DEEPEST: Final = 8


class Trouble(msgspec.Struct, frozen=True):
    """Why a command cannot be rolled: a code, where in the line (from 0), the limit, and what would have been right."""

    code: str
    at: int = 0
    most: int = 0
    meant: str = ""


class Troubled(Exception):
    def __init__(self, trouble: Trouble):
        super().__init__(trouble.code)
        self.trouble = trouble


ALLOWED = re.compile(r"[-+*/()0-9<>=!?DBKHLMAXINFCUR]*", re.I)
COMPARES = re.compile(r"<=|=<|>=|=>|<>|><|!=|==|<|>|=")
SAME = {"=<": "<=", "=>": ">=", "><": "<>", "!=": "<>", "==": "="}
DIGITS = re.compile(r"[0-9]+")
FILTER = re.compile(r"(KH|KL|DH|DL)([0-9]{0,3})|MAX|MIN")


def refuse(code: str, at: int = 0, most: int = 0) -> Never:
    raise Troubled(Trouble(code, at, most))


def normal(word: str) -> str:
    """The command as it is told: capitals, and one sign for each comparison."""
    return COMPARES.sub(lambda found: SAME.get(found[0], found[0]), word.upper())


def _most_of(term: Term) -> int:
    """A bound of what the term can come to, either way."""
    match term:
        case Number(value):
            return abs(value)
        case Dice(count, sides):
            return count * sides
        case Minus(of) | Group(of):
            return _most_of(of)
        case Sum(left, "*", right, _):
            return _most_of(left) * _most_of(right)
        case Sum(left, "/", _, _):
            return _most_of(left)
        case Sum(left, _, right, _):
            return _most_of(left) + _most_of(right)


def value_of(term: Term) -> int:
    """What a term without dice comes to."""
    return evaluate(term, lambda sides: sides)[0]


class Reader:
    """Recursive descent over one command without spaces."""

    def __init__(self, word: str):
        self.word, self.at, self.depth = word.upper(), 0, 0

    def throw(self) -> Total | Each:
        if re.match(r"[0-9]+B", self.word):
            groups = [self._listed()]
            while self._eat("+"):
                groups.append(self._listed())
            return Each(tuple(groups), self._compare())
        term = self._sum()
        compare = self._compare()
        if count_of(term) == 0:
            refuse("unread", self.at)
        return Total(term, compare)

    def calculation(self) -> Calculate:
        self.at = 1
        term = self._sum()
        if self.at < len(self.word) or count_of(term):
            refuse("unread", self.at)
        return Calculate(term)

    def _listed(self) -> Dice:
        count = self._number()
        if not self._eat("B"):
            refuse("unread", self.at)
        return Dice(count, self._sides(self._number()))

    def _compare(self) -> Compare | None:
        if self.at == len(self.word):
            return None
        found = COMPARES.match(self.word, self.at)
        if found is None:
            glued = self.word[self.at] not in "0123456789+-*/()KHLDMAXINFCURB?!"
            refuse("glued" if glued else "unread", self.at)
        self.at = found.end()
        if self._eat("?"):
            than = None
        else:
            target = self._sum()
            if count_of(target):
                refuse("unread", self.at)
            than = value_of(target)
        if self.at < len(self.word):
            refuse("glued" if not ALLOWED.fullmatch(self.word[self.at]) else "unread", self.at)
        return Compare(SAME.get(found[0], found[0]), than)

    def _sum(self) -> Term:
        self.depth += 1
        if self.depth > DEEPEST:
            refuse("too_deep", self.at, DEEPEST)
        term = self._product()
        while (by := self._peek()) in ("+", "-"):
            self.at += 1
            term = Sum(term, by, self._product())
        self.depth -= 1
        if _most_of(term) > LARGEST:
            refuse("too_large", self.at)
        return term

    def _product(self) -> Term:
        term = self._signed()
        while (by := self._peek()) in ("*", "/"):
            self.at += 1
            right = self._signed()
            term = Sum(term, by, right, self._rounding(right) if by == "/" else "")
        return term

    def _rounding(self, divisor: Term) -> str:
        if count_of(divisor):
            refuse("dice_below", self.at)
        if value_of(divisor) == 0:
            refuse("by_zero", self.at)
        return next((how for how in "FCUR" if self._eat(how)), "")

    def _signed(self) -> Term:
        if self._eat("-"):
            return Minus(self._signed_once())
        self._eat("+")
        return self._signed_once()

    def _signed_once(self) -> Term:
        if self._eat("("):
            inner = self._sum()
            if not self._eat(")"):
                refuse("unread", self.at)
            return self._dice(value_of(inner)) if self._peek() == "D" and not count_of(inner) else Group(inner)
        count = self._number()
        return self._dice(count) if self._peek() == "D" else Number(count)

    def _dice(self, count: int) -> Dice:
        self.at += 1
        if self._eat("("):
            inner = self._sum()
            if count_of(inner) or not self._eat(")"):
                refuse("unread", self.at)
            sides = self._sides(value_of(inner))
        else:
            sides = self._sides(self._number())
        if count < 1:
            refuse("no_dice", self.at)
        if count > MOST_DICE:
            refuse("too_many_dice", self.at, MOST_DICE)
        return self._filtered(Dice(count, sides))

    def _filtered(self, dice: Dice) -> Dice:
        found = FILTER.match(self.word, self.at)
        if found is None:
            return dice
        self.at = found.end()
        keep = {"MAX": "KH", "MIN": "KL"}.get(found[0], found[1])
        return msgspec.structs.replace(dice, keep=keep, number=int(found[2] or 1))

    def _sides(self, sides: int) -> int:
        if sides < 1:
            refuse("no_sides", self.at)
        if sides > MOST_SIDES:
            refuse("too_many_sides", self.at, MOST_SIDES)
        return sides

    def _number(self) -> int:
        found = DIGITS.match(self.word, self.at)
        if found is None:
            glued = self.at < len(self.word) and not ALLOWED.fullmatch(self.word[self.at])
            refuse("glued" if glued else "unread", self.at)
        if len(found[0]) > 9:
            refuse("too_large", self.at)
        self.at = found.end()
        return int(found[0])

    def _peek(self) -> str:
        return self.word[self.at : self.at + 1]

    def _eat(self, sign: str) -> bool:
        if self._peek() != sign:
            return False
        self.at += 1
        return True
