"""One whole game with every seat's view at every step, checked in as text: a change shows as a difference.

Write it anew, and read the difference, with: python -m tests.boardgames.ace_royal.test_playthrough
"""

from pathlib import Path
from typing import Any

import msgspec

from boardgames import ace_royal
from tests.boardgames.ace_royal.random_games import whole_game
from tests.boardgames.dominate.test_playthrough import changes, line

TEXT = Path(__file__).parents[2] / "playthroughs" / "ace_royal.txt"
SEATS = ("alice", "bob", "carol")
SEED = 3


def told() -> str:
    """Each move, what was announced, what that changed for eve, who only watches, and what more for each seat."""
    lines: list[str] = []
    before: dict[str, dict[str, Any]] = {seat: {} for seat in (*SEATS, "eve")}
    for number, (_, move, played) in enumerate(whole_game(SEED, players=len(SEATS))):
        lines += [f"{number}. {line(move)}", *(f"   ! {line(event)}" for event in played.report.events)]
        now = {seat: flat(look(played.state, seat)) for seat in before}
        public = changes(before["eve"], now["eve"])
        for seat in ("eve", *SEATS):
            seen = changes(before[seat], now[seat])
            more = seen if seat == "eve" else {key: seen[key] for key in seen if public.get(key, seen) != seen[key]}
            lines += [f"   {seat}: {line(more)}"] if more else []
        before = now
    return "\n".join(lines) + "\n"


def look(state: Any, seat: str) -> dict[str, Any]:
    """The view without the cards that the game is played with: they never change."""
    view: dict[str, Any] = msgspec.to_builtins(ace_royal.view(state, (seat,)))
    return {key: part for key, part in view.items() if key != "cards"}


def flat(value: Any, place: str = "") -> dict[str, Any]:
    """Every part of a view under its place, `seats.0.mana`; hands and piles stay whole."""
    match value:
        case {**parts} if parts:
            inside = list(parts.items())
        case [{}, *_]:
            inside = list(enumerate(value))
        case _:
            return {place: value}
    found: dict[str, Any] = {}
    for key, part in inside:
        found |= flat(part, f"{place}.{key}" if place else str(key))
    return found


def test_the_playthrough_is_the_one_checked_in():
    assert told() == TEXT.read_text(encoding="utf-8")


if __name__ == "__main__":
    TEXT.parent.mkdir(exist_ok=True)
    TEXT.write_text(told(), encoding="utf-8")
