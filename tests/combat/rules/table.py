"""The reference characters of the rules and a short way to write records.

Saber and Lancer stand in front, alone on their sides; everybody else comes as the test needs them.
"""

import json
from typing import Any

import msgspec

from combat.rules import adjudicate
from combat.rules.record import fold
from combat.rules.state import Fight
from tabletop.game import Illegal

type Value = dict[str, Any]


def servant(id: str, side: str, ranks: str, hp: int, mp: int, **more: Any) -> Value:
    """A Servant; `ranks` are strength, endurance, agility, mana and luck, e.g. "B A C D E"."""
    stats = dict(zip(("strength", "endurance", "agility", "mana", "luck"), ranks.split(), strict=True))
    front = {"line": "front", **more}
    return {"id": id, "kind": "servant", "class": id, "side": side, "ranks": stats, "hp": hp, "mp": mp, **front}


def saber(**more: Any) -> Value:
    """4 Smash, 5 Counter, 3 Onslaught; MP floor −32."""
    return servant("saber", "A", "B A C D E", 80, 70) | more


def lancer(**more: Any) -> Value:
    """4 Smash, 3 Counter, 5 Onslaught; MP floor −32."""
    return servant("lancer", "B", "B C A D E", 60, 70) | more


def archer(**more: Any) -> Value:
    """3 Smash, 2 Counter, 4 Onslaught; 5 general supports; shoots from the back line; MP floor −39."""
    return servant("archer", "A", "C D B C C", 50, 80, line="back", ranged=True) | more


def caster(**more: Any) -> Value:
    """1 Smash, 4 Counter, 1 Onslaught; MP floor −50."""
    return servant("caster", "B", "E B E A B", 70, 100) | more


def emi(**more: Any) -> Value:
    """A Master of Saber's side: 2 Smash of 3, 1 Counter of 2, 2 Onslaught of 4."""
    ranks = {"combat": "C", "fortune": "D", "conviction": "B"}
    return {"id": "emi", "kind": "master", "side": "A", "line": "front", "ranks": ranks, "hp": 20, "mp": 30, **more}


def ren(**more: Any) -> Value:
    """The same Master on Lancer's side."""
    return emi(id="ren", side="B", **more)


def slot(**attack: str) -> Value:
    return {"attack": attack}


def help_for(to: str, with_: str = "general", for_: str | None = "attack") -> Value:
    purpose = {"for": for_} if for_ else {}
    return {"support": {"to": to, "with": with_, **purpose}}


def plan(by: str, *slots: Value) -> Value:
    return {"by": by, "do": "plan", "slots": list(slots)}


def gm(do: str, **more: Any) -> Value:
    return {"by": "gm", "do": do, **more}


REVEAL = gm("reveal")
ONE = gm("reveal", slots=1)


def record(sheets: list[Value], *moves: Value, **settings: Any) -> Value:
    head = {"format": "grailkeeper/fight", "version": 1}
    return {**head, "settings": settings, "combatants": sheets, "moves": list(moves)}


def result(sheets: list[Value], *moves: Value, **settings: Any) -> Value:
    """The result record as JSON, or `{"error": …}` with place and rule."""
    return judged(record(sheets, *moves, **settings))


def judged(value: Any) -> Value:
    found = adjudicate(value)
    if isinstance(found, Illegal):
        return {"error": {"at": found.at, "rule": found.rule}}
    return json.loads(msgspec.json.encode(found))


def error(sheets: list[Value], *moves: Value, **settings: Any) -> tuple[str, str]:
    """Place and rule of what is wrong with the record."""
    found = judged(record(sheets, *moves, **settings))
    assert "error" in found, found["outcome"]
    return found["error"]["at"], found["error"]["rule"]


def folded(sheets: list[Value], *moves: Value, **settings: Any) -> Fight:
    found = fold(record(sheets, *moves, **settings))
    assert isinstance(found, Fight), found
    return found


def duel(a_card: str, b_card: str, a: Value | None = None, b: Value | None = None, **settings: Any) -> Value:
    """The only slot of a fight in which `a` (Saber) and `b` (Lancer) each show one card; "" is Wait."""
    a, b = a or saber(), b or lancer()
    plans = [plan(x["id"], slot(**{y["id"]: card}) if card else {}) for x, y, card in ((a, b, a_card), (b, a, b_card))]
    found = result([a, b], *plans, ONE, slots_per_round=1, **settings)
    assert "error" not in found, found
    return {**found["slots"][0], "combatants": found["combatants"]}


def amounts(report: Value) -> dict[str, int]:
    """Damage by who is hurt."""
    found: dict[str, int] = {}
    for hit in report["damage"]:
        found[hit["to"]] = found.get(hit["to"], 0) + hit["amount"]
    return found


def why(report: Value, place: int = 0) -> list[tuple[str, int]]:
    return [(step["rule"], step["value"]) for step in report["damage"][place]["why"]]


def skill_card(id: str = "burst", rank: str = "B", beats: tuple[str, str] = ("smash", "counter"), **more: Any) -> Value:
    return {"id": id, "effect": "card", "rank": rank, "beats": list(beats), **more}


def guard(id: str = "guard", against: tuple[str, ...] = ("general",), amount: int = 2, **more: Any) -> Value:
    return {"id": id, "effect": "defence", "against": list(against), "amount": amount, **more}


def phantasm(id: str = "blade", damage: int = 12, targets: str = "one", **more: Any) -> Value:
    return {"id": id, "effect": "attack", "targets": targets, "damage": damage, **more}


def armour(amount: int = 2, against: tuple[str, ...] = ("general",), id: str = "armour") -> Value:
    return {"id": id, "effect": "defence", "against": list(against), "amount": amount}


def spell(id: str = "ray", steps: int = 2, damage: int = 6, mp: int = 10, **more: Any) -> Value:
    return {"id": id, "effect": "attack", "steps": steps, "damage": damage, "mp": mp, **more}


def aid_spell(id: str = "bless", mp: int = 5, **points: int) -> Value:
    return {"id": id, "effect": "support", "mp": mp, **points}
