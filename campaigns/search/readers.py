"""For whom a text is, in the words of the index.

The index holds each text once for every word that may read it, and a search looks at the entries of the searcher's own words
alone. So a text that is not for him is no part of any count, order or waiting time of his.
"""

from collections.abc import Callable, Iterable

from campaigns.models import Seat

ALL = "a"
"""Everybody at the table."""

TABLE = "t"
"""The GM and the assistants."""

NOBODY = "z"
"""No text is for it."""

MORE: list[Callable[[Seat], Iterable[str]]] = []
"""Further words that a seat reads by; other rooms append in AppConfig.ready. A word is letters and digits, and begins with two
letters of the room's own."""


def of_seat(pk: int) -> str:
    return f"s{pk}"


def words_of(seat: Seat) -> tuple[str, ...]:
    """All that this seat reads by."""
    table = (TABLE,) if seat.runs_table else ()
    return (ALL, of_seat(seat.pk), *table, *(word for more in MORE for word in more(seat)))
