"""The golden battle as every seat sees it, move by move: `python -m tests.combat.rules.playthrough` writes the transcript."""

import json
from pathlib import Path
from typing import Any

import msgspec

from combat.rules import awaits, options, play, read_move, read_setup, start, view
from combat.rules.state import Fight
from tabletop.game import GM

ROOT = Path(__file__).parents[2]
TRANSCRIPT = ROOT / "playthroughs" / "fight.txt"
GOLDEN = ROOT / "records" / "trpg" / "R-OTHER-1b_golden_seven_slots.json"
SEATS = {"gm": (GM,), "alice (saber)": ("saber",), "bob (lancer)": ("lancer",), "eve": ()}


def transcript() -> str:
    """Every seat's view after the start and after each move; the reveal is taken slot by slot."""
    value = json.loads(GOLDEN.read_text(encoding="utf-8"))
    fight = start(read_setup({key: value[key] for key in ("combatants", "settings")}))
    parts = [_told("start", fight)]
    for move in (*value["moves"][:2], *[{"by": "gm", "do": "reveal", "slots": 1}] * 7):
        fight = play(fight, read_move(move)).state
        parts.append(_told(json.dumps(move, ensure_ascii=False), fight))
    return "\n".join(parts)


def _told(move: str, fight: Fight) -> str:
    lines = [f"== {move}", f"awaits {_line(awaits(fight))}"]
    for seat, held in SEATS.items():
        seen = msgspec.to_builtins(view(fight, held))
        lines += [f"-- {seat} may {_line(options(fight, held[0] if held else 'eve'))}", *_public(seen)]
        lines += [_own(own) for own in seen["own"]]
    return "\n".join(lines) + "\n"


def _public(seen: dict[str, Any]) -> list[str]:
    people = [
        f"{person['id']} {person['state']} HP {person['hp']} MP {person['mp']}{' planned' * person['planned']}"
        for person in seen["combatants"]
    ]
    rest = {key: seen[key] for key in ("events", "falls", "waiting_for", "deadlines", "rewards", "named") if seen[key]}
    told = [f"   round {seen['round']} slot {seen['slot']} {seen['phase']}: {'; '.join(people)}"]
    told += [f"   last {_line(seen['slots'][-1])}"] if seen["slots"] else []
    return [*told, f"   outcome {_line(seen['outcome'])}", *([f"   {_line(rest)}"] if rest else [])]


def _own(own: dict[str, Any]) -> str:
    hand = " ".join(f"{card['word']} {card['value']}×{card['left']}/{card['full']}" for card in own.pop("hand"))
    supports = " ".join(f"{way['word']} {way['left']}/{way['full']}" for way in own.pop("supports"))
    plan = [
        " ".join(f"{to}←{card}" for to, card in slot.get("attack", {}).items()) or "wait"
        for slot in own.pop("plan", [])
    ]
    rest = {key: part for key, part in own.items() if key != "id" and part}
    sealed = f" | plan: {', '.join(plan)}" if plan else ""
    return f"   own {own['id']}: {hand} | supports: {supports}{sealed} | {_line(rest)}"


def _line(value: Any) -> str:
    return json.dumps(msgspec.to_builtins(value), ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    TRANSCRIPT.write_text(transcript(), encoding="utf-8")
