"""Phases 3 to 5 before a combat: reveal, set, encounter, assault (A-32 to A-43). Pure."""

from msgspec.structs import replace

from boardgames.ace_royal.agenda import (
    AssaultQuestion,
    DeathCheck,
    Draw,
    EncounterQuestion,
    OpponentQuestion,
    Phase,
    PhaseEnd,
    RitualQuestion,
)
from boardgames.ace_royal.engagement import combat_steps, meet, on_reveal
from boardgames.ace_royal.moves import Assault, Done, Encounter, LayFacedown, Opponent, Pass, Reveal, SetCode
from boardgames.ace_royal.servant import cannot_assault, code_limit
from boardgames.ace_royal.state import Code, Master, State, answered, card_of, changed, clockwise, push, tell, without
from tabletop.game import Illegal

CARDS_PER_REVEAL = 2


def reveal(state: State, question: RitualQuestion, move: Reveal) -> State | Illegal:
    """A-33: turns up the hero or class card and draws two at once."""
    master = state.masters[move.by]
    up, card = (master.hero_up, master.hero) if move.what == "hero" else (master.class_up, master.class_)
    if up:
        return Illegal("already_up", "A-33")
    state = changed(replace(state, has_revealed=True), move.by, **{f"{move.what}_up": True})
    state = tell(state, "revealed", seat=move.by, card=card or "")
    state, works = on_reveal(state, move.by, card or "")
    return push(state, Draw(move.by, CARDS_PER_REVEAL), *works)


def set_code(state: State, question: RitualQuestion, move: SetCode) -> State | Illegal:
    """A-34, A-35."""
    if illegal := set_refusal(state, move):
        return illegal
    state = _leave_hand(state, move)
    codes = (*state.masters[move.by].codes, Code(move.card))
    return tell(changed(state, move.by, codes=codes), "set", seat=move.by, card=move.card)


def lay_facedown(state: State, question: RitualQuestion, move: LayFacedown) -> State | Illegal:
    """A-36, A-38: it counts as the set of this turn."""
    if illegal := set_refusal(state, move):
        return illegal
    state = _leave_hand(state, move)
    facedown = (*state.masters[move.by].facedown, move.card)
    return tell(changed(state, move.by, facedown=facedown), "laid_facedown", seat=move.by)


def set_refusal(state: State, move: SetCode | LayFacedown) -> Illegal | None:
    """Why `move` is not possible, in the order of the record format."""
    if move.card not in state.masters[move.by].hand:
        return Illegal("not_in_hand", "format")
    if state.has_set:
        return Illegal("second_set", "A-7")
    if isinstance(move, LayFacedown):
        return None
    if card_of(state, move.card).type == "scene":
        return Illegal("scene_set", "A-34")
    full = len(state.masters[move.by].codes) >= code_limit(state, move.by)
    return Illegal("no_slot", "A-35", numbers={"limit": code_limit(state, move.by)}) if full else None


def _leave_hand(state: State, move: SetCode | LayFacedown) -> State:
    hand = without(state.masters[move.by].hand, (move.card,))
    return push(changed(replace(state, has_set=True), move.by, hand=hand), DeathCheck(move.by))


def end_ritual(state: State, question: RitualQuestion, move: Done) -> State:
    return tell(answered(state), "ritual_done", seat=move.by)


def roll_encounter(state: State, question: EncounterQuestion, move: Encounter) -> State:
    """A-40, A-41."""
    state = tell(answered(state), "encounter_rolled", seat=state.player or "", number=move.roll)
    if move.roll != 1:
        return state
    others = _others(state)
    return _met(state, others[0]) if len(others) == 1 else push(state, OpponentQuestion())


def _others(state: State) -> tuple[str, ...]:
    return clockwise(state, state.player or "")[1:]


def roll_opponent(state: State, question: OpponentQuestion, move: Opponent) -> State:
    """AG-10: counted clockwise; a roll that would favour somebody is rolled again."""
    others = _others(state)
    uneven = 6 % len(others) != 0
    if state.rules.encounter_roll == "uniform" and uneven and move.roll > len(others):
        return tell(state, "opponent_rolled_again", number=move.roll, rule="AG-10")
    return _met(answered(state), others[(move.roll - 1) % len(others)])


def _met(state: State, other: str) -> State:
    """AG-11, A-43: who may not assault becomes the defender, if the other may; if neither may, nothing happens."""
    roller = state.player or ""
    state = tell(state, "met", seat=roller, other=other)
    swaps = state.rules.encounter_swap or cannot_assault(state, state.masters[roller])
    if assault_bar(state, state.masters[roller]) is None:
        return replace(state, meeting=(roller, other))
    if swaps and assault_bar(state, state.masters[other]) is None:
        return replace(state, meeting=(other, roller))
    return tell(state, "no_combat", seat=roller, other=other, rule="AG-11")


def assault_bar(state: State, master: Master) -> Illegal | None:
    """Why `master` may not assault anybody (A-43, AB-3, AB-4, L-S15), or None."""
    if cannot_assault(state, master):
        return Illegal("cannot_assault", "A-43")
    if master.servant == "danger":
        return Illegal("servant_in_danger", "AB-3")
    if master.servant == "down":
        return Illegal("servant_down", "AB-4")
    return Illegal("truce", "L-S15") if master.barred else None


def assault_refusal(state: State, move: Assault) -> Illegal | None:
    if illegal := assault_bar(state, state.masters[move.by]):
        return illegal
    no_target = move.target == move.by or state.masters[move.target].out
    return Illegal("no_target", "A-42") if no_target else None


def assault(state: State, question: AssaultQuestion, move: Assault) -> State | Illegal:
    """A-42."""
    if illegal := assault_refusal(state, move):
        return illegal
    return push(meet(answered(state), "assault", move.by, move.target), *combat_steps(), PhaseEnd())


def decline_assault(state: State, question: AssaultQuestion, move: Pass) -> State:
    """AG-13: phase 6 follows at once."""
    return push(tell(answered(state), "no_assault", seat=move.by), Phase(6))
