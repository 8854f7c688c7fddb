"""Windows of Ace Royal as the table waits for them: who fights, who would fall, who holds what fits (AG-16)."""

from boardgames import ace_royal
from boardgames.ace_royal.agenda import NegateQuestion
from boardgames.ace_royal.moves import Use
from boardgames.ace_royal.play import asked
from boardgames.ace_royal.state import State
from boardgames.ace_royal.view import SeatView, View


def falls(view: View, it: SeatView) -> bool:
    """Who would be defeated if the phase ended now (A-18, AG-1, A-61, A-63), as `judgement.downfall` says, from what everybody
    sees.
    """
    if view.turn == 0 or it.status == "out":
        return False
    if it.status == "dead":
        return not it.independent or it.mana == 0
    match view.rules.defeat_rule:
        case "mana_only":
            return it.mana == 0
        case "both":
            return it.mana == 0 and it.spells == 0
        case _:
            return it.mana == 0 or it.spells == 0


def fighters(state: State) -> tuple[str, ...]:
    return state.combat.sides if state.combat else ()


def fits(state: State, seat: str) -> bool:
    """Whether the asked seat holds something that belongs to this very moment; what may be used at any time needs none."""
    question = asked(state)
    if question is None or question.seat != seat:
        return False
    return isinstance(question, NegateQuestion) or any(_fits(state, one.move) for one in ace_royal.offers(state, seat))


def _fits(state: State, move: object) -> bool:
    if not isinstance(move, Use):
        return False
    ability = state.cards.cards[move.card].activated
    return ability is not None and "any" not in ability.windows
