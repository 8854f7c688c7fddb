"""How a page looks to somebody (이 사람에게는 어떻게 보이나): the same view, asked for in his name, and nothing kept of it.

Only pages of PAGES are drawn so. No fight and no board game is among them: there lie a hand and sealed plans, and forms are
taken out everywhere, since a draft stands in them. What is left over in the text beyond what a stranger to all secrets
would read is what the page reveals to him.
"""

import io
from collections import Counter
from html import escape
from html.parser import HTMLParser
from importlib import import_module
from typing import Final

import msgspec
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.handlers.wsgi import WSGIRequest
from django.db import connection, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.utils.encoding import iri_to_uri
from django_htmx.middleware import HtmxDetails

from campaigns.models import Role, Seat, User
from campaigns.posts.readable import rules_of
from tabletop import records

PAGES: Final = frozenset(
    {
        *("campaign", "fights", "rules"),
        *("sheets", "sheet", "sheet-versions", "sheet-version", "ledger", "knowledge", "knowledge-of"),
        *("war-board", "scenes", "scene", "bases", "base", "alliances", "deadlines", "post-rules"),
    }
)
POSTS: Final = frozenset({"threads", "thread", "post", "post-history", "log", "search"})
"""Where sealed posts stand or are quoted: shown so only where who runs the table reads those anyway."""

MOST_REVEALED: Final = 200
NOBODY: Final = 0


class Shown(msgspec.Struct, frozen=True):
    """The page as somebody gets it: its main part made harmless, its style sheets, its text line by line."""

    html: str = ""
    styles: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    status: int = 200


def may_be_shown(seat: Seat, path: str) -> bool:
    """Whether the page at `path` is one of this war, and one of those that are drawn for somebody else."""
    try:
        found = resolve(path.partition("?")[0])
    except Resolver404:
        return False
    if found.kwargs.get("code") != seat.campaign.code:
        return False
    return found.url_name in PAGES or (found.url_name in POSTS and rules_of(seat.campaign).gm_reads_sealed)


def shown(request: HttpRequest, seat: Seat, path: str) -> Shown:
    """The page as the person of `seat` gets it now."""
    return _read(_asked(request, path, seat.user, None))


def public(request: HttpRequest, seat: Seat, path: str) -> Shown:
    """The page as somebody would get it who only watches and knows nothing."""
    nobody = User(pk=NOBODY, nickname="")
    stranger = Seat(pk=NOBODY, campaign=seat.campaign, user=nobody, role=Role.SPECTATOR)
    return _read(_asked(request, path, nobody, stranger))


def revealed(to: Shown, all_: Shown) -> list[str]:
    """What stands in one page and not in the other."""
    more = Counter(to.lines) - Counter(all_.lines)
    return [line for line in dict.fromkeys(to.lines) if line in more][:MOST_REVEALED]


def _asked(request: HttpRequest, path: str, user: User, stranger: Seat | None) -> HttpResponse:
    asked = _request(request, path)
    asked.user, asked.shown_as = user, stranger  # type: ignore[attr-defined]
    found = resolve(asked.path_info)
    asked.resolver_match = found
    with transaction.atomic():
        try:
            answer: HttpResponse = found.func(asked, *found.args, **found.kwargs)
        except Http404:
            answer = HttpResponse(status=404)
        except PermissionDenied:
            answer = HttpResponse(status=403)
        # A page may settle on its way what has come due. Not this one: whatever was written is taken back.
        wrote = bool(connection.run_on_commit)
        transaction.set_rollback(True)
    if wrote:
        records.forget()
    return answer


def _request(request: HttpRequest, path: str) -> WSGIRequest:
    """A request for the page of nobody yet: without cookies, without a word of the one who asks."""
    address, _, query = path.partition("?")
    asked = WSGIRequest(
        {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": address.encode().decode("latin-1"),
            "QUERY_STRING": iri_to_uri(query),
            "SERVER_NAME": request.get_host().partition(":")[0],
            "SERVER_PORT": request.get_port(),
            "HTTP_HOST": request.get_host(),
            "REMOTE_ADDR": request.META.get("REMOTE_ADDR", ""),
            "wsgi.url_scheme": request.scheme,
            "wsgi.input": io.BytesIO(),
        }
    )
    asked.session = import_module(settings.SESSION_ENGINE).SessionStore()
    asked.htmx = HtmxDetails(asked)  # type: ignore[attr-defined]
    return asked


def _read(answer: HttpResponse) -> Shown:
    if answer.status_code != 200:
        return Shown(status=answer.status_code)
    page = _Page()
    page.feed(answer.content.decode())
    page.close()
    page.end_line()
    return Shown("".join(page.html), tuple(page.styles), tuple(page.lines))


class _Page(HTMLParser):
    """Reads a page: of its main part everything but forms and what is alive, and the lines that one sees.

    The main part is `<main>`, or what says `data-page` where a page stands in several parts.
    """

    DROPPED = frozenset({"form", "script", "template", "dialog"})
    VOID = frozenset({"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
    INLINE = frozenset(
        {"a", "b", "em", "i", "mark", "s", "small", "span", "strong", "sub", "sup", "time", "wbr", "code"}
    )
    ALIVE = ("hx-", "data-", "on", "autofocus", "id", "aria-live", "tabindex")

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.html: list[str] = []
        self.styles: list[str] = []
        self.lines: list[str] = []
        self._line: list[str] = []
        self._within: list[str] = []
        self._dropped: list[str] = []

    @property
    def _inside(self) -> bool:
        return bool(self._within)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "link" and given.get("rel") == "stylesheet":
            self.styles.append(given.get("href") or "")
        if self._inside and (self._dropped or self._left_out(tag, given)):
            if tag not in self.VOID:
                self._dropped.append(tag)
        elif tag == "main" or "data-page" in given:
            self._within.append(tag)
            self._open("div" if tag == "main" else tag, [("class", given.get("class"))])
        elif self._inside:
            if tag == self._within[-1]:
                self._within.append(tag)
            self._open(tag, attrs)

    def _left_out(self, tag: str, given: dict[str, str | None]) -> bool:
        """What can be sent, what is his alone (`data-own`), what is alive, and the ways about the war, which are the looker's."""
        return tag in self.DROPPED or "data-own" in given or "desk-top" in (given.get("class") or "").split()

    def handle_endtag(self, tag: str) -> None:
        if self._dropped:
            if tag in self._dropped:
                while self._dropped.pop() != tag:
                    pass
        elif self._inside and tag not in self.VOID:
            if tag == self._within[-1]:
                self._within.pop()
            self.html.append("</div>" if tag == "main" else f"</{tag}>")
            if tag not in self.INLINE:
                self.end_line()

    def handle_data(self, data: str) -> None:
        if self._inside and not self._dropped:
            self.html.append(escape(data, quote=False))
            self._line.append(data)

    def end_line(self) -> None:
        if line := " ".join("".join(self._line).split()):
            self.lines.append(line)
        self._line = []

    def _open(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.INLINE:
            self.end_line()
        self._line.append(" ")  # what stands in two elements is two words
        kept = ((name, value) for name, value in attrs if not name.startswith(self.ALIVE))
        said = "".join(f' {name}="{escape(value or "")}"' for name, value in kept if value is not None or name)
        self.html.append(f"<{tag}{said}>")
