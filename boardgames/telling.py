"""Sentences of the board games: codes and numbers meet their words in `templates/boardgames/`, in the reader's language."""

from typing import Any

from django.template import Context
from django.template.loader import get_template


def sentence(template: str, **context: Any) -> str:
    """The template as one line of plain text, nothing escaped."""
    return " ".join(text(template, **context).split())


def text(template: str, **context: Any) -> str:
    """The template as plain text, nothing escaped: for files and terminals, not for pages."""
    found: Any = get_template(template)
    return str(found.template.render(Context(context, autoescape=False)))
