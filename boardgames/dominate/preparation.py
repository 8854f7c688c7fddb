"""From the start of a round to the first placement: conversion, refill, situation, stakes, the NPC (D-11 … D-13, D-60). Pure.

Each function is one automatic step; a step that returns the very state it was given waits for a move.
"""

from msgspec.structs import replace

from boardgames.dominate.annals import Round
from boardgames.dominate.moments import gains_for_all
from boardgames.dominate.settings import HAND
from boardgames.dominate.state import State, Step, board_of, clockwise, gain, with_player, with_round, with_step
from boardgames.dominate.vocabulary import FIELDS, Conversion


def begin_round(state: State, *, climax: bool) -> State:
    """A holder who is out passes the marker to the next one clockwise."""
    order = clockwise(state, state.marker)
    past = state.past if state.now is None else (*state.past, state.now)
    number = 1 if state.now is None else state.now.round + 1
    now = Round(number, climax, state.players[order[0]].seat)
    state = replace(state, marker=order[0], order=order, past=past, now=now, step=Step("convert"))
    if number == 1:
        state = gains_for_all(state, "setup")
    if climax and number == state.rules.normal_rounds + 1:
        state = gains_for_all(state, "enter_climax")
    return gains_for_all(state, "round_start")


def offer_conversion(state: State) -> State:
    if state.step.turn == len(state.order):
        return with_step(state, "refill")
    if may_convert(state, state.actor):
        return state
    return next_in_order(state)


def may_convert(state: State, who: int) -> bool:
    conversion, player = board_of(state, who).conversion, state.players[who]
    return conversion is not None and player.mana >= conversion.at_least


def convert(state: State, who: int, *, use: bool) -> State:
    board = board_of(state, who)
    if use:
        deal: Conversion = board.conversion  # type: ignore[assignment]
        state = gain(state, who, "mana", -deal.mana, board.code)
        state = gain(state, who, "results", deal.results, board.code)
    return next_in_order(state)


def next_in_order(state: State) -> State:
    return with_step(state, state.step.what, state.step.turn + 1)


def refill(state: State) -> State:
    """D-11: up to three cards; a hand above three stays (DG-25)."""
    if state.step.turn == len(state.order):
        return with_step(state, "situation")
    player = state.players[state.actor]
    if player.lasting.no_draw:
        return next_in_order(with_player(state, state.actor, lasting=replace(player.lasting, no_draw=False)))
    after = draw_cards(state, state.actor, HAND - len(player.hand))
    return after if waits_for_deck(after, HAND) else next_in_order(after)


def waits_for_deck(state: State, hand: int) -> bool:
    """DX-3: a card is due, the deck is empty, and there is a discard pile to shuffle."""
    player = state.players[state.actor]
    return len(player.hand) < hand and not player.deck and bool(player.discard)


def draw_cards(state: State, who: int, number: int) -> State:
    """As many of the top cards as there are; the same state when there is none to take."""
    player = state.players[who]
    taken = player.deck[: max(number, 0)]
    if not taken:
        return state
    return with_player(state, who, hand=player.hand + taken, deck=player.deck[len(taken) :])


def turn_up_situation(state: State) -> State:
    """D-12, D-44; its mana to everybody in order (DX-5)."""
    if state.round.climax:
        code, deck = state.cards.climax_situation(len(state.order)), state.situations
    else:
        code, deck = state.situations[0], state.situations[1:]
    state = with_round(replace(state, situations=deck), situation=code)
    for who in state.order:
        state = gain(state, who, "mana", state.situation.mana, code)
    return with_step(state, "lay", due=_stakes_due(state))


def lay_stakes(state: State) -> State:
    """D-13: field_a open, field_b face down, further ones open; a used-up deck is shuffled or stays empty (DX-4)."""
    if not state.step.due:
        return _set_npc(state)
    if not state.stake_deck and state.rules.events_exhausted == "reshuffle" and state.stakes_used:
        return state
    field, *due = state.step.due
    return replace(_lay(state, field), step=Step("lay", due=tuple(due)))


def _stakes_due(state: State) -> tuple[str, ...]:
    if state.rules.short:
        return ()
    extra = state.situation.extra_stakes
    fields = (*FIELDS, *(field for field in FIELDS for _ in range(extra.get(field, 0))))
    return tuple(field for field in fields if field not in state.situation.closes)


def _lay(state: State, field: str) -> State:
    if not state.stake_deck:
        return state
    laid = state.round.stakes
    face_down = state.face_down or (field == "field_b" and not laid.field_b)
    stakes = replace(laid, **{field: (*laid.on(field), state.stake_deck[0])})
    return with_round(replace(state, stake_deck=state.stake_deck[1:], face_down=face_down), stakes=stakes)


def _set_npc(state: State) -> State:
    """D-60, D-61, DG-3: before anybody places."""
    field = npc_field(state)
    if field in state.situation.closes:
        field = None
    return with_step(with_round(state, npc=field), "outpost")


def npc_field(state: State) -> str | None:
    """Where the NPC's turn of the fields puts it, if this game and round has one."""
    rules = state.rules
    if len(state.players) != 3 or (state.round.climax and rules.npc_climax == "no"):
        return None
    odd = state.round.round % 2 == 1
    match rules.npc_parity:
        case "round_odd_shinto":
            return "field_b" if odd else "field_a"
        case "round_odd_miyama":
            return "field_a" if odd else "field_b"
        case "by_player_count":
            return "field_b"
