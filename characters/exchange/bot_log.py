"""The text log of a dice bot, one message after the other: `2024/03/01 21:05:12<이름(10001)>:글`. Pure.

Day, clock and number may be missing. What does not begin like that belongs to the message before it.
"""

import re
from collections.abc import Iterator
from typing import Final

from characters.exchange.opened import Refused, text
from characters.exchange.talk import LONGEST, MOST, Message, Talk
from characters.wording import Fault

TAB: Final = "main"
_HEAD = re.compile(
    r"^(?:(?P<day>\d{4}[/-]\d{1,2}[/-]\d{1,2})[ T]+)?(?:(?P<clock>\d{1,2}:\d{2}(?::\d{2})?)\s*)?"
    r"<(?P<name>[^<>\n]{1,80}?)(?:[(（](?P<number>\d{3,20})[)）])?>\s*[:：](?P<said>.*)$"
)


def is_one(written: str) -> bool:
    """Whether its first line that says anything begins a message."""
    first = next((line for line in written.splitlines() if line.strip()), "")
    return _HEAD.match(first.strip("\ufeff ")) is not None


def read(data: str | bytes) -> Talk | Fault:
    """The session; speakers without their numbers, which are somebody's account."""
    try:
        messages = tuple(_messages(text(data)))
    except Refused as refused:
        return refused.fault
    return Talk(messages, "bot") if messages else Fault("no_messages", "")


def _messages(written: str) -> Iterator[Message]:
    speaker, lines, count = "", [], 0
    for number, line in enumerate(written.strip("\ufeff").splitlines(), 1):
        match = _HEAD.match(line)
        if match is None:
            lines.append(line)
            continue
        yield from _message(speaker, lines)
        speaker, lines, count = match["name"], [match["said"]], count + 1
        if count > MOST:
            raise Refused("too_many_messages", f"{number}", limit=MOST)
    yield from _message(speaker, lines)


def _message(speaker: str, lines: list[str]) -> Iterator[Message]:
    said = "\n".join(line.strip() for line in lines).strip()
    if said:
        yield Message(TAB, " ".join(speaker.split()), said[:LONGEST])
