"""A part of a page that never changes again is made once."""

import pytest
from django.template import Context, Template
from django.utils import translation

from tabletop import records

PAGE = Template(
    '{% load i18n kept %}{% kept "line" number %}{{ said }}{% get_current_language as now %} {{ now }}{% endkept %}'
)


def drawn(number: object, said: str) -> str:
    return PAGE.render(Context({"number": number, "said": said}))


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    records.forget()


def test_the_same_key_gives_what_was_made_first() -> None:
    assert drawn(1, "first") == drawn(1, "second") == "first ko"


def test_another_key_is_made_anew() -> None:
    drawn((1, True), "standing")
    assert drawn((1, False), "taken back") == "taken back ko"


def test_each_language_has_its_own() -> None:
    drawn(1, "첫 줄")
    with translation.override("en"):
        assert drawn(1, "first line") == "first line en"


def test_what_is_forgotten_is_made_anew() -> None:
    drawn(1, "first")
    records.forget()
    assert drawn(1, "second") == "second ko"
