"""Who goes before a climax round, and how the game ends 淘汰 (D-42 … D-51, DG-1, DG-2). Pure."""

from msgspec.structs import replace

from boardgames.dominate.annals import Elimination
from boardgames.dominate.preparation import begin_round
from boardgames.dominate.settings import TIES_IN_A_ROW, HouseRules
from boardgames.dominate.state import EndedBy, State, Step, board_of, clockwise, with_player


def next_round(state: State) -> State:
    """The next round, or from the first climax round on an elimination and, unless it ends the game, the round."""
    begun = state.round.round
    if begun < state.rules.normal_rounds:
        return begin_round(state, climax=False)
    entering = begun == state.rules.normal_rounds
    if entering and (last := _wins_from_below(state)) is not None:
        return _end(state, "last_of_all", (last,))
    state = _settle(_eliminate(state, entering=entering))
    return state if state.ended_by else begin_round(state, climax=True)


def _wins_from_below(state: State) -> int | None:
    """Who wins by having the fewest results of all, alone, as the climax begins."""
    fewest = min(state.players[i].results for i in state.order)
    last = [i for i in state.order if state.players[i].results == fewest]
    return last[0] if len(last) == 1 and len(state.order) > 1 and board_of(state, last[0]).wins_if_last else None


def target_left(left: int, rules: HouseRules, *, entering: bool) -> tuple[str, int]:
    """The rule of the step with `left` players, and how many it wants left."""
    if entering:
        return ("D-48", 4) if left > 4 else ("D-49", left - 1)
    if rules.climax == "stepwise":
        return "DX-13", left - 1
    return ("D-50", 2) if left > 2 else ("D-51", left - 1)


def _eliminate(state: State, *, entering: bool) -> State:
    rule, target = target_left(len(state.order), state.rules, entering=entering)
    groups, left = _groups(state, target)
    spared = tuple(i for group in groups for i in group if entering and board_of(state, i).survives_entry)
    gone = [tuple(i for i in group if i not in spared) for group in groups]
    for who in (i for group in gone for i in group):
        state = with_player(state, who, state="out")
    order = clockwise(state, state.marker)
    tie = left > target and len({state.players[i].results for i in order}) == 1
    step = Elimination(
        state.round.round + 1,
        rule,
        tuple(_seats(state, group) for group in gone if group),
        _seats(state, spared),
        tie,
    )
    ties = state.ties + 1 if tie else 0
    return replace(state, order=order, eliminations=(*state.eliminations, step), ties=ties)


def _groups(state: State, target: int) -> tuple[list[tuple[int, ...]], int]:
    """The lowest groups, in the order of going, and how many the step counts as left."""
    left, groups = sorted(state.order), []
    while len(left) > target:
        lowest = min(state.players[i].results for i in left)
        group = tuple(i for i in left if state.players[i].results == lowest)
        rest = [i for i in left if i not in group]
        # D-47 literally, but never all; `spare_tied` lets stay whom the number does not need to lose.
        if not rest or (state.rules.elim_tie == "spare_tied" and len(rest) < target):
            break
        groups.append(group)
        left = rest
    return groups, len(left)


def _settle(state: State) -> State:
    if len(state.order) == 1:
        return _end(state, "last_left", state.order)
    if not state.ties or (state.rules.final_tie == "extra_round" and state.ties < TIES_IN_A_ROW):
        return state
    if state.rules.final_tie == "shared":
        return _end(state, "shared", state.order)
    return _end(state, "tiebreak", (_first_by_tiebreak(state),))


def _first_by_tiebreak(state: State) -> int:
    """Most spells, then most mana, then earliest in order."""
    return max(state.order, key=lambda i: (state.players[i].spells, state.players[i].mana))


def _end(state: State, by: EndedBy, winners: tuple[int, ...]) -> State:
    for who in winners:
        state = with_player(state, who, state="winner")
    return replace(
        state,
        step=Step("ended"),
        ended_by=by,
        winners=tuple(state.players[i].seat for i in winners),
        past=(*state.past, state.round),
        now=None,
    )


def _seats(state: State, group: tuple[int, ...]) -> tuple[str, ...]:
    """Inside a group the order is that of the seats."""
    return tuple(state.players[i].seat for i in sorted(group))
