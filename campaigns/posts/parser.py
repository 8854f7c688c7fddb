"""The Markdown of posts as tokens: without HTML and pictures, headings small, `||spoilers||` as folds. Pure."""

from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

SPOILER: Final = "||"


def _adapted(state: StateCore) -> None:
    for token in state.tokens:
        if token.type.startswith("heading_"):
            token.tag = "h4" if token.tag in {"h1", "h2", "h3"} else "h5"
        elif style := token.attrGet("style"):
            token.attrs = {"class": str(style).removeprefix("text-align:")}
        elif token.type == "inline" and token.children:
            token.children = _with_spoilers(token.children)


def _with_spoilers(children: list[Token]) -> list[Token]:
    pairs = sum(child.content.count(SPOILER) for child in children if child.type == "text") // 2
    found, left, inside = list[Token](), pairs * 2, False
    for child in children:
        if child.type != "text" or SPOILER not in child.content:
            found.append(child)
            continue
        first, *others = child.content.split(SPOILER)
        found.append(_text(first))
        for text in others:
            if left:
                inside, left = not inside, left - 1
                found.append(_fold(opening=inside))
                found.append(_text(text))
            else:
                found.append(_text(SPOILER + text))
    return found


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def _fold(*, opening: bool) -> Token:
    if not opening:
        return Token("spoiler_close", "span", -1)
    return Token("spoiler_open", "span", 1, attrs={"class": "spoiler", "tabindex": "0"})


def _made() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])
    made.disable(["image", "html_block", "html_inline"])
    made.core.ruler.before("text_join", "adapted", _adapted)  # after it `\\|` could not be told from a bar
    return made


parser = _made()
