"""A board game played to some point by phones that each do what they are asked."""

import time
from collections.abc import Callable

from playwright.sync_api import Page

SECONDS = 480
"""More than any stretch of a game takes on a busy machine: how many turns there are is the luck of the cards."""


def play_on(phones: list[Page], act: Callable[[Page], bool], until: Callable[[], bool]) -> None:
    """`act` does one thing on a phone, and says whether there was one to do."""
    deadline = time.monotonic() + SECONDS
    while not until():
        assert time.monotonic() < deadline, "the game came to no end"
        acted = [act(phone) for phone in phones]
        if not any(acted):
            phones[0].wait_for_timeout(100)
