"""How a piece gets from place to place: paid moves along the arrows, free moves, and arriving (D-20 … D-24). Pure."""

from itertools import pairwise

from boardgames.dominate.annals import Counted
from boardgames.dominate.moments import gains_at
from boardgames.dominate.settings import LOOKOUT_RESULTS, STEP_COSTS
from boardgames.dominate.state import Piece, State, board_of, gain, in_company, is_sealed, pieces_at, with_piece
from boardgames.dominate.vocabulary import ALONG_THE_ARROWS, FIELDS
from tabletop.game import Illegal


def refuse_move(state: State, who: int, to: str) -> Illegal | None:
    """Why the one paid move of the turn to `to` is not allowed."""
    player = state.players[who]
    if player.piece.committed:
        return Illegal("moved_after_cards", "D-18")
    if player.piece.moved:
        return Illegal("second_move", "DG-17")
    if ALONG_THE_ARROWS.index(to) <= _position(player.piece):
        return Illegal("against_the_arrows", "D-20")
    if _is_engaged(state, who):
        return Illegal("engaged", "D-22")
    if barred := refuse_entry(state, who, to):
        return barred
    if (cost := path_cost(state, who, to)) > player.mana:
        return Illegal("move_cost", "D-21", numbers={"cost": cost, "mana": player.mana})
    return None


def refuse_entry(state: State, who: int, to: str) -> Illegal | None:
    """What bars any way of leaving the own place or entering `to`: closed, sealed, taken (DG-35)."""
    if to in state.situation.closes:
        return Illegal("place_closed", state.situation.code)
    if seal := is_sealed(state, state.players[who].piece.place) or is_sealed(state, to):
        return Illegal("field_sealed", seal)
    if to == "lookout" and pieces_at(state, "lookout"):
        return Illegal("lookout_taken", "D-24")
    return None


def paid_move(state: State, who: int, to: str) -> State:
    cost = path_cost(state, who, to)
    state = gain(with_piece(state, who, moved=True), who, "mana", -cost, "D-20")
    return relocate(state, who, to)


def path_cost(state: State, who: int, to: str) -> int:
    """Mana for all the steps from the own place to `to` (D-21)."""
    player = state.players[who]
    first, last = _position(player.piece), ALONG_THE_ARROWS.index(to)
    steps = [cost + state.situation.step_cost for cost in STEP_COSTS[first:last]]
    if first == 0 and board_of(state, who).free_first_step:
        steps = steps[1:]
    return sum(steps)


def relocate(state: State, who: int, to: str) -> State:
    """The piece goes to `to` by whatever way, and arrives there."""
    piece = state.players[who].piece
    keeps = state.rules.token_follow == "kept"  # noqa: S105
    token, field = (piece.token, piece.token_field) if keeps else (0, None)
    arrived = arrive(with_piece(state, who, place=to, token=token, token_field=field), who)
    return gains_at(arrived, who, "enter")


def arrive(state: State, who: int) -> State:
    """What placing on or arriving at a place gives by itself: the Schemer's mana, the lookout's results (DG-18)."""
    player = state.players[who]
    place = player.piece.place or ""
    board = board_of(state, who)
    if mana := board.arrival_mana.get(place):
        state = _once(state, who, "arrival", "mana", mana, board.code)
    if place == "lookout" and state.rules.scout == "on_arrival":
        state = _once(state, who, "lookout", "results", LOOKOUT_RESULTS, "D-24")
    return state


def take_best_token(state: State, who: int) -> State:
    """The best token of the own field that another player holds, wherever he stands, if worth more than the own."""
    piece = state.players[who].piece
    holders = [i for i in state.order if i != who and state.players[i].piece.token_field == piece.place]
    best = max(holders, key=lambda i: state.players[i].piece.token, default=None)
    if piece.place not in FIELDS or best is None or (token := state.players[best].piece.token) <= piece.token:
        return state
    state = with_piece(state, best, token=0, token_field=None)
    return with_piece(state, who, token=token, token_field=piece.place)


def next_place(place: str | None) -> str | None:
    """The next place along the arrows."""
    return next((to for at, to in pairwise(ALONG_THE_ARROWS) if at == place), None)


def ready_for_turn(state: State, who: int) -> State:
    """D-22 is asked as the own turn begins; `engaged: at_turn_start` keeps that answer for the turn."""
    return with_piece(state, who, engaged=in_company(state, who))


def _is_engaged(state: State, who: int) -> bool:
    if state.rules.engaged == "at_turn_start":
        return state.players[who].piece.engaged
    return in_company(state, who)


def _position(piece: Piece) -> int:
    return ALONG_THE_ARROWS.index(piece.place or "")


def _once(state: State, who: int, mark: str, what: Counted, value: int, rule: str) -> State:
    piece = state.players[who].piece
    if mark in piece.scored:
        return state
    return gain(with_piece(state, who, scored=(*piece.scored, mark)), who, what, value, rule)
