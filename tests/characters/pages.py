"""How the tests fill in and send the form of a sheet."""

from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from campaigns.models import Seat
from characters.models import Character
from tests.campaigns.table import client_of


class _Form(HTMLParser):
    """What a browser would send of the form `#sheet-form`, without any button."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[str, list[str]] = {}
        self.select = self.textarea = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name") or "", given.get("value") or ""
        if tag == "select":
            self.select, self.first = name, True
        elif tag == "textarea":
            self.textarea = name
            self.said[name] = [""]
        elif tag == "option" and self.select and ("selected" in given or self.first):
            self.said[self.select] = [value] if "value" in given else []
            self.first = False
        elif tag == "input" and name:
            if given.get("type") not in {"radio", "checkbox"}:
                self.said.setdefault(name, []).append(value)
            elif "checked" in given:
                self.said.setdefault(name, []).append(value if "value" in given else "on")

    def handle_data(self, data: str) -> None:
        if self.textarea:
            self.said[self.textarea][0] += data
        elif self.select and self.said.get(self.select) == []:
            self.said[self.select] = [data]

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""
        elif tag == "textarea":
            self.said[self.textarea] = [self.said[self.textarea][0].removeprefix("\n")]
            self.textarea = ""


def answers_in(page: HttpResponse) -> dict[str, list[str]]:
    """What the form on the page would send as it stands."""
    form = _Form()
    form.feed(page.content.decode())
    return {name: values for name, values in form.said.items() if name not in {"csrfmiddlewaretoken", "language"}}


def address(name: str, character: Character, *more: str) -> str:
    return reverse(name, args=(character.campaign.code, character.code, *more))


def rewrite(client: Client, character: Character, /, htmx: bool = False, **said: Any) -> HttpResponse:
    """Opens the form, types what is said (`__` is the dot of a name) and sends it."""
    edit = address("sheet-edit", character)
    typed = {name.replace("__", "."): value for name, value in said.items()}
    return client.post(edit, answers_in(client.get(edit)) | typed, headers={"HX-Request": "true"} if htmx else {})


def write_new(seat: Seat, kind: str = "servant", **said: Any) -> HttpResponse:
    client = client_of(seat.user)
    new = reverse("sheet-new", args=(seat.campaign.code, kind))
    typed = {name.replace("__", "."): value for name, value in said.items()}
    return client.post(new, answers_in(client.get(new)) | typed)
