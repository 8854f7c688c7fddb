"""A session log in its formats: one HTML file that needs nothing else, Markdown, text for boards, PDF where it can be made."""

import base64
from importlib.util import find_spec
from typing import Any, Final

import msgspec
from django.template.loader import render_to_string
from django.utils import translation

from campaigns.models import Seat
from campaigns.takeaway.session import Line, Session, faces, words

FORMAT: Final = "grailkeeper/session"
VERSION: Final = 1
KINDS: Final = {"html": "text/html", "md": "text/markdown", "txt": "text/plain", "pdf": "application/pdf"}


def available() -> tuple[str, ...]:
    """The formats that this installation makes: PDF needs the extra of that name."""
    return tuple(kind for kind in KINDS if kind != "pdf" or find_spec("weasyprint") is not None)


def made(session: Session, reader: Seat, kind: str) -> bytes:
    match kind:
        case "html":
            return as_html(session, reader).encode()
        case "md":
            return as_markdown(session).encode()
        case "pdf":
            return _as_pdf(as_html(session, reader))
        case _:
            return as_text(session).encode()


def as_html(session: Session, reader: Seat) -> str:
    """The whole log in one file, with the log itself as JSON in it, so that it can be taken in again."""
    pictures = {
        code: f"data:{kind};base64,{base64.b64encode(data).decode()}"
        for code, (kind, data) in faces(reader, session.faces).items()
    }
    context = {"session": session, "faces": pictures, "data": embedded(session), "language": translation.get_language()}
    return render_to_string("campaigns/takeaway/session.html", context)


def embedded(session: Session) -> str:
    """JSON that can stand in a script element whatever it says."""
    told: dict[str, Any] = {"format": FORMAT, "version": VERSION, **msgspec.to_builtins(session)}
    text = msgspec.json.encode(told).decode()
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def as_markdown(session: Session) -> str:
    parts = [f"# {session.title}"]
    for section in session.sections:
        parts.append(f"## {section.title}")
        parts += [_marked(line) for line in section.lines]
    return "\n\n".join(parts) + "\n"


def _marked(line: Line) -> str:
    text = words(line.html, "||{text}||")
    if line.kind == "narration" or not line.name:
        return "\n".join(f"> {each}" for each in text.splitlines())
    return f"**{line.name}**  \n" + "  \n".join(text.splitlines())


def as_text(session: Session) -> str:
    parts = [session.title]
    for section in session.sections:
        parts.append(f"[{section.title}]")
        parts += [f"{line.name}: {words(line.html)}" if line.name else words(line.html) for line in section.lines]
    return "\n\n".join(parts) + "\n"


def _as_pdf(html: str) -> bytes:
    from weasyprint import HTML

    def nothing_outside(url: str, *_: object, **__: object) -> dict[str, object]:
        from weasyprint.urls import default_url_fetcher

        if not url.startswith("data:"):
            raise ValueError(url[:80])
        found: dict[str, object] = default_url_fetcher(url)
        return found

    made: bytes = HTML(string=html, url_fetcher=nothing_outside).write_pdf()
    return made
