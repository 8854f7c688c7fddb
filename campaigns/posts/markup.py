"""Text of posts made ready: Markdown without HTML and pictures, tables, `~~struck~~`, `||spoilers||`. Pure.

A picture would tell its reader's address to whoever keeps it. What comes out passes an allowlist once more (nh3).
"""

import html
import re
import unicodedata
from typing import Final

import nh3

TAGS: Final = {
    *("p", "br", "hr", "strong", "em", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a", "h4", "h5", "span"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES: Final = {"a": {"href"}, "ol": {"start"}, "span": {"tabindex"}}
CLASSES: Final = {"span": {"spoiler"}, "th": {"right", "center"}, "td": {"right", "center"}}
ANY_TAG: Final = re.compile(r"<[^>]*>")
WITHIN_A_LINE: Final = re.compile(r"</?(?:a|code|del|em|s|span|strong)\b[^>]*>")
BRACKETS: Final = re.compile(r"\[{6,}")


def tidy(text: str) -> str:
    """One spelling for what looks the same, one kind of line break, no control characters, and no blank lines around."""
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n")
    written = "".join(one for one in lines if one in "\n\t" or unicodedata.category(one) != "Cc")
    return written.strip("\n").rstrip()


def ready(text: str) -> str:
    """The HTML of a post's Markdown."""
    from campaigns.posts.parser import parser  # loaded when the first post is written, not by every command

    # A run of brackets costs the parser the square of its length, and means nothing in Markdown.
    return _clean(parser.render(BRACKETS.sub(lambda found: "\\[" * len(found[0]), text)))


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
