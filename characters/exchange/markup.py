"""XML of other programs, read into plain nodes and written from them. Pure.

A document type is refused at once: without one there are no entities, and so nothing that grows or reaches outside.
"""

from typing import Any, Final
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

import msgspec

from characters.exchange.opened import Refused

DEEPEST: Final = 64
MOST_NODES: Final = 200_000


class Node(msgspec.Struct):
    """An element: its name, attributes, the text inside it before and between the elements, and those."""

    name: str
    attributes: dict[str, str] = {}
    children: list["Node"] = []
    text: str = ""

    def get(self, key: str, otherwise: str = "") -> str:
        return self.attributes.get(key, otherwise)

    def named(self, name: str) -> "Node | None":
        """The first child whose `name` attribute is `name`."""
        return next((child for child in self.children if child.get("name") == name), None)

    def all(self, element: str) -> list["Node"]:
        """Every element of that name below this one, in the order of the document."""
        found = [self] if self.name == element else []
        return found + [each for child in self.children for each in child.all(element)]


class _Builder:
    def __init__(self, at: str):
        self.at, self.count = at, 0
        self.root: Node | None = None
        self.open: list[Node] = []
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text
        self.parser.StartDoctypeDeclHandler = self.doctype

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if len(self.open) >= DEEPEST or self.count > MOST_NODES:
            raise Refused("xml_too_large", self.place())
        node = Node(name, dict(attributes), [])
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node
        self.open.append(node)

    def end(self, name: str) -> None:
        self.open.pop()

    def text(self, text: str) -> None:
        self.open[-1].text += text

    def doctype(self, *_: Any) -> None:
        raise Refused("xml_doctype", self.place())

    def place(self) -> str:
        return f"{self.at}:{self.parser.CurrentLineNumber}"


def read(data: bytes, at: str) -> Node:
    """The root element; `at` names the entry, a refusal adds the line."""
    builder = _Builder(at)
    try:
        builder.parser.Parse(data, True)
    except expat.ExpatError:
        raise Refused("not_xml", builder.place()) from None
    except (ValueError, LookupError):
        raise Refused("not_xml", at) from None
    assert builder.root is not None
    return builder.root


def write(node: Node) -> bytes:
    return ('<?xml version="1.0" encoding="UTF-8"?>\n' + _written(node, 0)).encode()


def _written(node: Node, depth: int) -> str:
    tab = "  " * depth
    head = node.name + "".join(f" {key}={quoteattr(_clean(value))}" for key, value in node.attributes.items())
    if not node.children:
        return f"{tab}<{head}>{escape(_clean(node.text))}</{node.name}>\n"
    inside = "".join(_written(child, depth + 1) for child in node.children)
    return f"{tab}<{head}>{escape(_clean(node.text)).strip()}\n{inside}{tab}</{node.name}>\n"


def _clean(text: str) -> str:
    """Without the few signs that XML cannot say at all."""
    return "".join(sign for sign in text if sign in "\t\n\r" or (sign >= " " and sign not in "\ufffe\uffff"))
