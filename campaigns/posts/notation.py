"""Reading a line of dice notation: a command, plain text (None), or a command that cannot be rolled (`Trouble`). Pure.

    [S][x3 ]2D6+3>=10[ comment]

The first space ends the command. `2D6 공격` rolls; `2d6을 굴린다` is a sentence; `2D6>=7공격` was meant as a roll, and is told
so. Wide letters are told the narrow ones. S before a command makes it a secret roll, x3, rep3 and repeat3 repeat it.
"""

import re
import unicodedata

import msgspec

from campaigns.posts import pools
from campaigns.posts.dice import D66, Choice, Command, Thing
from campaigns.posts.terms import (
    ALLOWED,
    LONGEST,
    MOST_DICE,
    MOST_OPTIONS,
    MOST_THROWN,
    MOST_TIMES,
    Reader,
    Trouble,
    Troubled,
    normal,
    refuse,
)

BEFORE = re.compile(r"(?P<s>S?)(?:(?:x|rep|repeat)(?P<times>[0-9]{1,9})[ \t]+)?(?P<also>S?)", re.I)
DICE = re.compile(r"[-+*/()0-9]*[0-9]\)*[DB][0-9(]", re.I)
CALCULATION = re.compile(r"C\([-+(0-9]", re.I)
SIXTY_SIX = re.compile(r"D66([ASDN]?)$", re.I)
CHOICE = re.compile(r"choice([0-9]{0,4})(?:\[(?P<square>[^\[\]]*)\]|\((?P<round>[^()]*)\)|[ \t]+(?P<words>.+))", re.I)
RANGE = re.compile(r"([A-Za-z])-([A-Za-z])$|([0-9]{1,4})-([0-9]{1,4})$")
SPACED = re.compile(r"(?:[<>=!]=?|=[<>])\s*[0-9?]|[-+*/]\s*[0-9]+(?![0-9.,:/-])(?:[DB][0-9]|\s|$)", re.I)


def read(line: str) -> Command | Trouble | None:
    """What the line asks for. A full-width command is a Trouble that says the one which would be rolled."""
    line = line.strip()
    found = _read(line)
    narrow = unicodedata.normalize("NFKC", line)
    if found is None and narrow != line:
        meant = _read(narrow)
        return Trouble("full_width", meant=meant.said) if isinstance(meant, Command) else meant
    return found


def _read(line: str) -> Command | Trouble | None:
    before = BEFORE.match(line)
    assert before is not None
    for start in dict.fromkeys((before.end(), 0)):  # the S of "S" may also be the first letter of a word
        if (what := _kind(line[start:])) is not None:
            break
    else:
        return None
    try:
        return _command(line, start, before, what)
    except Troubled as found:
        return msgspec.structs.replace(found.trouble, at=found.trouble.at + start)


def _kind(rest: str) -> str | None:
    """How the rest of a line begins: as which kind of command, if any."""
    word = rest.split(maxsplit=1)[0] if rest.strip() else ""
    if CHOICE.match(rest):
        return "choice"
    if CALCULATION.match(word):
        return "calculate"
    if SIXTY_SIX.match(word):
        return "d66"
    if pools.POOL.match(word) or pools.TALLY.match(word) or pools.MEANT.match(word):
        return "pool"
    return "dice" if DICE.match(word) and _is_meant(word) else None


def _is_meant(word: str) -> bool:
    """ "2d6을" is a word of a sentence; "2D6+3공격" is a command somebody forgot a space in."""
    head = ALLOWED.match(word)
    end = head.end() if head else 0
    return end == len(word) or not re.fullmatch(r"[0-9]+[DB][0-9]+", word[:end], re.I)


def _command(line: str, start: int, before: re.Match[str], kind: str) -> Command:
    secret, times = bool(start and (before["s"] or before["also"])), int((start and before["times"]) or 0)
    if start and before["times"] and not 1 <= times <= MOST_TIMES:
        refuse("too_often", most=MOST_TIMES)
    said, what, comment = _choice(line[start:]) if kind == "choice" else _thrown(line[start:], kind)
    command = Command(said, what, comment, secret, times)
    if command.thrown // max(times, 1) > MOST_DICE:
        refuse("too_many_dice", most=MOST_DICE)
    if command.thrown > MOST_THROWN:
        refuse("too_many_thrown", most=MOST_THROWN)
    return command


def _thrown(rest: str, kind: str) -> tuple[str, Thing, str]:
    word, comment = (*rest.split(maxsplit=1), "")[:2]
    if len(word) > LONGEST:
        refuse("too_long", most=LONGEST)
    if kind in {"dice", "pool"} and SPACED.match(comment):
        refuse("spaced", len(word))
    if kind == "d66":
        return f"({word.upper()})", D66(word[3:].upper()), comment
    if kind == "pool":
        return f"({normal(word)})", pools.read(word) or refuse("unread" if word.isascii() else "glued"), comment
    if kind == "calculate":
        return normal(word), Reader(word).calculation(), comment
    return f"({normal(word)})", Reader(word).throw(), comment


def _choice(rest: str) -> tuple[str, Thing, str]:
    found = CHOICE.match(rest)
    assert found is not None
    inside = next((found[name] for name in ("square", "round") if found[name] is not None), None)
    options = found["words"].split() if inside is None else [one.strip() for one in inside.split(",")]
    spread = [one for option in options for one in _spread(option)]
    count = int(found[1] or 1)
    if not spread or "" in spread:
        refuse("choice_empty")
    if len(spread) > MOST_OPTIONS:
        refuse("too_many_options", most=MOST_OPTIONS)
    if not 1 <= count <= len(spread):
        refuse("too_few_options", most=len(spread))
    said, comment = (found[0], "") if inside is None else (found[0], rest[found.end() :].strip())
    return f"({said.strip()})", Choice(tuple(spread), count), comment


def _spread(option: str) -> list[str]:
    """A-E and 1-10 stand for all between."""
    found = RANGE.match(option)
    if found is None:
        return [option]
    if found[1]:
        first, last = ord(found[1]), ord(found[2])
        between = [chr(at) for at in range(first, last + 1)] if found[1].isupper() == found[2].isupper() else []
    else:
        between = [str(at) for at in range(int(found[3]), min(int(found[4]), int(found[3]) + MOST_OPTIONS) + 1)]
    return between or [option]
