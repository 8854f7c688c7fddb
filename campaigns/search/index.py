"""The index: which documents hold which terms. One small module for each database it is kept in, behind these words."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from django.db import connection

type Question = tuple[tuple[str, ...], ...]
"""All of these, and of each any: ((a, b), (c,)) is "(a or b) and c"."""

type Execute = Callable[[str], object]

BY_VENDOR = {"sqlite": "campaigns.search.on_sqlite", "postgresql": "campaigns.search.on_postgresql"}


class Index(ABC):
    """What a database does for the index. A term is letters, digits and signs beyond ASCII, so it needs no quoting."""

    create: Sequence[str]
    """Statements that make what it needs."""

    remove: Sequence[str]

    @abstractmethod
    def move(self, document: int, before: frozenset[str], after: frozenset[str]) -> None:
        """The document held the terms `before`, and holds `after` now; it is unknown with none."""

    def take_in(self, documents: Iterable[tuple[int, frozenset[str]]]) -> None:
        """Many that were unknown, with what they hold."""
        for document, terms in documents:
            self.move(document, frozenset(), terms)

    @abstractmethod
    def answer(
        self, questions: Sequence[Question], shown: Sequence[int], start: int, stop: int
    ) -> tuple[list[int], list[int]]:
        """How many documents answer each of the questions; and those that answer the `shown` ones (by their places), the newest
        first, from `start` up to before `stop`. No document answers two of them."""

    @abstractmethod
    def gather(self, questions: Sequence[Question], each: int) -> set[int]:
        """The newest documents that answer any of the questions, `each` of every one (one query)."""


def index() -> Index:
    """The index of the database that is in use."""
    return of_vendor(connection.vendor)


@cache
def of_vendor(vendor: str) -> Index:
    found: Index = import_module(BY_VENDOR[vendor]).INDEX
    return found


def execute(statement: str, values: Sequence[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def joined(question: Question, quote: str, either: str, both: str) -> str:
    """A question written out with a database's own signs."""
    return both.join("(" + either.join(f"{quote}{term}{quote}" for term in any_of) + ")" for any_of in question)
