"""Queries that are asked at every move: Django works their SQL out once a thread, and not every time (ADR 22).

What comes back is what the plain queryset gives. It leans on three inner names of Django (`Query.get_compiler`,
`SQLCompiler.as_sql`, `QuerySet._iterable_class`); `tests/tabletop/test_prepared.py` says so when one of them changes.
"""

import threading
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet

MARKS: dict[type, Callable[[int], int | str]] = {int: lambda n: 2_147_480_000 + n, str: lambda n: f"\x1a{n}\x1a"}
"""What stands for a value while the SQL is worked out: nothing that a shape says of itself is like it, and small enough for every
column (PostgreSQL does not ask for what none can hold)."""


class Shaped(NamedTuple):
    """A queryset whose compiler no longer compiles: it answers with `sql` and whatever `bound` holds."""

    query: QuerySet[Any, Any]
    connection: Any
    params: tuple[Any, ...]
    places: tuple[int | None, ...]
    bound: list[tuple[Any, ...]]


class Prepared[Row]:
    """`shape` is called once a thread and makes the queryset for values of the types `takes`, each of which it must use."""

    def __init__(self, shape: Callable[..., QuerySet[Any, Row]], *takes: type):
        self._shape, self._takes, self._here = shape, takes, threading.local()

    def all(self, *values: int | str) -> list[Row]:
        """What the shape finds for the values."""
        shaped = self._shaped()
        shaped.bound[0] = tuple(
            param if place is None else values[place] for param, place in zip(shaped.params, shaped.places, strict=True)
        )
        return list(cast(Iterable[Row], shaped.query._iterable_class(shaped.query)))

    def one(self, *values: int | str) -> Row | None:
        """The first that it finds; of what is unique, the only one."""
        return next(iter(self.all(*values)), None)

    def _shaped(self) -> Shaped:
        shaped: Shaped | None = getattr(self._here, "shaped", None)
        if shaped is None or shaped.connection is not connections[DEFAULT_DB_ALIAS]:
            shaped = self._here.shaped = self._made()
        return shaped

    def _made(self) -> Shaped:
        marks = [MARKS[kind](number) for number, kind in enumerate(self._takes)]
        query = self._shape(*marks)
        compiler = query.query.get_compiler(DEFAULT_DB_ALIAS)
        sql, params = compiler.as_sql()
        places = tuple(marks.index(param) if param in marks else None for param in params)
        assert {place for place in places if place is not None} == set(range(len(marks))), "a value is not used"
        bound: list[tuple[Any, ...]] = [()]
        compiler.as_sql = lambda *_, **__: (sql, bound[0])
        query.query.get_compiler = lambda *_, **__: compiler  # type: ignore[method-assign]
        return Shaped(query, compiler.connection, tuple(params), places, bound)
