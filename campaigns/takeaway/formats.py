"""A session log in its formats: one HTML file that needs nothing else, Markdown, text for boards, and pages for paper."""

import base64
from typing import Any, Final

import msgspec
from django.template.loader import render_to_string
from django.utils import translation

from campaigns.models import Seat
from campaigns.takeaway.marking import markdown, plain, title
from campaigns.takeaway.session import Line, Session, faces, words

FORMAT: Final = "grailkeeper/session"
VERSION: Final = 1
KINDS: Final = {"html": "text/html", "md": "text/markdown", "txt": "text/plain"}


def made(session: Session, reader: Seat, kind: str) -> bytes:
    match kind:
        case "html":
            return as_html(session, reader).encode()
        case "md":
            return as_markdown(session).encode()
        case _:
            return as_text(session).encode()


def as_html(session: Session, reader: Seat) -> str:
    """The whole log in one file, with the log itself as JSON in it, so that it can be taken in again."""
    context = _context(session, reader) | {"data": embedded(session)}
    return render_to_string("campaigns/takeaway/session.html", context)


def _context(session: Session, reader: Seat) -> dict[str, Any]:
    pictures = {
        code: f"data:{kind};base64,{base64.b64encode(data).decode()}"
        for code, (kind, data) in faces(reader, session.faces).items()
    }
    return {"session": session, "faces": pictures, "language": translation.get_language()}


def embedded(session: Session) -> str:
    """JSON that can stand in a script element whatever it says."""
    told: dict[str, Any] = {"format": FORMAT, "version": VERSION, **msgspec.to_builtins(session)}
    text = msgspec.json.encode(told).decode()
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def as_markdown(session: Session) -> str:
    parts = [f"# {title(session.title)}"]
    for section in session.sections:
        parts.append(f"## {title(section.title)}")
        parts += [_marked(line) for line in section.lines]
    return "\n\n".join(parts) + "\n"


def _marked(line: Line) -> str:
    text = markdown(line.html)
    if line.kind == "narration" or not line.name:
        return "\n".join(f"> {each}".rstrip() for each in text.split("\n"))
    gap = "  \n" if line.html.startswith("<p>") else "\n\n"
    return f"**{plain(line.name)}**{gap}{text}"


def as_text(session: Session) -> str:
    parts = [session.title]
    for section in session.sections:
        parts.append(f"[{section.title}]")
        parts += [f"{line.name}: {words(line.html)}" if line.name else words(line.html) for line in section.lines]
    return "\n\n".join(parts) + "\n"


def as_pdf(session: Session, reader: Seat) -> bytes:
    """Pages of paper, spoilers at their foot; nothing is fetched. It takes seconds, so the worker does it (`paper`)."""
    from weasyprint import HTML
    from weasyprint.urls import URLFetcher

    html = render_to_string("campaigns/takeaway/paper.html", _context(session, reader))
    made: bytes = HTML(string=html, url_fetcher=URLFetcher(allowed_protocols=("data",))).write_pdf()
    return made
