"""Random legal fights: any settings, two to seven combatants on two to four sides, moves only from what is offered."""

from collections.abc import Iterator
from random import Random
from typing import Any

from combat.rules import offers, options, play, read_move, read_setup, start, view
from combat.rules.moves import Slot
from combat.rules.options import Options
from combat.rules.state import Fight
from tabletop.game import GM, Illegal

type Value = dict[str, Any]

LETTERS = ("E", "D", "C", "B", "B+", "A", "A++", "EX")
BASICS = ("smash", "counter", "onslaught")
KINDS = ("general", "skill", "magic", "np")
FORESEEN_BY_NOBODY = {("R-MELEE-11", "plan"), ("G-12", "retreat")}
"""The two refusals that depend on what others hide, and so are not in anybody's options."""

SETTINGS: dict[str, tuple[Any, ...]] = {
    "plus_value": (0, 1, 3),
    "slots_per_round": (1, 3, 5),
    "rounds": (1, 2, None),
    "cards_return": ("end_of_fight", "end_of_round"),
    "equal_cards": ("nothing", "knights_plus_one"),
    "skill_vs_skill": ("rank_difference", "nothing", "both"),
    "force_order": (["np", "critical", "magic", "ordinary"], ["ordinary", "magic", "critical", "np"]),
    "same_force": ("difference", "both", "nothing"),
    "magic_cancelled_by": ("hp_loss", "lost_slot", "np_or_critical", "never"),
    "magic_refund": (False, True),
    "magic_vs_magic": ("subtract", "both_vanish", "larger_full"),
    "one_step_tie": ("nothing", "ordinary_wins"),
    "master_reduction": (None, 0, 2),
    "conviction_order": ("halve_then_double", "double_then_halve"),
    "support_cap": ({"binds": "extra", "max": 1}, {"binds": "whole", "max": 3}, {}),
    "support_helps_wait": (True, False),
    "back_line_targets": ("ranged", "anyone", "nobody"),
    "victory": ("hp_ratio", "points"),
    "mp_floor_base": (0, 30),
    "mp_floor_breach": ("vanish", "clamp"),
    "retreat": (
        {},
        {"cards": 1, "fails_at": 4},
        {"tested": "before_reduction", "failure_hurts": False, "several_enemies": "worst"},
    ),
    "cycle": ({}, {"counter": "onslaught", "onslaught": "smash", "smash": "counter"}),
    "rank_values": ({}, {"B": 2, "EX": 9}),
}


def setup(rng: Random) -> Value:
    number = rng.randint(2, 7)
    sides = "ABCD"[: rng.randint(2, min(4, number))]
    combatants = [combatant(rng, place, sides[place % len(sides)], front=place < len(sides)) for place in range(number)]
    settings = {key: rng.choice(values) for key, values in SETTINGS.items() if rng.random() < 0.5}
    return {"settings": settings, "combatants": combatants}


def combatant(rng: Random, place: int, side: str, *, front: bool) -> Value:
    master = rng.random() < 0.3
    stats = ("combat", "fortune", "conviction") if master else ("strength", "endurance", "agility", "mana", "luck")
    sheet: Value = {
        "id": f"c{place}",
        "kind": "master" if master else "servant",
        "side": side,
        "line": "front" if front else rng.choice(("front", "back")),
        "ranged": rng.random() < 0.5,
        "ranks": {stat: rng.choice(LETTERS) for stat in stats},
        "hp": rng.randint(1, 30),
        "mp": rng.randint(0, 40),
        "skills": [skill(rng, number) for number in range(rng.randint(0, 3))],
        "spells": [spell(rng, number) for number in range(rng.randint(0, 2))],
    }
    if rng.random() < 0.3:
        sheet["critical"] = {"count": rng.randint(0, 2), "damage": rng.randint(0, 9)}
    if not master:
        sheet["phantasms"] = [phantasm(rng, number) for number in range(rng.randint(0, 2))]
        sheet |= {"class": rng.choice(("saber", "rider"))} | ({"master": "elsewhere"} if rng.random() < 0.5 else {})
    return sheet


def skill(rng: Random, number: int) -> Value:
    id = f"k{number}"
    return rng.choice(
        [
            {
                "id": id,
                "effect": "card",
                "rank": rng.choice(LETTERS),
                "beats": rng.sample(BASICS, 2),
                "name": f"skill {id}",
            },
            {
                "id": id,
                "effect": "defence",
                "against": rng.sample(KINDS, 2),
                "amount": 2,
                "uses": rng.choice((None, 1)),
            },
            {"id": id, "effect": "regroup"},
        ]
    )


def phantasm(rng: Random, number: int) -> Value:
    attack = {
        "effect": "attack",
        "targets": rng.choice(("one", "area")),
        "damage": rng.randint(0, 12),
        "mp": rng.randint(0, 30),
    }
    armour = {"effect": "defence", "against": rng.sample(KINDS, 2), "amount": rng.randint(1, 3)}
    more = {"mp_damage": rng.randint(0, 9), "uses": rng.choice((None, 1, 2))}
    return {"id": f"n{number}", **(attack | more if rng.random() < 0.7 else armour)}


def spell(rng: Random, number: int) -> Value:
    base = {"id": f"p{number}", "mp": rng.randint(0, 9), "uses": rng.choice((None, 1, 2))}
    if rng.random() < 0.3:
        return base | {"effect": "support", rng.choice(("attack", "defence")): rng.randint(1, 4)}
    return base | {"effect": "attack", "steps": rng.randint(1, 3), "damage": rng.randint(0, 9)}


def begun(value: Value) -> Fight:
    found = read_setup(value)
    assert not isinstance(found, Illegal), found
    return start(found)


def record(rng: Random, length: int = 25, **allowed: bool) -> Value:
    """A legal record."""
    value = setup(rng)
    moves = [move for move, _ in walked(rng, begun(value), length, **allowed)]
    return {"format": "grailkeeper/fight", "version": 1, **value, "moves": moves}


def walked(rng: Random, fight: Fight, length: int, *, gm_changes: bool = True) -> Iterator[tuple[Value, Fight]]:
    """Random offered moves and the fights after them; an offered move that is refused ends the test."""
    for _ in range(length):
        move = offered(rng, fight, gm_changes=gm_changes)
        if move is None:
            return
        played = play(fight, read(move))
        if isinstance(played, Illegal):
            assert (played.rule, move["do"]) in FORESEEN_BY_NOBODY, (played, move)
            continue
        fight = played.state
        yield move, fight


def read(value: Value) -> Any:
    move = read_move(value)
    assert not isinstance(move, Illegal), (move, value)
    return move


def seats(fight: Fight) -> list[str]:
    return [fighter.kit.id for fighter in fight.fighters] + [GM, "elsewhere"]


def offered(rng: Random, fight: Fight, *, gm_changes: bool = True) -> Value | None:
    """One of the moves that somebody is offered, plans and reveals more often than the rest."""
    found = [
        move for seat in seats(fight) for move in moves_of(rng, fight, options(fight, seat), gm_changes=gm_changes)
    ]
    weights = [8 if move["do"] in ("plan", "reveal") else 1 for move in found]
    return rng.choices(found, weights)[0] if found else None


def moves_of(rng: Random, fight: Fight, offer: Options, *, gm_changes: bool = True) -> list[Value]:
    """What the options of one seat allow, one example of each."""
    by = {"by": offer.seat}
    found: list[Value] = [by | {"do": "activate_plus", "stat": stat} for stat in offer.activate_plus]
    if offer.plan:
        found.append(by | {"do": "plan", "slots": plan(rng, fight, offer)})
    if offer.spend_conviction:
        found.append(by | {"do": "spend_conviction"})
    if offer.retreat:
        found.append(by | {"do": "retreat", "fortune": offer.retreat.fortune})
    if offer.regroup:
        found.append(by | {"do": "regroup"})
    if offer.present:
        found.append(by | {"do": "present", "cards": shown(rng, offer)})
    if offer.forced_return:
        servant = offer.forced_return.servant
        found.append(by | {"do": "forced_return", "servant": servant, "accept": rng.random() < 0.5})
    if offer.reveal:
        found.append(by | {"do": "reveal", "slots": rng.randint(1, offer.reveal)})
    return found + (_gm_moves(rng, offer) if gm_changes else [])


def _gm_moves(rng: Random, offer: Options) -> list[Value]:
    by = {"by": offer.seat}
    found = [by | {"do": "move_line", "who": line.who, "line": line.line} for line in offer.move_line[:1]]
    if offer.special_damage:
        to = rng.choice(offer.special_damage)
        found.append(by | {"do": "special_damage", "to": to, "amount": rng.randint(1, 5), "reason": "a roof"})
    if offer.override:
        chosen = rng.choice(offer.override)
        key, least = rng.choice(list(chosen.least.items()))
        number = rng.randint(-3 if least is None else least, 30)
        found.append(by | {"do": "override", "who": chosen.who, "set": {key: number}, "reason": "a slip"})
    return found


def shown(rng: Random, offer: Options) -> list[str]:
    """Cards for a fleeing enemy, of the free ones."""
    present = offer.present
    assert present is not None
    free = [word for word, left in present.left.items() if word not in present.mp for _ in range(min(left or 0, 9))]
    return rng.sample(free, present.cards)


def plan(rng: Random, fight: Fight, offer: Options) -> list[Value]:
    """A plan built slot by slot from what is offered for the draft so far."""
    assert offer.plan is not None
    draft: list[Slot] = []
    others = offer.plan.targets + offer.plan.allies
    while len(draft) < offer.plan.slots and others and rng.random() < 0.9:
        target = rng.choice(others)
        open_words = [found for found in offers(fight, offer.seat, draft, len(draft), target) if not found.refused]
        if not open_words:
            draft.append(Slot())
            continue
        found = rng.choice(open_words)
        draft += placed(fight, offer.seat, target, found.word, found.purpose)
    return [written(slot) for slot in draft]


def placed(fight: Fight, seat: str, target: str, word: str, purpose: str | None) -> list[Slot]:
    if purpose is None:
        steps = next(card.steps for card in view(fight, (seat,)).own[0].hand if card.word == word)
        return [Slot(attack={target: word})] * steps
    support = {"to": target, "with": word} | ({} if word.startswith("spell:") else {"for": purpose})
    move = read({"by": seat, "do": "plan", "slots": [{"support": support}]})
    return list(move.slots)


def written(slot: Slot) -> Value:
    if not slot.support:
        return {"attack": slot.attack}
    support = {"to": slot.support.to, "with": slot.support.with_}
    return {"support": support | ({"for": slot.support.for_} if slot.support.for_ else {})}
