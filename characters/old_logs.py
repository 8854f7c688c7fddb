"""An old session that becomes a thread of the chronicle: closed, without authors, and never read by more people than before.

What was whispered, and every tab that is kept for the GM, is read by who runs the table only.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from campaigns import names
from campaigns.models import Audience, Post, PostKind, Seat, Thread
from campaigns.posts.markup import ready, ready_plain
from campaigns.posts.reading import posts_in
from campaigns.search.posts import keep_found
from characters.exchange.talk import Curve, Message, Talk, curves

CHUNK: Final = 500
LEFT_OUT: Final = "out"
KINDS: Final = (PostKind.IN_CHARACTER, PostKind.OUT_OF_CHARACTER, PostKind.NARRATION)
_GUESSES: Final = {
    PostKind.OUT_OF_CHARACTER: ("other", "잡담", "사담", "雑談", "ooc", "룰"),
    PostKind.NARRATION: ("info", "정보", "情報", "안내"),
}
_SECRET: Final = ("비밀", "秘密", "비공개", "secret", "gm")


class Tab(msgspec.Struct, frozen=True):
    """What becomes of a tab: the kind of its posts (or LEFT_OUT), and whether only who runs the table reads it."""

    kind: str
    gm_only: bool = False


class Plan(msgspec.Struct, frozen=True):
    """How a session is taken in: its title, its tabs, speaker → code of a character, and its day."""

    title: str
    tabs: dict[str, Tab]
    speakers: dict[str, str]
    day: datetime


def guessed(name: str) -> Tab:
    """What a tab is, by what people call it."""
    folded = names.fold(name)
    kind = next((kind for kind, words in _GUESSES.items() if any(word in folded for word in words)), KINDS[0])
    return Tab(kind.value, any(word in folded for word in _SECRET))


def take_in(seat: Seat, talk: Talk, plan: Plan, arrival: str) -> Thread:
    """The thread with a post a message; the one that the same form has made, if it was sent twice."""
    try:
        with transaction.atomic():
            thread = Thread.objects.create(
                campaign=seat.campaign,
                title=plan.title,
                seat=seat,
                source=talk.source,
                arrival=arrival,
                closed_at=timezone.now(),
                audience=Audience.ALL if any(_open(message, plan) for message in talk.messages) else Audience.NAMED,
                at=plan.day,
            )
            for chunk in _chunks(_posts(thread, talk.messages, plan)):
                keep_found(Post.objects.bulk_create(chunk))
    except IntegrityError:
        return Thread.objects.get(seat=seat, arrival=arrival)
    return thread


def _posts(thread: Thread, messages: Iterable[Message], plan: Plan) -> Iterator[Post]:
    place, last = 0, plan.day
    for message in messages:
        tab = plan.tabs[message.tab]
        if tab.kind == LEFT_OUT or not message.text:
            continue
        place += 1
        moment = _moment(message)
        last = moment or last + timedelta(
            milliseconds=1
        )  # what has no time of its own stands behind what came before it
        yield Post(
            campaign=thread.campaign,
            thread=thread,
            sequence=place,
            voice=message.speaker,
            character=plan.speakers.get(message.speaker, ""),
            kind=PostKind.NARRATION if message.narrated else tab.kind,
            text=message.text,
            html=html_of(message),
            plain=not message.marked,
            audience=Audience.ALL if _open(message, plan) else Audience.NAMED,
            at=last,
            dated=moment is not None,
            extra={"tab": message.tab, **({"colour": message.colour} if message.colour else {})},
        )


def _open(message: Message, plan: Plan) -> bool:
    """Whether everybody will read it."""
    tab = plan.tabs[message.tab]
    return tab.kind != LEFT_OUT and not tab.gm_only and not message.private


def html_of(message: Message) -> str:
    return ready(message.text) if message.marked else ready_plain(message.text)


def _moment(message: Message) -> datetime | None:
    """When it was said; None where the file does not tell, or tells of no day that people play on."""
    if message.at > 0:
        return datetime.fromtimestamp(min(message.at, 32_503_680_000_000) / 1000, UTC)
    try:
        told = parse_datetime(message.when)
    except ValueError:
        return None
    return told if told and told.tzinfo and 1970 < told.year < 3000 else None


def _chunks(posts: Iterator[Post]) -> Iterator[list[Post]]:
    chunk: list[Post] = []
    for post in posts:
        chunk.append(post)
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def curves_of(thread: Thread, seat: Seat) -> tuple[Curve, ...]:
    """HP and MP through the session, out of the posts that this seat reads."""
    said = posts_in(thread, seat).filter(plain=True).values_list("voice", "text")
    return curves(Talk(tuple(Message("", voice, text) for voice, text in said.iterator(chunk_size=500)), thread.source))


class Chart(msgspec.Struct, frozen=True):
    """The curves of one person as a picture: `lines` are (label, points of a polyline), in a box of 600 × 160."""

    name: str
    lines: tuple[tuple[str, str], ...]
    top: float
    bottom: float
    changes: tuple[tuple[int, str, float, float], ...]


WIDE, HIGH = 600, 160


def charts(found: tuple[Curve, ...]) -> list[Chart]:
    """One picture a person, steps as they happened."""
    last = max((curve.points[-1][0] for curve in found), default=1) or 1
    people = dict.fromkeys(curve.name for curve in found)
    return [_chart(name, [curve for curve in found if curve.name == name], last) for name in people]


def _chart(name: str, mine: list[Curve], last: int) -> Chart:
    values = [value for curve in mine for _, value in curve.points]
    top, bottom = max(*values, 0), min(*values, 0)
    span = (top - bottom) or 1

    def place(at: int, value: float) -> str:
        return f"{at / last * WIDE:.1f},{HIGH - (value - bottom) / span * HIGH:.1f}"

    lines = tuple((curve.label, " ".join(_steps(curve, place, last))) for curve in mine)
    changes = sorted(
        (at, curve.label, before, now)
        for curve in mine
        for (_, before), (at, now) in zip(curve.points, curve.points[1:], strict=False)
    )
    return Chart(name, lines, top, bottom, tuple(changes))


def _steps(curve: Curve, place: Callable[[int, float], str], last: int) -> Iterator[str]:
    before = curve.points[0][1]
    for at, value in curve.points:
        yield place(at, before)
        yield place(at, value)
        before = value
    yield place(last, before)
