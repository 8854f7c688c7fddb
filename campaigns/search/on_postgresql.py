"""The index in PostgreSQL: a tsvector of the terms as they are, with GIN.

Counting has to look at every row that is found, so what counts is how many rows a page of the table holds. `filler` makes every
row long enough for PostgreSQL to put the terms out of it (TOAST; by itself it does so from 2 kB on), and comes to 35 bytes:
80 rows a page. GIN takes every term in at once (no pending list), since a search would have to read through that list.

One function counts what is found and names the newest of it, in one reading: as bytes, eight for a key. What is old is named only
where the newest rows of the table hold too few. It leaves the planner no other way: that would start further processes, which
takes longer than any answer, or read the table from its end.
"""

import sys
from array import array
from collections.abc import Iterable, Sequence
from itertools import chain
from operator import itemgetter

from django.db import connection

from campaigns.search.index import Index, Question, execute, joined

TAKE = "DELETE FROM campaigns_search WHERE document = %s"
GIVE = (
    "INSERT INTO campaigns_search (document, terms) VALUES (%s, array_to_tsvector(%s::text[])) "
    "ON CONFLICT (document) DO UPDATE SET terms = excluded.terms"
)

FOUND = """
CREATE FUNCTION campaigns_found(asked tsquery, wanted bigint, OUT number bigint, OUT newest bytea) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_indexscan = off SET max_parallel_workers_per_gather = 0 SET jit = off AS $$
DECLARE
    recent bigint := (SELECT last_value - 20000 FROM campaigns_findable_id_seq);
BEGIN
    SELECT count(*), string_agg(int8send(document), '') FILTER (WHERE document > recent) INTO number, newest
    FROM campaigns_search WHERE terms @@ asked;
    IF coalesce(length(newest), 0) < 8 * least(number, wanted) THEN
        SELECT count(*), string_agg(int8send(document), '') INTO number, newest
        FROM campaigns_search WHERE terms @@ asked;
    END IF;
END $$"""


class OnPostgreSQL(Index):
    create = (
        "CREATE TABLE campaigns_search (document bigint PRIMARY KEY, terms tsvector NOT NULL, "
        "filler text NOT NULL DEFAULT repeat(' ', 2048))",
        "ALTER TABLE campaigns_search SET (toast_tuple_target = 128)",
        "CREATE INDEX campaigns_search_terms ON campaigns_search USING gin (terms) WITH (fastupdate = off)",
        FOUND,
    )
    remove = ("DROP FUNCTION campaigns_found(tsquery, bigint)", "DROP TABLE campaigns_search")

    def move(self, document: int, before: frozenset[str], after: frozenset[str]) -> None:
        if after and before != after:
            execute(GIVE, [document, sorted(after)])
        elif not after:
            execute(TAKE, [document])

    def take_in(self, documents: Iterable[tuple[int, frozenset[str]]]) -> None:
        with connection.cursor() as cursor:
            cursor.executemany(GIVE, [(document, sorted(terms)) for document, terms in documents])

    def answer(
        self, questions: Sequence[Question], shown: Sequence[int], start: int, stop: int
    ) -> tuple[list[int], list[int]]:
        found = self._found(questions, stop)
        newest = sorted(chain.from_iterable(found[at][1] for at in shown), reverse=True)
        return [number for number, _ in found], newest[start:stop]

    def gather(self, questions: Sequence[Question], each: int) -> set[int]:
        return {document for _, newest in self._found(questions, each) for document in sorted(newest)[-each:]}

    def _found(self, questions: Sequence[Question], wanted: int) -> list[tuple[int, array[int]]]:
        """How many documents answer each of the questions, and at least the newest `wanted` of them, in no order (one query)."""
        if not questions:
            return []
        one = "SELECT %s::integer AS place, found.* FROM campaigns_found(%s, %s) AS found"
        values: list[int | str] = []
        for at, question in enumerate(questions):
            values += (at, joined(question, "'", " | ", " & "), wanted)
        with connection.cursor() as cursor:
            cursor.execute(" UNION ALL ".join([one] * len(questions)), values)
            return [(number, _keys(newest)) for _, number, newest in sorted(cursor.fetchall(), key=itemgetter(0))]


def _keys(kept: bytes | None) -> array[int]:
    keys = array("q", bytes(kept or b""))
    if sys.byteorder == "little":
        keys.byteswap()
    return keys


INDEX = OnPostgreSQL()
