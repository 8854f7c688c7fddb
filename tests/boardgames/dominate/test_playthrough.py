"""One whole short game with every seat's view at every step, checked in as text: a change shows as a difference.

Write it anew, and read the difference, with: python -m tests.boardgames.dominate.test_playthrough
"""

from pathlib import Path
from typing import Any

import msgspec

from boardgames import dominate
from tests.boardgames.dominate.random_play import random_game

TEXT = Path(__file__).parents[2] / "playthroughs" / "dominate.txt"
SEATS = ("alice", "bob", "carol")


def told() -> str:
    """Each move, what was announced, what that changed for eve, who only watches, and what more for each seat."""
    lines: list[str] = []
    before: dict[str, dict[str, Any]] = {seat: {} for seat in (*SEATS, "eve")}
    for number, (_, move, played) in enumerate(random_game(11, seats=3, options={"mode": "short"})):
        lines += [f"{number}. {line(move)}", *(f"   ! {line(said)}" for said in played.report.said)]
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
    view: dict[str, Any] = msgspec.to_builtins(dominate.view(state, (seat,)))
    return {key: part for key, part in view.items() if key != "cards"}


def changes(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """What is new or other in a view; what has gone is null."""
    gone = dict.fromkeys(before.keys() - now.keys())
    return gone | {key: value for key, value in now.items() if before.get(key, before) != value}


def flat(value: Any, place: str = "") -> dict[str, Any]:
    """Every number and word of a view under its place: `seats.0.mana`."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list | tuple) else ()
    if not parts and not isinstance(value, dict | list | tuple):
        return {place: value}
    found: dict[str, Any] = {}
    for key, part in parts:
        found |= flat(part, f"{place}.{key}" if place else str(key))
    return found


def line(value: Any) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def test_the_playthrough_is_the_one_checked_in():
    assert told() == TEXT.read_text(encoding="utf-8")


if __name__ == "__main__":
    TEXT.parent.mkdir(exist_ok=True)
    TEXT.write_text(told(), encoding="utf-8")
