"""What was said in a session of another program: messages in their order, and what they tell of HP and MP. Pure."""

import re
from collections.abc import Iterable
from typing import Final

import msgspec

MOST: Final = 20_000
LONGEST: Final = 10_000
"""Characters of one message."""
ARROW: Final = "→"
_STATUS = re.compile(
    r"^\[\s*(?P<name>.*?)\s*\]\s*(?P<label>.{1,40}?)\s*:\s*(?P<old>-?[\d.]+)\s*→\s*(?P<now>-?[\d.]+)\s*$"
)


class Message(msgspec.Struct, frozen=True):
    """One message. `at` is milliseconds since 1970, `when` the moment in words (ISO 8601); 0 and "" where the file tells none.

    `private`: a whisper, a secret roll, or what was meant for one reader. `marked`: the text is Markdown of this app.
    `narrated`: nobody says it.
    """

    tab: str
    speaker: str
    text: str
    colour: str = ""
    at: int = 0
    when: str = ""
    private: bool = False
    marked: bool = False
    narrated: bool = False


class Talk(msgspec.Struct, frozen=True):
    """A session: its messages in the order they were said. `cut`: the end of its page is missing, and so may be messages."""

    messages: tuple[Message, ...]
    source: str
    cut: bool = False

    @property
    def tabs(self) -> dict[str, int]:
        """Every tab and how many messages it has."""
        return _counted(message.tab for message in self.messages)

    @property
    def speakers(self) -> dict[str, int]:
        """Everybody who says something, and how often; the slots of a fight say nothing."""
        return _counted(message.speaker for message in self.messages if not message.narrated)


class Status(msgspec.Struct, frozen=True):
    """A number that changed: whose, which, from what to what; `index` is the message that tells it."""

    index: int
    name: str
    label: str
    old: float
    now: float


class Curve(msgspec.Struct, frozen=True):
    """One number of one person through the session: (place in the session, value), the first one before any change."""

    name: str
    label: str
    points: tuple[tuple[int, float], ...]


def status_of(index: int, message: Message) -> Status | None:
    """What a status line of the log tells, None if the message is none."""
    match = _STATUS.match(message.text) if message.speaker.strip().casefold() == "system" else None
    if match is None:
        return None
    try:
        return Status(index, match["name"], match["label"], float(match["old"]), float(match["now"]))
    except ValueError:
        return None


def statuses(talk: Talk) -> tuple[Status, ...]:
    found = (status_of(index, message) for index, message in enumerate(talk.messages))
    return tuple(status for status in found if status)


def curves(talk: Talk) -> tuple[Curve, ...]:
    """HP, MP and whatever else changed, one curve a person and label, in the order they first moved."""
    kept: dict[tuple[str, str], list[tuple[int, float]]] = {}
    for status in statuses(talk):
        points = kept.setdefault((status.name, status.label), [(0, status.old)])
        if points[-1][1] != status.old:  # somebody changed it unseen, with the log cleared or the board reloaded
            points.append((status.index, status.old))
        points.append((status.index, status.now))
    return tuple(Curve(name, label, tuple(points)) for (name, label), points in kept.items())


def _counted(words: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for word in words:
        found[word] = found.get(word, 0) + 1
    return found
