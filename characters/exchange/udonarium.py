"""Udonarium's characters and rooms: ZIP files of XML with their pictures beside it. Pure.

Elements that no sheet has a place for stay in `kept`, the XML of the character as it came, and go out with it again.
"""

import hashlib
import re
from collections.abc import Iterator
from typing import Final

import msgspec

from characters.exchange import archive, markup
from characters.exchange.markup import Node
from characters.exchange.opened import Refused
from characters.exchange.talk import LONGEST, MOST, Message, Talk
from characters.exchange.words import STAT_WORDS, fold
from characters.exchange.written import write
from characters.sheet import STATS, Sheet
from characters.wording import Fault

PICTURES: Final = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp"}
_STATUS_SECTION: Final = "스테이터스"
_OWN_NOTE: Final = "시트"
_HASH: Final = re.compile(r"[0-9a-f]{64}")


class Figure(msgspec.Struct, frozen=True):
    """A character of a ZIP: its name, its sheet as lines for the paste box, its picture, and the XML it came as."""

    name: str
    text: str
    kept: str
    picture: bytes = b""
    picture_at: str = ""


class Room(msgspec.Struct, frozen=True):
    """A room: its characters, and what was said at its tabs, whispers marked as private."""

    figures: tuple[Figure, ...]
    talk: Talk


def read(data: bytes) -> tuple[Figure, ...] | Fault:
    """Every character of an object or room ZIP."""
    try:
        return _figures(archive.opened(data))
    except Refused as refused:
        return refused.fault


def read_room(data: bytes) -> Room | Fault:
    """A room ZIP; one without chat is a room in which nothing was said."""
    try:
        opened = archive.opened(data)
        return Room(_figures(opened), Talk(tuple(_messages(opened)), "udonarium"))
    except Refused as refused:
        return refused.fault


def _figures(opened: archive.Archive) -> tuple[Figure, ...]:
    roots = [_xml(opened, name) for name in opened.sizes if name.endswith("data.xml")]
    if not roots:
        raise Refused("entry_missing", "data.xml")
    found = [_figure(node, opened) for root in roots for node in root.all("character")]
    if not found and not any("chat.xml" in name for name in opened.sizes):
        raise Refused("no_character", "data.xml")
    return tuple(found)


def _xml(opened: archive.Archive, name: str) -> Node:
    return markup.read(opened.read(name), name)


def _figure(node: Node, opened: archive.Archive) -> Figure:
    root = node.named("character")
    if root is None:
        raise Refused("malformed", "data.xml: character")
    common, detail = root.named("common"), root.named("detail")
    name = _value(common.named("name") if common else None)
    lines = [f"이름: {name}", *(line for section in (detail.children if detail else []) for line in _section(section))]
    face = _face(root, opened)
    return Figure(name, "\n".join(lines), markup.write(node).decode(), opened.read(face) if face else b"", face)


def _value(node: Node | None) -> str:
    return "" if node is None else node.text.strip()


def _section(section: Node) -> Iterator[str]:
    yield ""
    yield f"[{section.get('name')}]"
    for entry in section.children:
        yield from _entry(entry)


def _entry(entry: Node) -> Iterator[str]:
    label, said = entry.get("name"), entry.text.strip()
    match entry.get("type"):
        case "numberResource":
            yield f"{label} {entry.get('currentValue') or said}/{said}"
        case "note" if fold(label) == fold(_OWN_NOTE):
            yield from said.splitlines()
        case "note":
            yield f"[{label}]"
            yield from said.splitlines()
        case _ if entry.children:
            yield from (line for child in entry.children for line in _entry(child))
        case _:
            yield f"{label}: {said}"


def _face(root: Node, opened: archive.Archive) -> str:
    """The entry that its picture stands in, or ""."""
    image = root.named("image")
    hashes = [_value(child) for child in (image.children if image else [])]
    wanted = next((each for each in hashes if _HASH.fullmatch(each)), None)
    return next((name for name in opened.sizes if wanted and name.rpartition("/")[2].startswith(wanted)), "")


def _messages(opened: archive.Archive) -> Iterator[Message]:
    count = 0
    for name in opened.sizes:
        if not name.endswith("chat.xml"):
            continue
        for tab in _xml(opened, name).all("chat-tab"):
            for chat in tab.all("chat"):
                count += 1
                if count > MOST:
                    raise Refused("too_many_messages", name, limit=MOST)
                yield _message(tab.get("name", "main"), chat)


def _message(tab: str, chat: Node) -> Message:
    tags = chat.get("tag").split()
    stamp = chat.get("timestamp")
    return Message(
        tab=tab[:80],
        speaker=" ".join(chat.get("name").split())[:80],
        text=chat.text.strip()[:LONGEST],
        at=int(stamp) if stamp.isascii() and stamp.isdigit() and len(stamp) <= 14 else 0,
        private=bool(chat.get("to")) or "secret" in tags,
    )


def write_character(
    sheet: Sheet, *, master: str = "", picture: tuple[str, bytes] | None = None, kept: str = ""
) -> bytes:
    """The object ZIP of a sheet as its reader may see it; `picture` is its media type and bytes."""
    figure = _written(sheet, master, picture, kept)
    return archive.packed([("data.xml", markup.write(figure)), *_pictures([picture])])


def write_room(sheets: list[tuple[Sheet, str, tuple[str, bytes] | None, str]], messages: list[Message]) -> bytes:
    """A room with these characters (sheet, Master's name, picture, kept XML) and the messages at their tabs."""
    figures = [_written(*each) for each in sheets]
    room = Node("room", {}, [Node("game-table", {"name": "table"}), *figures])
    return archive.packed(
        [
            ("data.xml", markup.write(room)),
            ("chat.xml", markup.write(_chat(messages))),
            ("summary.xml", markup.write(Node("summary-setting", {"dataTag": ""}))),
            *_pictures([each[2] for each in sheets]),
        ]
    )


def _chat(messages: list[Message]) -> Node:
    tabs: dict[str, list[Node]] = {}
    for message in messages:
        attributes = {
            "from": "",
            "name": message.speaker,
            "timestamp": str(message.at),
            "tag": "",
            "imageIdentifier": "",
        }
        tabs.setdefault(message.tab, []).append(Node("chat", attributes, text=message.text))
    return Node("chat-tab-list", {}, [Node("chat-tab", {"name": name}, said) for name, said in tabs.items()])


def _pictures(pictures: list[tuple[str, bytes] | None]) -> list[tuple[str, bytes]]:
    named = {f"{_hash(data)}.{PICTURES[kind]}": data for kind, data in filter(None, pictures) if kind in PICTURES}
    return list(named.items())


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _written(sheet: Sheet, master: str, picture: tuple[str, bytes] | None, kept: str) -> Node:
    """The character over the XML it came as, if it came: today's values in their places, what is unknown untouched."""
    node = markup.read(kept.encode(), "kept") if kept else _blank()
    root = node.named("character")
    assert root is not None
    common, detail = _child(root, "common"), _child(root, "detail")
    _put(common, "name", sheet.name)
    if picture:
        _put(_child(root, "image"), "imageIdentifier", _hash(picture[1]), type="image")
    for pool in ("hp", "mp"):
        if pool in sheet.who:
            numbers = {"type": "numberResource", "currentValue": str(getattr(sheet, pool))}
            _place(detail, pool.upper(), str(getattr(sheet, f"{pool}_max")), **numbers)
    for stat in STATS[sheet.kind]:
        if stat in sheet.who:
            _place(detail, STAT_WORDS[stat][0], getattr(sheet, stat))
    _place(detail, _OWN_NOTE, write(sheet, master).strip(), type="note")
    return node


def _blank() -> Node:
    parts = [Node("data", {"name": "image"}), Node("data", {"name": "common"}), Node("data", {"name": "detail"})]
    parts[1].children = [Node("data", {"name": "name"}), Node("data", {"name": "size"}, text="1")]
    place = {"location.name": "table", "location.x": "0", "location.y": "0", "posZ": "0", "rotate": "0", "roll": "0"}
    return Node("character", place, [Node("data", {"name": "character"}, parts)])


def _child(node: Node, name: str) -> Node:
    found = node.named(name)
    if found is None:
        found = Node("data", {"name": name}, [])
        node.children.append(found)
    return found


def _put(node: Node, name: str, text: str, **attributes: str) -> None:
    found = _child(node, name)
    found.text = text
    found.attributes |= attributes


def _place(detail: Node, label: str, text: str, **attributes: str) -> None:
    """Where the character has that label already, under whichever heading; else under our own."""
    there = next((entry for section in detail.children for entry in section.children if _is(entry, label)), None)
    if there is None:
        _put(_child(detail, _STATUS_SECTION), label, text, **attributes)
    else:
        there.text = text
        there.attributes |= attributes


def _is(entry: Node, label: str) -> bool:
    return fold(entry.get("name")) == fold(label)
