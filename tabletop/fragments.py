"""Fragments of a page: elements with an id that the live channel replaces one by one. Pure text.

A drawing is a dict, element id → its HTML, in which a placeholder stands for every fragment inside it. So the cell of a
card can change without the board around it, and what has changed is found by comparing texts.
"""

import re
from collections.abc import Iterator

type Drawing = dict[str, str]

OPEN, CLOSE = "<!--part ", "-->"
"""No text of anybody's holds them: a comment's beginning is escaped like every tag, and cleaned out of what may have tags."""
_PLACE = re.compile(f"{OPEN}(.*?){CLOSE}")


def place(name: str) -> str:
    """What stands in a fragment's HTML for the fragment `name` inside it."""
    return f"{OPEN}{name}{CLOSE}"


def whole(drawing: Drawing, name: str) -> str:
    """The fragment's HTML with everything inside it."""
    return _PLACE.sub(lambda found: whole(drawing, found[1]), drawing[name])


def changed(before: Drawing, after: Drawing) -> dict[str, str]:
    """The whole HTML of the outermost fragments that differ: replacing each of these makes the page as it is now."""
    differ = {name for name, html in after.items() if before.get(name) != html}
    inside = {child for name in differ for child in _below(after, name)}
    return {name: whole(after, name) for name in after if name in differ - inside}


def everything(drawing: Drawing) -> dict[str, str]:
    return changed({}, drawing)


def _below(drawing: Drawing, name: str) -> Iterator[str]:
    for child in _PLACE.findall(drawing[name]):
        yield child
        yield from _below(drawing, child)
