"""The index in SQLite: an FTS5 table that keeps the terms and nothing else.

Without a copy of the content it is small; the price is that a row goes only by saying what stood in it. Its tokenizer
"ascii" parts at ASCII signs alone, so a term stays whole.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection

from campaigns.search.index import Index, Question, execute, joined

TAKE = "INSERT INTO campaigns_search (campaigns_search, rowid, terms) VALUES ('delete', %s, %s)"
GIVE = "INSERT INTO campaigns_search (rowid, terms) VALUES (%s, %s)"
COUNTED = "SELECT %s AS place, count(*) FROM campaigns_search WHERE campaigns_search MATCH %s"
NEWEST = "SELECT rowid AS document FROM campaigns_search WHERE campaigns_search MATCH %s ORDER BY rowid DESC LIMIT %s"


class OnSQLite(Index):
    create = (
        "CREATE VIRTUAL TABLE campaigns_search USING "
        "fts5(terms, content='', detail=none, columnsize=0, tokenize='ascii')",
    )
    remove = ("DROP TABLE campaigns_search",)

    def move(self, document: int, before: frozenset[str], after: frozenset[str]) -> None:
        if before and before != after:
            execute(TAKE, [document, " ".join(sorted(before))])
        if after and before != after:
            execute(GIVE, [document, " ".join(sorted(after))])

    def take_in(self, documents: Iterable[tuple[int, frozenset[str]]]) -> None:
        rows = [(document, " ".join(sorted(terms))) for document, terms in documents if terms]
        with connection.cursor() as cursor:
            cursor.executemany(GIVE, rows)

    def answer(
        self, questions: Sequence[Question], shown: Sequence[int], start: int, stop: int
    ) -> tuple[list[int], list[int]]:
        asked = [_asked(question) for question in questions]
        counted = _rows(
            " UNION ALL ".join([COUNTED] * len(asked)), [value for one in enumerate(asked) for value in one]
        )
        counts = [number for _, number in sorted(counted)]
        holding = [place for place in shown if counts[place]]
        if not holding:
            return counts, []
        either = " OR ".join(f"({asked[place]})" for place in holding)
        return counts, [document for (document,) in _rows(f"{NEWEST} OFFSET %s", [either, stop - start, start])]

    def gather(self, questions: Sequence[Question], each: int) -> set[int]:
        some = f"SELECT * FROM ({NEWEST})"  # noqa: S608 - our own
        values = [value for question in questions for value in (_asked(question), each)]
        return {document for (document,) in _rows(" UNION ".join([some] * len(questions)), values)}


def _asked(question: Question) -> str:
    return joined(question, '"', " OR ", " AND ")


def _rows(statement: str, values: Sequence[Any]) -> list[tuple[int, ...]]:
    if not values:
        return []
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        found: list[tuple[int, ...]] = cursor.fetchall()
    return found


INDEX = OnSQLite()
