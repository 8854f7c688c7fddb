"""A turn and its phases (차례와 단계), and the way of the master coin (A-24 to A-31). Pure."""

from msgspec.structs import replace

from boardgames.ace_royal.aftermath import triggered_by
from boardgames.ace_royal.agenda import (
    AssaultQuestion,
    BeginTurn,
    Draw,
    EncounterQuestion,
    EndTurn,
    HandLimit,
    Phase,
    PhaseEnd,
    RecoverQuestion,
    RitualQuestion,
    Step,
)
from boardgames.ace_royal.annals import Transfer
from boardgames.ace_royal.engagement import combat_steps, meet
from boardgames.ace_royal.judgement import receive_coin
from boardgames.ace_royal.moves import Leave, Recover
from boardgames.ace_royal.spells import lose_mana
from boardgames.ace_royal.state import Master, State, answered, changed, next_after, push, sitting, tell, turn_then


def begin_turn(state: State, step: BeginTurn) -> State:
    state = replace(
        state,
        turn=state.turn + 1,
        player=step.player,
        transfer=None,
        has_set=False,
        has_revealed=False,
        meeting=None,
    )
    return push(tell(state, "turn", seat=step.player, number=state.turn), Phase(0 if step.transfer else 1))


def begin_phase(state: State, step: Phase) -> State:
    """The content of a phase, then its end."""
    state = replace(state, phase=step.number)
    player = state.player or ""
    match step.number:
        case 0:
            state, content = _transfer(state)
        case 1:
            state, content = _upright(state, player), triggered_by(state, player, "turn_start")
        case 2:
            content = (Draw(player, 1),)
        case 3:
            content = (RitualQuestion(player),)
        case 4:
            content = (EncounterQuestion(),)
        case 5 if state.meeting:
            state, content = meet(state, "encounter", *state.meeting), combat_steps()
        case 5:
            # without a combat there is no phase 5 to end, so the answer brings the end along
            return push(state, AssaultQuestion(player))
        case _:
            content = (*triggered_by(state, player, "end"), HandLimit())
    return push(state, *content, PhaseEnd())


def _transfer(state: State) -> tuple[State, tuple[Step, ...]]:
    """Phase 0 (AG-4): the receiver pays, and may turn a Servant in Danger Down (A-27)."""
    giver = state.holder or ""
    receiver = next_after(state, giver)
    state = replace(state, holder=receiver, holder_turns=0, had_turn=(), transfer=Transfer(giver, receiver))
    state = receive_coin(state, giver, receiver, pays=True)
    if state.rules.independent_upkeep == "master_round":
        state = _upkeep(state, sitting(state))
    in_danger = state.masters[receiver].servant == "danger"
    return state, (RecoverQuestion(receiver),) if in_danger else ()


def recover(state: State, question: RecoverQuestion, move: Recover) -> State:
    return tell(changed(answered(state), move.by, servant="down"), "recovered", seat=move.by, rule="A-27")


def leave(state: State, question: RecoverQuestion, move: Leave) -> State:
    return answered(state)


def _upright(state: State, player: str) -> State:
    """A-30, and A-63: what acting on after death costs (AG-38)."""
    if player == state.holder:
        state = replace(state, holder_turns=state.holder_turns + 1)
    master = state.masters[player]
    down = (master.servant == "down") + sum(code.down for code in master.codes)
    if down:
        codes = tuple(replace(code, down=False) for code in master.codes)
        servant = "upright" if master.servant == "down" else master.servant
        state = tell(changed(state, player, codes=codes, servant=servant), "uprighted", seat=player, number=down)
    match state.rules.independent_upkeep:
        case "own_turn":
            return _upkeep(state, (player,))
        case "any_turn":
            return _upkeep(state, sitting(state))
        case _:
            return state


def _upkeep(state: State, seats: tuple[str, ...]) -> State:
    for seat in seats:
        if state.masters[seat].independent:
            state = lose_mana(state, seat, 1, code="upkeep")
    return state


def end_turn(state: State, _: EndTurn) -> State:
    """The turn is written down, what lasted until its end is over, and the next one begins."""
    player = state.player or ""
    state = replace(state, turns=(*state.turns, turn_then(state)), had_turn=(*state.had_turn, player))
    masters = {seat: _rested(master, own_turn=seat == player) for seat, master in state.masters.items()}
    return _next_turn(replace(state, masters=masters), player)


def _rested(master: Master, *, own_turn: bool) -> Master:
    """AB-6: effects of a turn end with it; AG-45: abilities may be used again."""
    codes = tuple(replace(code, used=()) if code.used else code for code in master.codes)
    barred = master.barred and not own_turn
    changes = tuple(change for change in master.changes if _stays(change.until, own_turn=own_turn))
    words = tuple(word for word in master.words if _stays(word.until, own_turn=own_turn))
    return replace(
        master, changes=changes, words=words, hero_used=(), class_used=(), codes=codes, barred=barred, peeked=()
    )


def _stays(until: str, *, own_turn: bool) -> bool:
    return until == "perm" or (until == "their_turn_end" and not own_turn)


def _next_turn(state: State, player: str) -> State:
    """AG-2: whose turn it is, and whether the coin passes before it."""
    follower = next_after(state, player)
    match state.rules.coin_rotation:
        case "holder_second_turn_end":
            return push(state, BeginTurn(follower, transfer=state.holder_turns >= 2))
        case "on_return":
            back = follower == state.holder and state.holder_turns >= 1
            return push(state, BeginTurn(follower, transfer=back))
        case _:
            # the coin of a fallen holder passes without a new round, so the turns had still count
            over = set(sitting(state)) <= set(state.had_turn)
            first = next_after(state, state.holder or "")
            return push(state, BeginTurn(first if over else follower, transfer=over))
