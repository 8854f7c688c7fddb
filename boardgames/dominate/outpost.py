"""Placing the pieces 前哨階段: places, the workshop's mana, terrain tokens, the look at a face-down stake (D-14 … D-17). Pure."""

from boardgames.dominate.annals import Placed
from boardgames.dominate.moments import gains_at
from boardgames.dominate.movement import arrive
from boardgames.dominate.settings import FULL_TABLE, TOKENS, WORKSHOP_MANA, WORKSHOP_SPACES
from boardgames.dominate.state import State, board_of, gain, pieces_at, with_piece, with_round
from boardgames.dominate.vocabulary import FIELDS
from tabletop.game import Illegal


def refuse_place(state: State, at: str) -> Illegal | None:
    """A sealed field may be placed on."""
    if at == "lookout":
        return Illegal("lookout_not_placed", "D-17")
    if at == "workshop" and len(pieces_at(state, at)) >= workshop_spaces(state):
        return Illegal("workshop_full", "D-15")
    if at in state.situation.closes:
        return Illegal("place_closed", state.situation.code)
    return None


def workshop_spaces(state: State) -> int:
    """DG-6: four, or four less one per seat below seven; a situation may leave fewer."""
    spaces = WORKSHOP_SPACES
    if state.rules.workshop == "scaled":
        spaces = max(1, WORKSHOP_SPACES - (FULL_TABLE - len(state.players)))
    return spaces if state.situation.workshop is None else min(spaces, state.situation.workshop)


def place(state: State, who: int, at: str) -> State:
    token = token_left(state, at)
    first = not pieces_at(state, at)
    state = with_piece(state, who, place=at, token=token, token_field=at if token else None)
    placed = Placed(state.players[who].seat, at, token)
    state = with_round(state, placed=(*state.round.placed, placed))
    if at == "workshop":
        state = _workshop_income(state, who, first=first)
    return gains_at(arrive(state, who), who, "place")


def refuse_peek(state: State, who: int) -> Illegal | None:
    """The Arbiter, name hidden, once a round, while a stake lies face down."""
    player = state.players[who]
    able = board_of(state, who).peeks and not player.revealed and player.piece.peeked is None
    return None if able and state.face_down else Illegal("no_peek", "OSM")


def peek(state: State, who: int) -> State:
    return with_piece(state, who, peeked=state.round.stakes.field_b[0])


def token_left(state: State, at: str) -> int:
    """The highest terrain token left on the field (D-16); the NPC may hold the best."""
    if at not in FIELDS:
        return 0
    taken = len(pieces_at(state, at)) + (state.round.npc == at and state.rules.npc_token == "plus3")  # noqa: S105
    return dict(enumerate(TOKENS)).get(taken, 0)


def _workshop_income(state: State, who: int, *, first: bool) -> State:
    """D-15; the Teacher takes a result in place of the mana, a lingering study adds one."""
    player = state.players[who]
    board = board_of(state, who)
    if board.workshop_results:
        state = gain(state, who, "results", board.workshop_results, board.code)
    else:
        state = gain(state, who, "mana", WORKSHOP_MANA[0 if first else 1], "D-15")
    for code in player.lingering:
        state = gain(state, who, "results", state.cards.cards[code].workshop_results, code)
    return state
