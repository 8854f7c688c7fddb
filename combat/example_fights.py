"""The smallest fights that show what each house rule changes (보기): setups and moves in the words of the fight record.

`one` stands on side A against `two` on side B. What an example shows best is `look`: the opened slots, the event of a
retreat, the hand of `one`, where people stand, the end, or
whether somebody has recovered in time.
"""

from typing import Any, Literal

import msgspec

type Json = dict[str, Any]
type Look = Literal["slots", "event", "hand", "state", "end", "deadline"]

STATS = ("strength", "endurance", "agility", "mana", "luck")
MASTERS = ("combat", "fortune", "conviction")


class Example(msgspec.Struct, frozen=True):
    """One setting's fight and the `values` it is played under, the default first. `rules` hold besides."""

    values: tuple[Any, ...]
    combatants: tuple[Json, ...]
    moves: tuple[Json, ...]
    look: Look = "slots"
    rules: Json = {}


def _servant(id: str, side: str, ranks: str = "B B B E E", **more: Any) -> Json:
    stats = dict(zip(STATS, ranks.split(), strict=True))
    return {"id": id, "kind": "servant", "side": side, "line": "front", "ranks": stats, "hp": 60, "mp": 60, **more}


def _master(id: str, side: str, ranks: str, **more: Any) -> Json:
    stats = dict(zip(MASTERS, ranks.split(), strict=True))
    return {"id": id, "kind": "master", "side": side, "line": "front", "ranks": stats, "hp": 20, "mp": 30, **more}


def _plan(who: str, *slots: Json) -> Json:
    return {"by": who, "do": "plan", "slots": list(slots)}


def _at(**cards: str) -> Json:
    return {"attack": cards}


def _help(purpose: str = "attack", kind: str = "general") -> Json:
    return {"support": {"to": "one", "with": kind, "for": purpose}}


def _open(slots: int = 1) -> Json:
    return {"by": "gm", "do": "reveal", "slots": slots}


def _met(card: str, other: str = "") -> tuple[Json, ...]:
    """One slot in which `one` and `two` show these cards."""
    answer = [_plan("two", _at(one=other))] if other else []
    return (_plan("one", _at(two=card)), *answer, _open())


def _spell(steps: int, damage: int, mp: int = 10) -> Json:
    return {"id": "spell", "effect": "attack", "mp": mp, "steps": steps, "damage": damage}


def _skill(rank: str) -> Json:
    return {"id": "skill", "rank": rank, "effect": "card", "beats": ["smash", "counter"]}


def _helpers(count: int, **more: Any) -> tuple[Json, ...]:
    names = ("three", "four", "five", "six")[:count]
    return tuple(_servant(name, "A", "C C C E E", line="back", **more) for name in names)


ONE, TWO = _servant("one", "A"), _servant("two", "B")
CRITICAL = {"count": 1, "damage": 6}
PLUS = _servant("one", "A", "B+ B B E E")
CASTER = _servant("one", "A", spells=[_spell(2, 6)])
LONG = _plan("one", _at(two="spell:spell"), _at(two="spell:spell"))
CANCELLED = (LONG, _plan("two", _at(one="smash")), _open(2))
PURSUED = (_plan("two", _at(one="smash"), _at(one="counter"), _at(one="onslaught")), {"by": "one", "do": "retreat"})
ARMOUR = {"id": "mail", "effect": "defence", "against": ["general"], "amount": 1}
BELOW = {"id": "np", "effect": "attack", "targets": "one", "damage": 6, "mp": 35}

EXAMPLES: dict[str, Example] = {
    "slots_per_round": Example((10, 2), (ONE, TWO), (_plan("one", *[_at(two="smash")] * 3), _open())),
    "rounds": Example((1, 2), (ONE, TWO), (*_met("smash", "onslaught"),), "end", {"slots_per_round": 1}),
    "cards_return": Example(
        ("end_of_fight", "end_of_round"),
        (ONE, TWO),
        (*_met("smash", "onslaught"),),
        "hand",
        {"slots_per_round": 1, "rounds": 2},
    ),
    "cycle": Example(
        (
            {"counter": "smash", "onslaught": "counter", "smash": "onslaught"},
            {"counter": "onslaught", "onslaught": "smash", "smash": "counter"},
        ),
        (ONE, TWO),
        _met("smash", "counter"),
    ),
    "equal_cards": Example(
        ("nothing", "knights_plus_one"),
        ({**ONE, "class": "saber"}, {**TWO, "class": "caster"}),
        _met("smash", "smash"),
    ),
    "skill_vs_skill": Example(
        ("rank_difference", "nothing", "both"),
        ({**ONE, "skills": [_skill("A")]}, {**TWO, "skills": [_skill("B")]}),
        _met("skill:skill", "skill:skill"),
    ),
    "force_order": Example(
        (["np", "critical", "magic", "ordinary"], ["np", "magic", "critical", "ordinary"]),
        (CASTER, {**TWO, "critical": CRITICAL}),
        (LONG, _plan("two", {}, _at(one="critical")), _open(2)),
    ),
    "same_force": Example(
        ("difference", "both", "nothing"),
        ({**ONE, "critical": CRITICAL}, {**TWO, "critical": {"count": 1, "damage": 4}}),
        _met("critical", "critical"),
    ),
    "magic_cancelled_by": Example(("hp_loss", "lost_slot", "np_or_critical", "never"), (CASTER, TWO), CANCELLED),
    "magic_refund": Example((False, True), (CASTER, TWO), CANCELLED, "state"),
    "magic_vs_magic": Example(
        ("subtract", "both_vanish", "larger_full"),
        (CASTER, {**TWO, "spells": [_spell(2, 4)]}),
        (LONG, _plan("two", _at(one="spell:spell"), _at(one="spell:spell")), _open(2)),
    ),
    "one_step_tie": Example(
        ("nothing", "ordinary_wins"), ({**ONE, "spells": [_spell(1, 4)]}, TWO), _met("spell:spell", "smash")
    ),
    "mp_floor_base": Example((30, 20), ({**ONE, "mp": 5, "phantasms": [BELOW]}, TWO), _met("np:np")),
    "mp_floor_breach": Example(
        ("vanish", "clamp"), ({**ONE, "spells": [_spell(1, 6)]}, {**TWO, "mp": -30}), _met("spell:spell"), "state"
    ),
    "master_reduction": Example((None, 2), (_master("one", "A", "B C C"), TWO), _met("smash")),
    "conviction_order": Example(
        ("halve_then_double", "double_then_halve"),
        (_master("one", "A", "C D B"), TWO),
        ({"by": "one", "do": "spend_conviction"},),
        "hand",
    ),
    "back_line_targets": Example(
        ("ranged", "anyone", "nobody"),
        (ONE, TWO, _servant("three", "B", line="back")),
        (_plan("one", _at(three="smash")), _open()),
    ),
    "support_cap.max": Example(
        (5, 1),
        (ONE, TWO, *_helpers(3)),
        (*(_plan(one["id"], _help()) for one in _helpers(3)), *_met("smash", "onslaught")),
    ),
    "support_cap.binds": Example(
        ("extra", "whole"),
        (ONE, TWO, *_helpers(4, skills=[_skill("C")])),
        (*(_plan(one["id"], _help(kind="skill:skill")) for one in _helpers(4)), *_met("smash", "onslaught")),
    ),
    "support_helps_wait": Example(
        (True, False),
        (ONE, TWO, *_helpers(1)),
        (_plan("three", _help("defence")), _plan("two", _at(one="smash")), _open()),
    ),
    "retreat.cards": Example((3, 2), (ONE, TWO), PURSUED, "event"),
    "retreat.fails_at": Example((10, 13), (ONE, TWO), PURSUED, "event"),
    "retreat.tested": Example(
        ("after_reduction", "before_reduction"), ({**ONE, "phantasms": [ARMOUR]}, TWO), PURSUED, "event"
    ),
    "retreat.failure_hurts": Example((True, False), (ONE, TWO), PURSUED, "event"),
    "retreat.several_enemies": Example(
        ("sum", "worst"),
        (ONE, _servant("two", "B", "C C C E E"), _servant("three", "C", "D D D E E")),
        (_plan("three", _at(one="smash"), _at(one="counter"), _at(one="onslaught")), *PURSUED),
        "event",
    ),
    **{
        f"rank_values.{rank}": Example((value, value + 2), (_servant("one", "A", f"{rank} B B E E"), TWO), (), "hand")
        for rank, value in (("E", 1), ("D", 2), ("C", 3), ("B", 4), ("A", 5), ("EX", 7))
    },
    "plus_value": Example(
        (1, 2), (PLUS, TWO), ({"by": "one", "do": "activate_plus", "stat": "strength"}, *_met("smash"))
    ),
    "victory": Example(
        ("hp_ratio", "points"),
        ({**ONE, "hp": 80}, {**TWO, "ranks": _servant("two", "B", "A B B E E")["ranks"], "hp": 40}),
        (
            _plan("one", _at(two="smash"), {}),
            _plan("two", {}, _at(one="smash")),
            _open(2),
        ),
        "end",
        {"slots_per_round": 2},
    ),
    "recover_to": Example((1, 0), ({**ONE, "mp": 0}, TWO), (), "deadline"),
}
"""By the key of the setting."""
