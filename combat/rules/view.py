"""What one person may see of a fight: new values built by whitelist, nothing else leaves the package (I-6).

Of others are shown their public numbers, whether a plan is in, and what was opened. Cards left, uses, pools, signs and the
sealed plan are shown to their owner alone; the GM knows every sheet and hand but no sealed plan. What was never shown to the
table stays hidden afterwards too: the card and target behind a note, the cards a retreat is still waiting for.
"""

from typing import Any

from combat.rules.cards import Card
from combat.rules.outcome import deadlines, outcome
from combat.rules.reports import Note, SlotReport
from combat.rules.seen import (
    CombatantView,
    DefenceView,
    FightView,
    HandCard,
    OwnView,
    Phase,
    SupportOption,
    WaitingFor,
)
from combat.rules.sheet import Servant
from combat.rules.state import Fight, Fighter, change
from combat.rules.waiting import waiting_for
from tabletop.game import GM

__all__ = ["CombatantView", "FightView", "HandCard", "OwnView", "looked", "phase", "view"]


def view(fight: Fight, seats: tuple[str, ...]) -> FightView:
    """The fight for the person who holds `seats`: combatant ids, `("gm",)` the GM, `()` a spectator."""
    return _view(fight, seats)


def looked(fight: Fight) -> FightView:
    """What a GM sees who looks at the sealed plans; the runtime logs that he did (trap 7)."""
    return _view(fight, (GM,), looking=True)


def phase(fight: Fight) -> Phase:
    if fight.verdict:
        return "ended"
    if fight.waiting:
        return "waiting"
    return "planning" if fight.between_rounds else "opening"


_recent: list[tuple[Fight, FightView] | None] = [None]
"""The latest state shown, since a move is shown to every seat in turn. One item, exchanged as a whole: safe among threads."""


def _for_everybody(fight: Fight) -> FightView:
    """What a spectator sees: the part that all views share, worked out once per state."""
    recent = _recent[0]
    if recent is not None and recent[0] is fight:
        return recent[1]
    shared = FightView(
        title=fight.title,
        settings=fight.settings,
        round=fight.round,
        slot=fight.slot,
        phase=phase(fight),
        combatants=tuple([_combatant(fight, place) for place in range(len(fight.fighters))]),
        slots=_slots(fight.slots, ()),
        events=fight.events,
        falls=fight.falls,
        waiting_for=_waiting(fight, ()) if fight.waiting else None,
        outcome=outcome(fight),
        deadlines=deadlines(fight),
        rewards=fight.rewards,
        named=fight.named,
        own=(),
        helped=fight.helped,
    )
    _recent[0] = (fight, shared)
    return shared


def _view(fight: Fight, seats: tuple[str, ...], *, looking: bool = False) -> FightView:
    shared = _for_everybody(fight)
    if not seats:
        return shared
    held = [fighter for fighter in fight.fighters if GM in seats or fighter.kit.id in seats]
    own = tuple([_own(fight, fighter, plan=looking or fighter.kit.id in seats) for fighter in held])
    slots = fight.slots if looking else _slots(fight.slots, seats)
    waiting = _waiting(fight, seats) if fight.waiting else None
    return change(shared, own=own, slots=slots, waiting_for=waiting)


def _combatant(fight: Fight, place: int) -> CombatantView:
    fighter = fight.fighters[place]
    kit = fighter.kit
    return CombatantView(
        id=kit.id,
        name=kit.name,
        kind="servant" if kit.servant else "master",
        class_=kit.sheet.class_ if isinstance(kit.sheet, Servant) else "",
        side=kit.side,
        line=fighter.line,
        state=fighter.state,
        hp=fighter.hp,
        hp_at_start=fight.started[place],
        mp=fighter.mp,
        mp_at_start=fight.started_mp[place],
        planned=fighter.plan is not None,
        against=fight.against.get(kit.id),
    )


def _own(fight: Fight, fighter: Fighter, *, plan: bool) -> OwnView:
    kit = fighter.kit
    master = not kit.servant
    pool = fight.spells.get(kit.id if master else kit.master or "")
    shown = plan and fighter.plan is not None
    return OwnView(
        id=kit.id,
        ranks=kit.ranks,
        hand=_hand(fighter),
        supports=_supports(fighter),
        defences=_defences(fighter) if kit.skills or kit.armours else (),
        ranged=kit.ranged,
        regroups=fighter.regroups,
        plus_signs=kit.plus_signs,
        plus_active=fighter.plus,
        conviction_spent=fighter.spent,
        fortune=fighter.fortune if master else None,
        conviction=fighter.conviction if master else None,
        command_spells=pool.left if pool else None,
        forced_return_used=pool.returned if pool else None,
        floor=kit.floor,
        plan=tuple([slot.written for slot in fighter.plan or ()]) if shown else None,
    )


def _hand(fighter: Fighter) -> tuple[HandCard, ...]:
    return tuple([_hand_card(fighter, fighter.hand[word]) for word in fighter.kit.owned])


def _hand_card(fighter: Fighter, card: Card) -> HandCard:
    return HandCard(
        card.word,
        card.name,
        card.family,
        card.kind,
        card.value,
        fighter.left[card.at],
        fighter.full[card.at],
        card.beats,
        card.mp,
        card.mp_damage,
        card.steps,
        card.area,
    )


def _supports(fighter: Fighter) -> tuple[SupportOption, ...]:
    left, full = fighter.left, fighter.full
    return tuple(
        [
            SupportOption(way.word, way.name, way.attack, way.defence, left[way.at], full[way.at], way.mp)
            for way in fighter.kit.supports.values()
        ]
    )


def _defences(fighter: Fighter) -> tuple[DefenceView, ...]:
    skills = [(ward, fighter.left[ward.at]) for ward in fighter.kit.skills]
    armours = [(ward, None) for ward in fighter.kit.armours]
    return tuple(DefenceView(ward.word, ward.against, ward.amount, left) for ward, left in skills + armours)


def _slots(slots: tuple[SlotReport, ...], seats: tuple[str, ...]) -> tuple[SlotReport, ...]:
    for slot in slots:
        if slot.notes:
            return tuple(_slot(slot, seats) if slot.notes else slot for slot in slots)
    return slots


def _slot(slot: SlotReport, seats: tuple[str, ...]) -> SlotReport:
    notes = tuple(told for note in slot.notes if (told := _told(note, seats)))
    return change(slot, notes=notes)


def _told(note: Note, seats: tuple[str, ...]) -> Note | None:
    """An entry that turned into Wait is known to its owner; the others saw a Wait, or a chant that broke off (G-9)."""
    if note.who in seats:
        return note
    if GM in seats:
        return change(note, card=None)
    return Note(who=note.who, rule=note.rule) if note.rule == "G-9" else None


def _waiting(fight: Fight, seats: tuple[str, ...]) -> WaitingFor | None:
    waiting: dict[str, Any] | None = waiting_for(fight)
    if waiting is None:
        return None
    told = {"for_" if key == "for" else key: value for key, value in waiting.items()}
    if waiting["who"] not in seats and GM not in seats:
        told.pop("cards", None)
    return WaitingFor(**told)
