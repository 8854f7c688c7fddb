"""Every move of the fight: who may make it when, and what it does."""

import msgspec

from combat.rules import falls, retreat
from combat.rules.cards import hand
from combat.rules.damage import wounded
from combat.rules.moves import (
    OWN_MOVES,
    ActivatePlus,
    End,
    Enter,
    ForcedReturn,
    Move,
    MoveLine,
    Override,
    OwnMove,
    Plan,
    Present,
    Regroup,
    Retreat,
    Reveal,
    SpecialDamage,
    SpendConviction,
    actor,
)
from combat.rules.options import counted_cards, least
from combat.rules.outcome import finish, outcome, settle, with_full_counts
from combat.rules.plan import Faults, refuse, seal
from combat.rules.reports import Damage, Event, Report, Why
from combat.rules.roster import enter
from combat.rules.slot import resolve
from combat.rules.state import Fight, Fighter, PresentAnswer, ReturnAnswer, change, with_fighter
from combat.rules.waiting import waiting_for
from tabletop.game import GM, Awaits, Illegal, Played

CONVICTION_POINTS = 10
"""HP and MP that a point of Conviction (신념) lends for one battle (R-MASTER-5)."""


def play(fight: Fight, move: Move) -> Played | Illegal:
    """The fight after `move` and its report, or why it is refused."""
    after = advance(fight, move)
    return after if isinstance(after, Illegal) else Played(after, _report(fight, after, move))


def advance(fight: Fight, move: Move, misshapen: Faults | None = None) -> Fight | Illegal:
    """The fight after `move`, without a report.

    `misshapen` are the slots of a plan that could not be read (`moves.read_with_faults`).
    """
    after = _refused(fight, move) or _moved(fight, move, misshapen)
    return after if isinstance(after, Illegal) else settle(change(after, moves=fight.moves + 1))


def awaits(fight: Fight) -> Awaits:
    """Who must act: everyone who owes a plan, then the GM who reveals; or whose answer the fight waits for."""
    waiting = waiting_for(fight)
    if fight.verdict:
        return Awaits()
    if waiting:
        return Awaits(seats=(str(waiting["who"]),))
    owing = tuple(f.kit.id for f in fight.fighters if f.fighting and f.plan is None) if fight.between_rounds else ()
    return Awaits(seats=owing, gm=not owing)


def _refused(fight: Fight, move: Move) -> Illegal | None:
    """What forbids any move of this kind now."""
    if fight.verdict:
        return Illegal("fight_over", "format")
    if isinstance(move, ForcedReturn | Present):
        return _not_awaited(fight, move)
    if fight.waiting:
        return Illegal("fight_waits", "format")
    return _not_his(fight, move) if isinstance(move, OWN_MOVES) else None


def _not_awaited(fight: Fight, move: ForcedReturn | Present) -> Illegal | None:
    match fight.waiting, move:
        case ReturnAnswer(master=master, servant=servant), ForcedReturn(by=by, servant=id):
            right = by == master and id == fight.fighters[servant].kit.id
        case PresentAnswer(who=who), Present():
            right = actor(move) == fight.fighters[who].kit.id
        case _:
            right = False
    return None if right else Illegal("not_awaited", "format")


def _not_his(fight: Fight, move: OwnMove) -> Illegal | None:
    who = actor(move)
    return Illegal("not_yours", "format") if who is None else _not_here(fight, who)


def _not_here(fight: Fight, who: str) -> Illegal | None:
    """Who no longer fights makes no move and cannot be named in one."""
    fighter = fight.fighter(who)
    if fighter is None:
        return Illegal("nobody_of_that_name", "format", numbers={"who": who[:80]})
    return None if fighter.fighting else Illegal("no_longer_fighting", "format", numbers={"who": who})


def _moved(fight: Fight, move: Move, misshapen: Faults | None) -> Fight | Illegal:
    match move:
        case Plan():
            return _plan(fight, _place(fight, move), move, misshapen)
        case Reveal(slots=slots):
            return _reveal(fight, slots)
        case SpendConviction():
            return _spend_conviction(fight, _place(fight, move))
        case ActivatePlus(stat=stat):
            return _activate_plus(fight, _place(fight, move), stat)
        case Retreat(fortune=fortune):
            return (retreat.buy if fortune else retreat.flee)(fight, _place(fight, move))
        case Regroup():
            return _regroup(fight, _place(fight, move))
        case Present(cards=cards):
            assert isinstance(fight.waiting, PresentAnswer)
            return retreat.present(fight, fight.waiting, cards)
        case ForcedReturn(accept=accept):
            assert isinstance(fight.waiting, ReturnAnswer)
            return falls.answer(fight, fight.waiting, accept=accept)
        case Enter():
            return enter(fight, move)
        case MoveLine():
            return _move_line(fight, move)
        case SpecialDamage():
            return _special_damage(fight, move)
        case Override():
            return _override(fight, move)
        case End():
            return finish(fight, "gm")


def _place(fight: Fight, move: OwnMove) -> int:
    return fight.places[actor(move) or ""]


def _plan(fight: Fight, place: int, move: Plan, misshapen: Faults | None) -> Fight | Illegal:
    if not fight.between_rounds:
        return Illegal("round_has_begun", "format")
    sealed = seal(fight, place, move.slots, misshapen)
    if isinstance(sealed, Illegal):
        return sealed
    return with_fighter(fight, place, change(fight.fighters[place], plan=sealed))


def _reveal(fight: Fight, slots: int | msgspec.UnsetType) -> Fight | Illegal:
    left = fight.settings.slots_per_round - fight.slot
    wanted = left if isinstance(slots, msgspec.UnsetType) else slots
    if wanted > left:
        return Illegal("too_many_slots", "format", numbers={"left": left})
    for _ in range(wanted):
        fight = settle(falls.judge(resolve(fight), fight.sides_fighting))
        if fight.waiting or fight.verdict:
            break
    return fight


def _spend_conviction(fight: Fight, place: int) -> Fight | Illegal:
    """R-MASTER-5…8: one point, once per fight (G-13)."""
    fighter = fight.fighters[place]
    if fighter.kit.servant:
        return Illegal("not_a_master", "format", numbers={"who": fighter.kit.id})
    if fighter.conviction < 1:
        return refuse("conviction_empty")
    return refuse("conviction_spent") if fighter.spent else with_fighter(fight, place, _convinced(fighter, fight))


def _convinced(fighter: Fighter, fight: Fight) -> Fighter:
    """R-MASTER-6: cards left grow by as much as full ones."""
    return change(
        fighter,
        conviction=fighter.conviction - 1,
        spent=True,
        hp=fighter.hp + CONVICTION_POINTS,
        mp=fighter.mp + CONVICTION_POINTS,
        kept_hp=fighter.hp,
        kept_mp=fighter.mp,
        left=_grown(fighter.left, fighter.kit.grown),
        full=_grown(fighter.full, fighter.kit.grown),
        hand=hand(fighter.kit, fighter.plus, conviction=True, settings=fight.settings),
    )


def _grown(row: tuple[int | None, ...], growth: tuple[int, int, int]) -> tuple[int | None, ...]:
    """The three basic counts stand first in the stock and are never unlimited."""
    basic = zip(row, growth, strict=False)
    return (*((count or 0) + more for count, more in basic), *row[len(growth) :])


def _activate_plus(fight: Fight, place: int, stat: str) -> Fight | Illegal:
    """G-1: the plus signs of a stat count from now until the fight ends."""
    fighter = fight.fighters[place]
    if stat not in fighter.kit.plus_signs:
        return Illegal("no_such_stat", "format", numbers={"stat": stat[:80]})
    if not fighter.kit.plus_signs[stat]:
        return refuse("no_plus_sign", stat=stat)
    if stat in fighter.plus:
        return refuse("plus_already_active", stat=stat)
    plus = (*fighter.plus, stat)
    raised = hand(fighter.kit, plus, conviction=fighter.spent, settings=fight.settings)
    return with_fighter(fight, place, change(fighter, plus=plus, hand=raised))


def _regroup(fight: Fight, place: int) -> Fight | Illegal:
    """G-23: full counts again, once per regroup skill."""
    fighter = fight.fighters[place]
    if not fighter.regroups:
        return refuse("no_regroup_left")
    regrouped = change(fighter, regroups=fighter.regroups - 1, left=with_full_counts(fighter))
    return with_fighter(fight, place, regrouped)


def _move_line(fight: Fight, move: MoveLine) -> Fight | Illegal:
    if not fight.between_rounds:
        return Illegal("not_between_rounds", "format")
    if illegal := _not_here(fight, move.who):
        return illegal
    place = fight.places[move.who]
    fighter = fight.fighters[place]
    if move.line == "back" and fighter.line == "front" and _alone_in_front(fight, fighter):
        return Illegal("nobody_in_front", "format")
    return with_fighter(fight, place, change(fighter, line=move.line))


def _alone_in_front(fight: Fight, fighter: Fighter) -> bool:
    front = [other for other in fight.fighters if other.fighting and other.line == "front"]
    return all(other is fighter or other.kit.side != fighter.kit.side for other in front)


def _special_damage(fight: Fight, move: SpecialDamage) -> Fight | Illegal:
    """G-29: a free entry of the GM that ignores every reduction."""
    if illegal := _not_here(fight, move.to):
        return illegal
    damage = Damage(GM, move.to, "special", "hp", move.amount, (Why("G-29", move.amount),))
    event = Event(fight.moves, "special_damage", move.to, "G-29", move.amount, (damage,))
    place = fight.places[move.to]
    hit = with_fighter(fight, place, wounded(fight.fighters[place], (damage,)))
    return falls.judge(change(hit, events=(*fight.events, event)), fight.sides_fighting)


def _override(fight: Fight, move: Override) -> Fight | Illegal:
    """The GM sets numbers; falls follow from them as from damage."""
    fighter = fight.fighter(move.who)
    if fighter is None:
        return Illegal("nobody_of_that_name", "format", numbers={"who": move.who[:80]})
    if illegal := _not_settable(fighter, move.set):
        return illegal
    place = fight.places[move.who]
    return falls.judge(
        with_fighter(_with_spells(fight, fighter, move.set), place, _set(fighter, move.set)), fight.sides_fighting
    )


def _not_settable(fighter: Fighter, numbers: dict[str, int]) -> Illegal | None:
    known = least(fighter)
    for key, number in numbers.items():
        if key not in known:
            return Illegal("no_such_number", "format", numbers={"key": key[:80]})
        lowest = known[key]
        if lowest is not None and number < lowest:
            return (
                refuse("override_below_floor", floor=lowest)
                if key == "mp"
                else Illegal("below_zero", "format", numbers={"key": key})
            )
    return None


def _set(fighter: Fighter, numbers: dict[str, int]) -> Fighter:
    cards = {fighter.kit.places[word]: numbers[word] for word in counted_cards(fighter) if word in numbers}
    pools = {key: numbers[key] for key in ("hp", "mp", "fortune", "conviction") if key in numbers}
    kept = {f"kept_{key}": None for key in ("hp", "mp") if key in numbers}
    return change(fighter, left=tuple(cards.get(at, left) for at, left in enumerate(fighter.left)), **pools, **kept)


def _with_spells(fight: Fight, fighter: Fighter, numbers: dict[str, int]) -> Fight:
    if "command_spells" not in numbers:
        return fight
    master = fighter.kit.master or fighter.kit.id
    pool = change(fight.spells[master], left=numbers["command_spells"])
    return change(fight, spells={**fight.spells, master: pool})


def _report(before: Fight, after: Fight, move: Move) -> Report:
    """What the move added to what is known."""
    who = actor(move) if isinstance(move, OWN_MOVES) else getattr(move, "who", None) or getattr(move, "to", None)
    return Report(
        do=str(move.__struct_config__.tag),
        by=move.by,
        who=who,
        round=before.round,
        slots=after.slots[len(before.slots) :],
        events=after.events[len(before.events) :],
        falls=after.falls[len(before.falls) :],
        rewards=after.rewards[len(before.rewards) :],
        round_over=after.round > before.round,
        waiting_for=waiting_for(after),
        outcome=outcome(after) if after.verdict else None,
    )
