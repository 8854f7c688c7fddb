"""Sentences of the board games: codes and numbers meet their words in `templates/boardgames/`, in the reader's language."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.template import Context
from django.template.loader import get_template
from django.utils.translation import get_language

from boardgames.card_sets.on_table import cards_or


def sentence(template: str, **context: Any) -> str:
    """The template as one line of plain text, nothing escaped."""
    return " ".join(text(template, **context).split())


def text(template: str, **context: Any) -> str:
    """The template as plain text, nothing escaped: for files and terminals, not for pages."""
    found: Any = get_template(template)
    return str(found.template.render(Context(context, autoescape=False)))


def remembered(shipped: Any, say: Callable[[str], str]) -> Callable[[str | None], str]:
    """What `say` makes of a code, once for each language and set of cards: a page says the same names again and again."""

    @lru_cache(maxsize=2048)
    def said(cards: Any, code: str, language: str | None) -> str:
        return say(code)

    return lambda code: said(cards_or(shipped), code or "", get_language())
