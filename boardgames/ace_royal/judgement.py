"""The end of a phase: who is defeated, what becomes of his cards and coin, whether the game is over (A-3, A-75). Pure."""

from msgspec.structs import replace

from boardgames.ace_royal.agenda import (
    EndTurn,
    HandLimit,
    Judgement,
    OpenWindow,
    Phase,
    PhaseEnd,
    RecoverQuestion,
)
from boardgames.ace_royal.annals import Defeat, Outcome, Reason
from boardgames.ace_royal.piles import to_grail_seat, too_many
from boardgames.ace_royal.spells import lose_mana
from boardgames.ace_royal.state import Master, State, changed, clockwise, next_after, push, sitting, tell

LAST_PHASE = 6


def end_phase(state: State, _: PhaseEnd) -> State:
    return push(state, OpenWindow("phase_end"), Judgement())


def downfall(state: State, master: Master) -> Reason | None:
    """Why `master` would be defeated if the phase ended now (A-18, AG-1, A-61, A-63), or None."""
    if master.dead:
        alone: Reason | None = None if master.mana else "mana"
        return alone if master.independent else "death"
    no_mana, no_spells = master.mana == 0, master.spells == 0
    match state.rules.defeat_rule:
        case "mana_only":
            # spells do not count here, so being without them is no reason either
            return "mana" if no_mana else None
        case "both":
            return "both" if no_mana and no_spells else None
        case _:
            return "both" if no_mana and no_spells else "mana" if no_mana else "spells" if no_spells else None


def judge(state: State, _: Judgement) -> State:
    """All who are to be defeated are, together; then the game is over, the coin passes, or the turn goes on."""
    player, holder = state.player or "", state.holder or ""
    if state.phase == LAST_PHASE and not state.masters[player].out and too_many(state, player) > 0:
        # the window of phase 6 filled the hand, so the phase is not over
        return push(state, HandLimit(), PhaseEnd())
    fallen = tuple(seat for seat in clockwise(state, player) if downfall(state, state.masters[seat]))
    for seat in fallen:
        state = _defeat(state, seat)
    if len(sitting(state)) <= 1:
        return _finish(state, fallen)
    if holder in fallen:
        return _pass_coin_of_fallen(state, holder)
    if state.masters[player].out:
        return push(state, EndTurn())
    return push(state, _after_phase(state))


def _defeat(state: State, seat: str) -> State:
    master = state.masters[seat]
    reason = downfall(state, master) or "mana"
    codes = tuple(code.card for code in master.codes)
    state = to_grail_seat(state, *master.hand, *codes, *master.facedown)
    state = changed(state, seat, out=True, mana=0, hand=(), codes=(), facedown=())
    defeat = Defeat(state.turn, state.phase or 0, seat, reason)
    return tell(replace(state, defeats=(*state.defeats, defeat)), "defeated", seat=seat, word=reason)


def _finish(state: State, fallen: tuple[str, ...]) -> State:
    """A-76, AG-48: one is left and wins, or nobody and it is a draw of those who fell now."""
    left = sitting(state)
    if left:
        state = tell(replace(state, outcome=Outcome(True, left[0])), "won", seat=left[0])
    else:
        draw = tuple(seat for seat in state.masters if seat in fallen)
        state = tell(replace(state, outcome=Outcome(True, None, draw)), "drawn", rule="A-76")
    # at once: the running turn is not finished and not written down
    return replace(state, agenda=())


def _pass_coin_of_fallen(state: State, holder: str) -> State:
    """AG-42: it passes at once, and the phase ends once more."""
    receiver = next_after(state, holder)
    state = replace(state, holder=receiver, holder_turns=0)
    state = receive_coin(state, holder, receiver, pays=state.rules.coin_on_holder_defeat == "pass_and_pay")
    asked = (RecoverQuestion(receiver),) if state.masters[receiver].servant == "danger" else ()
    return push(state, *asked, PhaseEnd())


def receive_coin(state: State, giver: str, receiver: str, *, pays: bool) -> State:
    """A-20, A-26: whoever receives the master coin loses 1 mana."""
    state = tell(state, "coin_passed", seat=giver, other=receiver)
    return lose_mana(state, receiver, 1, code="paid_for_coin") if pays else state


def _after_phase(state: State) -> Phase | EndTurn:
    """A-39: phase 4 after a set or reveal, else phase 5; an encounter goes on to phase 5."""
    match state.phase:
        case 3:
            return Phase(4 if state.has_set or state.has_revealed else 5)
        case 4:
            return Phase(5 if state.meeting else 6)
        case 6:
            return EndTurn()
        case number:
            return Phase((number or 0) + 1)
