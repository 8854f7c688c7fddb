"""Windows (대응 시점): seats are asked for effects round and round, until all pass in a row (AG-16). Pure."""

from msgspec.structs import replace

from boardgames.ace_royal.agenda import OpenWindow, Window, WindowName, WindowQuestion
from boardgames.ace_royal.judgement import downfall
from boardgames.ace_royal.moves import Pass
from boardgames.ace_royal.offers import has_use
from boardgames.ace_royal.state import State, answered, clockwise, push
from tabletop.game import TABLE


def open_window(state: State, step: OpenWindow) -> State:
    if state.combat and step.name != "phase_end":
        state = replace(state, combat=replace(state.combat, step=step.name))
    return push(state, Window(step.name, _order(state, step.name)))


def _order(state: State, name: WindowName) -> tuple[str, ...]:
    """In combat who strikes in this window comes first, then the other who fights, then the rest."""
    if state.combat is None or name == "phase_end":
        return clockwise(state, state.player or "")
    first = state.combat.defender if name.startswith("counter") else state.combat.assaulter
    fighters = (first, state.combat.against(first))
    return fighters + tuple(seat for seat in clockwise(state, first) if seat not in fighters)


def ask_round(state: State, window: Window) -> State:
    """The next seat that can respond is asked; the window closes when there is none."""
    if window.name == "engagement" and state.combat and state.combat.cancelled:
        return state
    # who cannot respond passes by himself and leaves no move in the record
    for skipped in range(len(window.order) - window.passes):
        at = (window.at + skipped) % len(window.order)
        if _can_respond(state, window.order[at], window.name):
            here = replace(window, at=at, passes=window.passes + skipped)
            return push(state, WindowQuestion(window.order[at], window.name), here)
    return state


def _can_respond(state: State, seat: str, name: WindowName) -> bool:
    master = state.masters[seat]
    if master.out or (name == "phase_end" and downfall(state, master) is None):
        return False
    return (master.spells > 0 and not master.dead) or has_use(state, WindowQuestion(seat, name))


def pass_window(state: State, question: WindowQuestion, move: Pass) -> State:
    """One passes; or the table says that all pass, and the window closes."""
    state = answered(state)
    return answered(state) if move.by == TABLE else _advanced(state, used=False)


def used_in_window(state: State) -> State:
    """After a use everybody may answer again."""
    return _advanced(answered(state), used=True)


def _advanced(state: State, *, used: bool) -> State:
    window = state.agenda[-1]
    if not isinstance(window, Window):
        raise TypeError(window)
    at = (window.at + 1) % len(window.order)
    after = replace(window, at=at, passes=0 if used else window.passes + 1)
    return replace(state, agenda=(*state.agenda[:-1], after))
