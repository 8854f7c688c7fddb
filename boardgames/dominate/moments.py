"""What boards and open cards give by themselves at fixed moments of a round (3.9, timings). Pure."""

from collections.abc import Iterator

from boardgames.dominate.ops import Gain, Moment
from boardgames.dominate.state import State, board_of, gain
from boardgames.dominate.vocabulary import Card, Warden


def gains_at(state: State, who: int, moment: Moment) -> State:
    """Everything that the player has coming at `moment`, his board first."""
    for code, op in tuple(_gains(state, who)):
        if op.when == moment and op.at in (None, state.players[who].piece.place):
            state = gain(state, who, op.what, op.n, code)
    return state


def gains_for_all(state: State, moment: Moment) -> State:
    for who in state.order:
        state = gains_at(state, who, moment)
    return state


def _gains(state: State, who: int) -> Iterator[tuple[str, Gain]]:
    player, board = state.players[who], board_of(state, who)
    open_cards = (state.cards.cards[code] for code in (*(one.code for one in player.piece.shown), *player.lingering))
    sources: tuple[Warden | Card, ...] = (board, *open_cards)
    for source in sources:
        yield from ((source.code, op) for op in source.lasting if isinstance(op, Gain))
