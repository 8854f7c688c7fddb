"""A session as it may be shown to others (세션 로그): what was chosen, as one reader sees it, ready for every format.

The reader is asked of the same eyes as the pages; nothing else reaches a log. By default it is nobody in particular: what
everybody at the table may see. Rooms append what they have in `published.register`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from html import unescape
from typing import Final

import msgspec
import nh3
from django.utils import timezone
from django.utils.translation import gettext

from campaigns.models import Campaign, Role, Seat, Thread, User
from campaigns.posts.readable import readable_threads
from campaigns.posts.reading import posts_in
from campaigns.posts.view import html_of, name_of
from campaigns.takeaway.marking import flat

MOST: Final = 10_000
"""Lines of one log; what is longer is better told in parts."""

TAGS: Final = {
    *(
        "p",
        "br",
        "hr",
        "strong",
        "em",
        "s",
        "code",
        "pre",
        "blockquote",
        "ul",
        "ol",
        "li",
        "h4",
        "h5",
        "span",
        "b",
        "i",
    ),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES: Final = {"ol": {"start"}, "span": {"class", "tabindex"}, "b": {"class"}, "th": {"class"}, "td": {"class"}}


class Line(msgspec.Struct, frozen=True):
    """One post, or one step of a fight. `face` is the code of the character that speaks; `html` leads nowhere outside."""

    name: str
    kind: str
    html: str
    at: datetime | None = None
    face: str = ""


class Section(msgspec.Struct, frozen=True):
    """A thread or a fight: a tab of the log."""

    kind: str
    title: str
    lines: tuple[Line, ...]


class Session(msgspec.Struct, frozen=True):
    """A whole log. `close`: it holds what somebody may see, and not everybody may."""

    title: str
    war: str
    made_at: datetime
    sections: tuple[Section, ...]
    close: bool = False

    @property
    def faces(self) -> frozenset[str]:
        return frozenset(line.face for section in self.sections for line in section.lines if line.face)

    @property
    def count(self) -> int:
        return sum(len(section.lines) for section in self.sections)


class Offer(msgspec.Struct, frozen=True):
    """Something that can be taken into a log; `group` is what it belongs to (a scene), "" for none."""

    key: str
    title: str
    at: datetime
    group: str = ""


class Source(msgspec.Struct, frozen=True):
    """What a room has to tell. Both are asked with the seat of the reader."""

    kind: str
    offers: Callable[[Seat], Iterable[Offer]]
    section: Callable[[Seat, str], Section | None]


SOURCES: list[Source] = []

FACES: list[Callable[[Seat, frozenset[str]], dict[str, tuple[str, bytes]]]] = []
"""For a reader and the codes of characters: the pictures that he sees, media type and bytes."""


def everybody(campaign: Campaign) -> Seat:
    """Who sees what everybody may see: a seat that nobody has."""
    return Seat(pk=0, campaign=campaign, user=User(pk=0, nickname=""), role=Role.SPECTATOR)


def offers(reader: Seat) -> list[tuple[str, list[Offer]]]:
    """By kind, what this reader can be told, the oldest first."""
    return [(source.kind, sorted(source.offers(reader), key=lambda offer: offer.at)) for source in sources()]


def compose(reader: Seat, title: str, keys: Iterable[str]) -> Session:
    """The log of what was picked ("thread:3f…"), the oldest first; what this reader cannot see is left out."""
    by_kind = {source.kind: source for source in sources()}
    sections, left = [], MOST
    for key in _as_it_happened(reader, by_kind, dict.fromkeys(keys)):
        kind, _, code = key.partition(":")
        found = by_kind[kind].section(reader, code) if kind in by_kind and left > 0 else None
        if found is not None:
            sections.append(msgspec.structs.replace(found, lines=found.lines[:left]))
            left -= len(found.lines)
    return Session(
        title or reader.campaign.name, reader.campaign.name, timezone.now(), tuple(sections), bool(reader.pk)
    )


def _as_it_happened(reader: Seat, by_kind: dict[str, Source], keys: Iterable[str]) -> list[str]:
    """A fight stands between the threads that it was fought between. What is not offered has no time, and no section."""
    picked = list(keys)
    asked = {key.partition(":")[0] for key in picked} & by_kind.keys()
    begun = {offer.key: offer.at for kind in sorted(asked) for offer in by_kind[kind].offers(reader)}
    return sorted((key for key in picked if key in begun), key=lambda key: begun[key])


def sources() -> list[Source]:
    from campaigns.takeaway.tables import ask_rooms

    ask_rooms()
    return [Source("thread", _threads, _thread), *SOURCES]


def faces(reader: Seat, codes: frozenset[str]) -> dict[str, tuple[str, bytes]]:
    return {code: face for told in FACES for code, face in told(reader, codes).items()} if codes else {}


def _threads(reader: Seat) -> Iterator[Offer]:
    from campaigns.scenes import eye

    scenes = {scene.pk: str(scene) for scene in eye.scenes(reader)}
    for thread in readable_threads(reader):
        yield Offer(f"thread:{thread.code}", thread.title, thread.at, scenes.get(thread.scene_id or 0, ""))


def _thread(reader: Seat, code: str) -> Section | None:
    thread = readable_threads(reader).filter(code=code).first()
    return None if thread is None else Section("thread", thread.title, tuple(_posts(reader, thread)))


def _posts(reader: Seat, thread: Thread) -> Iterator[Line]:
    for post in posts_in(thread, reader)[:MOST]:
        if html := clean(html_of(post, reader)):
            yield Line(name_of(post), post.kind, html, post.at if post.dated else None, post.character)


def clean(html: str) -> str:
    """Without links, pictures and everything else that leads outside; the words of a link stay."""
    return nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES).strip()


_BREAK: Final = re.compile(
    r"<br\s*/?>|(?:</p>)?(?:</li></[ou]l>)*</li>|</(?:p|h\d|tr|pre)>|<hr\s*/?>|(?<=</span>)\s*(?=<span class=\"throw\">)"
)
_LIST: Final = re.compile(r'<(/?)(ol|ul|li)(?: start="(\d+)")?>')
_SPOILER: Final = re.compile(r'<span[^>]*class="spoiler"[^>]*>(.*?)</span>', re.S)


def words(html: str, hidden: str = "({spoiler}: {text})") -> str:
    """The text of a line without markup; `hidden` says how a spoiler is written."""
    label = gettext("Spoiler")
    told = _SPOILER.sub(lambda found: hidden.format(spoiler=label, text=found[1]), flat(html))
    text = unescape(re.sub(r"<[^>]*>", "", _BREAK.sub("\n", _itemised(told))))
    return "\n".join(line.strip() for line in text.splitlines()).strip()


def _itemised(html: str) -> str:
    """With a stroke or its number before every item of a list."""
    numbers = list[int]()

    def marked(found: re.Match[str]) -> str:
        ends, tag, start = found.groups()
        if tag != "li":
            within = bool(numbers)
            numbers[:] = numbers[:-1] if ends else [*numbers, int(start or 1) if tag == "ol" else -1]
            return "\n" if within and not ends else found[0]
        if not ends and numbers and numbers[-1] >= 0:
            numbers[-1] += 1
            return f"{numbers[-1] - 1}. "
        return found[0] if ends else "- "

    return _LIST.sub(marked, html)
