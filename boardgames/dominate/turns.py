"""The action phase 行動階段: one turn after the other, and what may still interrupt one (D-18, D-19). Pure."""

from msgspec.structs import replace

from boardgames.dominate.annals import Turn
from boardgames.dominate.clash import has_clash_effect
from boardgames.dominate.movement import ready_for_turn
from boardgames.dominate.ops import PlayExtra
from boardgames.dominate.power import power_total
from boardgames.dominate.preparation import draw_cards, next_in_order, waits_for_deck
from boardgames.dominate.state import State, with_piece, with_round, with_step
from boardgames.dominate.vocabulary import FIELDS
from tabletop.game import Illegal


def ask_placement(state: State) -> State:
    """D-19: once all pieces stand, face-down stakes are turned up."""
    if state.step.turn < len(state.order):
        return state
    return with_step(replace(state, face_down=False), "begin_turn")


def begin_turn(state: State) -> State:
    if state.step.turn == len(state.order):
        return with_step(state, "clash")
    return with_step(ready_for_turn(state, state.actor), "turn", state.step.turn)


def refuse_done(state: State, who: int) -> Illegal | None:
    piece = state.players[who].piece
    if piece.committed or piece.out_of_battle:
        return None
    return Illegal("cards_not_played", "D-25")


def end_turn(state: State, who: int) -> State:
    player = state.players[who]
    piece = player.piece
    power = power_total(state, who) if piece.place in FIELDS else None
    up = tuple(shown.code for shown in piece.shown)
    turn = Turn(player.seat, up, piece.down, piece.place or "", power, player.name)
    state = with_round(with_piece(state, who, turn_over=True), turns=(*state.round.turns, turn))
    return with_step(state, "begin_turn", state.step.turn + 1)


def draw_before_extra(state: State) -> State:
    """The cards that an effect lets draw, then its extra cards, if it has any; nothing left to draw is no card."""
    step, hand = state.step, len(state.players[state.actor].hand)
    if step.draws and waits_for_deck(state, hand + 1):
        return state
    after = draw_cards(state, state.actor, step.draws)
    left = step.draws - (len(after.players[state.actor].hand) - hand)
    if left and after is not state:
        return replace(after, step=replace(step, draws=left))
    asks = any(isinstance(op, PlayExtra) for op in state.cards.cards[step.card].use)
    return with_step(after, "extra", step.turn, card=step.card) if asks else with_step(after, "turn", step.turn)


def ask_clash(state: State) -> State:
    if state.step.turn == len(state.order):
        return with_step(state, "battle")
    return state if has_clash_effect(state, state.actor) else next_in_order(state)
