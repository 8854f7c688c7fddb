"""The index in PostgreSQL: a tsvector of the terms as they are, with GIN.

It lies in a narrow table of its own, so that counting reads few pages; and GIN takes every term in at once (no pending list),
since a search would have to read through that list. The newest are asked for through a function that leaves the planner no other
way: by itself it would rather read the table from its end, which takes seconds for a rare word.
"""

from collections.abc import Iterable

from django.db import connection

from campaigns.search.index import Index, Question, execute, joined

TAKE = "DELETE FROM campaigns_search WHERE document = %s"
GIVE = (
    "INSERT INTO campaigns_search (document, terms) VALUES (%s, array_to_tsvector(%s::text[])) "
    "ON CONFLICT (document) DO UPDATE SET terms = excluded.terms"
)


class OnPostgreSQL(Index):
    create = (
        "CREATE TABLE campaigns_search (document bigint PRIMARY KEY, terms tsvector NOT NULL)",
        "ALTER TABLE campaigns_search SET (toast_tuple_target = 128)",
        "CREATE INDEX campaigns_search_terms ON campaigns_search USING gin (terms) WITH (fastupdate = off)",
        "CREATE FUNCTION campaigns_found(asked tsquery) RETURNS SETOF bigint LANGUAGE sql STABLE ROWS 1000 "
        "SET enable_seqscan = off SET enable_indexscan = off SET max_parallel_workers_per_gather = 0 "
        "AS 'SELECT document FROM campaigns_search WHERE terms @@ asked'",
    )
    remove = ("DROP FUNCTION campaigns_found(tsquery)", "DROP TABLE campaigns_search")
    answers = "SELECT document FROM campaigns_search WHERE terms @@ %s::tsquery"
    newest = "SELECT document FROM campaigns_found(%s::tsquery) AS document"

    def move(self, document: int, before: frozenset[str], after: frozenset[str]) -> None:
        if after and before != after:
            execute(GIVE, [document, sorted(after)])
        elif not after:
            execute(TAKE, [document])

    def take_in(self, documents: Iterable[tuple[int, frozenset[str]]]) -> None:
        with connection.cursor() as cursor:
            cursor.executemany(GIVE, [(document, sorted(terms)) for document, terms in documents])

    def asked(self, question: Question) -> str:
        return joined(question, "'", " | ", " & ")


INDEX = OnPostgreSQL()
