"""The rolls of a post: made once, when it is posted, by the lines of dice notation in it. What they came to never changes.

In the kept text `[[roll 1]]` stands where the first roll was called, so that a secret roll is in no text, no search and no
older version of the post.
"""

import re
from collections.abc import Callable
from typing import Any, Final

import msgspec

from campaigns.posts.dice import Command, Die, Roll, roll
from campaigns.posts.notation import read
from campaigns.posts.terms import MOST_THROWN, Trouble

MOST_ROLLS: Final = 20
MARK: Final = re.compile(r"\[\[roll ([0-9]{1,3})\]\]")
FENCE: Final = re.compile(r" {0,3}(```|~~~)")


class Faulty(msgspec.Struct, frozen=True):
    """A line (from 1) that cannot be rolled, the command in it, and why."""

    line: int
    said: str
    trouble: Trouble


class Called(msgspec.Struct, frozen=True):
    """A text with its marks, the commands they stand for, and the lines that are at fault."""

    text: str
    commands: tuple[Command, ...]
    faults: tuple[Faulty, ...] = ()


def called(text: str) -> Called:
    """What a new text calls for. A line with \\ before its command is plain text, and so is everything in a code block."""
    lines, commands, faults, fenced = [], list[Command](), list[Faulty](), False
    for number, line in enumerate(_unmarked(text).split("\n"), 1):
        fenced ^= bool(FENCE.match(line))
        found = None if fenced or line.startswith("    ") else read(line)
        if isinstance(found, Command):
            commands.append(found)
            lines.append(f"\n[[roll {len(commands)}]]\n")
        else:
            faults += [Faulty(number, line.strip()[:60], found)] if found else []
            lines.append(_unescaped(line))
    return Called("\n".join(lines).strip("\n"), tuple(commands), (*faults, *_too_many(commands)))


def thrown(commands: tuple[Command, ...], die: Die) -> list[Roll]:
    return [roll(command, die) for command in commands]


def kept(rolls: list[Roll]) -> list[Any]:
    """The rolls as a post keeps them (JSON)."""
    return [msgspec.to_builtins(one) for one in rolls]


def rolls_of(kept: list[Any]) -> list[Roll]:
    return msgspec.convert(kept, list[Roll])


def placed(html: str, told: Callable[[int], str], count: int) -> str:
    """`html` with `told(n)` where the mark of roll n (from 1) stands for the first time, and after it those without a mark.

    A roll cannot be edited away; one that is marked twice is told once.
    """
    seen: set[int] = set()

    def put(mark: re.Match[str]) -> str:
        number = int(mark[1])
        if number in seen or not 1 <= number <= count:
            return "" if number in seen else mark[0]
        seen.add(number)
        return told(number)

    put_in = MARK.sub(put, html)
    return put_in + "".join(f"<p>{told(number)}</p>" for number in range(1, count + 1) if number not in seen)


def without_marks(text: str) -> str:
    return MARK.sub("", text)


def _unmarked(text: str) -> str:
    """Nobody writes a mark by hand in a new text."""
    return MARK.sub(r"[roll \1]", text)


def _unescaped(line: str) -> str:
    return line[1:] if line.startswith("\\") and read(line[1:]) else line


def _too_many(commands: list[Command]) -> list[Faulty]:
    if len(commands) > MOST_ROLLS:
        return [Faulty(0, "", Trouble("too_many_rolls", most=MOST_ROLLS))]
    if sum(command.thrown for command in commands) > MOST_THROWN:
        return [Faulty(0, "", Trouble("too_many_thrown", most=MOST_THROWN))]
    return []
