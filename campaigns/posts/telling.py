"""Telling open pages that there is something new in a thread: those who may read it, and nobody else (I-8)."""

from collections.abc import Iterable

from tabletop import live


def topic(thread: int) -> str:
    return f"thread:{thread}"


def seat_name(seat: int) -> str:
    """How a seat is called on the bus."""
    return f"seat:{seat}"


def tell(thread: int, seats: Iterable[int]) -> None:
    """What these seats see of the thread is new."""
    if told := [seat_name(seat) for seat in seats]:
        live.publish(topic(thread), told)
