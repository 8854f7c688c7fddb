"""Questions that only cards of own sets ask: hand cards for new ones, and what comes of a `manual` effect (3.9). Pure."""

from boardgames.chance_moves import is_part_of
from boardgames.dominate.further_effects import add_foreign_term, rout
from boardgames.dominate.moves import Settle, Settled, SwapHand
from boardgames.dominate.ops import Manual
from boardgames.dominate.ops import SwapHand as SwapOp
from boardgames.dominate.state import State, gain, seat_index, with_step
from tabletop.game import Illegal


def most_swapped(state: State) -> int:
    """How many hand cards the card that is asked about lets go."""
    return next(op.most for op in state.cards.cards[state.step.card].use if isinstance(op, SwapOp))


def manual_text(state: State) -> str:
    """What stands on the card whose effect is being settled."""
    return next(op.text for op in state.cards.cards[state.step.card].use if isinstance(op, Manual))


def refuse_swap_hand(state: State, who: int, move: SwapHand) -> Illegal | None:
    if not is_part_of(move.cards, state.players[who].hand):
        return Illegal("card_not_held", "D-25")
    if len(move.cards) > (most := most_swapped(state)):
        return Illegal("swap_limit", state.step.card, numbers={"most": most})
    return None


def settle(state: State, move: Settle) -> State:
    """Each change in the order said, cut at cap and floor like any other."""
    code = state.step.card
    for change in move.changes:
        state = _settled(state, change, code)
    return with_step(state, "turn", state.step.turn)


def _settled(state: State, change: Settled, code: str) -> State:
    who = seat_index(state, change.who)
    assert who is not None
    match change.what:
        case "total":
            return add_foreign_term(state, who, code, change.n)
        case "rout":
            return rout(state, who) if change.n > 0 else state
        case what:
            return gain(state, who, what, change.n, code)
