"""How the game stands at its end: who won, by what, and the ranking. Pure."""

import msgspec

from boardgames.dominate.state import State


class Outcome(msgspec.Struct, frozen=True):
    """`ranking`: groups of seats, the winners first, the first eliminated last; empty until the end."""

    ended: bool
    by: str | None
    winners: tuple[str, ...]
    ranking: tuple[tuple[str, ...], ...]


def outcome(state: State) -> Outcome:
    return Outcome(state.ended_by is not None, state.ended_by, state.winners, _ranking(state))


def _ranking(state: State) -> tuple[tuple[str, ...], ...]:
    if not state.ended_by:
        return ()
    in_order = tuple(state.players[i].seat for i in state.order)
    beaten = tuple(seat for seat in in_order if seat not in state.winners)
    gone = [group for step in state.eliminations for group in step.out]
    return tuple(group for group in (state.winners, beaten, *reversed(gone)) if group)
