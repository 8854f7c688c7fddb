"""Text of posts made ready: Markdown without HTML and pictures, tables, `~~struck~~`, `||spoilers||`. Pure.

A picture would tell its reader's address to whoever keeps it. What comes out passes an allowlist once more (nh3).
"""

import html
import re
from typing import Final

import nh3
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

TAGS: Final = {
    *("p", "br", "hr", "strong", "em", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a", "h4", "h5", "span"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES: Final = {"a": {"href"}, "ol": {"start"}, "span": {"tabindex"}}
CLASSES: Final = {"span": {"spoiler"}, "th": {"right", "center"}, "td": {"right", "center"}}
SPOILER: Final = "||"
ANY_TAG: Final = re.compile(r"<[^>]*>")
WITHIN_A_LINE: Final = re.compile(r"</?(?:a|code|del|em|s|span|strong)\b[^>]*>")
BRACKETS: Final = re.compile(r"\[{6,}")


def ready(text: str) -> str:
    """The HTML of a post's Markdown."""
    # A run of brackets costs the parser the square of its length, and means nothing in Markdown.
    return _clean(_parser.render(BRACKETS.sub(lambda found: "\\[" * len(found[0]), text)))


def ready_plain(text: str) -> str:
    """The HTML of an imported line: as it was written, with its line breaks."""
    return f"<p>{html.escape(text).replace(chr(10), '<br>')}</p>"


def bare(ready_html: str, length: int = 0) -> str:
    """The words of a ready text without anything else, spoilers blacked out, cut at `length`."""
    without_spoilers = re.sub(r'<span[^>]*class="spoiler"[^>]*>.*?</span>', "█", ready_html, flags=re.S)
    # A tag within a line parts no word: **부두**를 is 부두를.
    words = " ".join(html.unescape(ANY_TAG.sub(" ", WITHIN_A_LINE.sub("", without_spoilers))).split())
    return words if not length or len(words) <= length else words[: length - 1].rstrip() + "…"


def _clean(raw: str) -> str:
    return nh3.clean(
        raw,
        tags=TAGS,
        attributes=ATTRIBUTES,
        allowed_classes=CLASSES,
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener noreferrer",
    )


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
    parser = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])
    parser.disable(["image", "html_block", "html_inline"])
    parser.core.ruler.push("adapted", _adapted)
    return parser


_parser = _made()
