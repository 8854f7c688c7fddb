"""Command spells (령주, 令呪), functions a, b, c and e (A-69 to A-74); function d is a use that costs no cards. Pure."""

from boardgames.ace_royal.agenda import CoinQuestion, Question
from boardgames.ace_royal.moves import Spell
from boardgames.ace_royal.state import Change, Master, State, changed, tell
from tabletop.game import Illegal


def spell_refusal(state: State, question: Question, move: Spell) -> Illegal | None:
    """Why `move` is not possible, in the order of the record format."""
    master = state.masters[move.by]
    if illegal := no_spell(master):
        return illegal
    if move.use == "c" and not isinstance(question, CoinQuestion):
        return Illegal("no_coin_coming", "AC-18")
    if move.use == "e" and master.servant == "upright":
        return Illegal("servant_upright", "A-74")
    return None


def no_spell(master: Master) -> Illegal | None:
    """A-62, A-69: why `master` cannot spend a command spell."""
    if master.dead:
        return Illegal("master_dead", "A-62")
    return None if master.spells else Illegal("no_spells_left", "A-69")


def cast(state: State, move: Spell) -> State:
    """What the command spell does, and that it is spent."""
    state = spend(tell(state, "spell", seat=move.by, word=move.use), move.by)
    match move.use:
        case "a":
            return gain_mana(state, move.by, 1)
        case "b" if isinstance(move.stat, str):
            # AG-29: the number of set codes is frozen now, face-down cards do not count
            master = state.masters[move.by]
            change = Change("A-71", move.stat, len(master.codes), "turn")
            return changed(state, move.by, changes=(*master.changes, change))
        case "e":
            return rise(state, move.by)
        case _:
            return tell(state, "coin_stopped", seat=move.by, rule="A-72")


def spend(state: State, seat: str) -> State:
    return changed(state, seat, spells=state.masters[seat].spells - 1)


def gain_mana(state: State, seat: str, number: int) -> State:
    """A-70, AG-28: what is recovered above the cap is lost."""
    mana = state.masters[seat].mana
    gained = number if state.rules.mana_cap is None else min(number, max(0, state.rules.mana_cap - mana))
    return tell(changed(state, seat, mana=mana + gained), "gained_mana", seat=seat, number=gained)


def lose_mana(state: State, seat: str, number: int, *, code: str) -> State:
    """A-19, A-54: never below zero; `code` names the event that says why."""
    lost = min(state.masters[seat].mana, number)
    state = changed(state, seat, mana=state.masters[seat].mana - lost)
    return tell(state, code, seat=seat, number=lost)


def rise(state: State, seat: str) -> State:
    return tell(changed(state, seat, servant="upright"), "rose", seat=seat)
