"""Which cards the sentences are about just now, as a language is active: those of a game, else the ones that ship.

Templates know a card by its code alone. Whoever draws a game's page or tells its log does it `with on_table(cards)`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_cards: ContextVar[Any] = ContextVar("cards_on_table", default=None)


@contextmanager
def on_table(cards: Any) -> Iterator[None]:
    """Names and texts are those of `cards` (the game's pool) until the end of the block."""
    before = _cards.set(cards)
    try:
        yield
    finally:
        _cards.reset(before)


def cards_or[Pool](shipped: Pool) -> Pool:
    """The cards on the table, if they are those of the same game as `shipped`; else `shipped`."""
    found = _cards.get()
    return found if isinstance(found, type(shipped)) else shipped
