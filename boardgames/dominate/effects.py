"""`use` effects: what a card shown may do in its owner's turn (D-28, DG-30), and the extra cards some allow. Pure.

A card's conditions are all asked before the first of its ops acts; the refusing rule is the card's own code.
"""

from msgspec import UNSET

from boardgames.dominate.commitment import cost_of, refuse_banned, refuse_cost, without
from boardgames.dominate.further_effects import act_more, add_foreign_term, add_total, may_more, rout
from boardgames.dominate.movement import next_place, refuse_entry, relocate, take_best_token
from boardgames.dominate.moves import Extra, Use
from boardgames.dominate.ops import (
    HideName,
    Leap,
    ManaAdd,
    PlayExtra,
    PlayRange,
    ResultsGain,
    RoutChosen,
    Silence,
    StepOn,
    TerrainAdd,
    TerrainMultiply,
    TerrainTake,
    TotalAdd,
    UseOp,
    WeakenActed,
)
from boardgames.dominate.state import (
    Player,
    Shown,
    State,
    TerrainUse,
    gain,
    holds,
    on_battlefield,
    opponents_here,
    seat_index,
    shown_cards,
    with_piece,
    with_player,
    with_step,
)
from boardgames.dominate.vocabulary import Card
from tabletop.game import Illegal


def refuse_use(state: State, who: int, use: Use) -> Illegal | None:
    player, card = state.players[who], state.cards.cards[use.card]
    if not card.use or Shown(card.code) not in player.piece.shown:
        return Illegal("no_such_effect", "D-28")
    if not on_battlefield(state, who):
        return Illegal("effect_off_the_field", "D-29")
    if player.piece.silenced_by:
        return Illegal("silenced", player.piece.silenced_by)
    if not all(_may(state, who, op, use) for op in card.use):
        return Illegal("effect_condition", card.code)
    return None if use.to is UNSET else refuse_entry(state, who, use.to)


def use_card(state: State, who: int, use: Use) -> State:
    """All ops of the card, in the order printed."""
    card = state.cards.cards[use.card]
    state = mark_used(state, who, card.code)
    for op in card.use:
        state = _act(state, who, op, card, use)
    return state


def mark_used(state: State, who: int, code: str) -> State:
    """The first copy of the card that is not used yet."""
    shown = state.players[who].piece.shown
    first = shown.index(Shown(code))
    return with_piece(state, who, shown=(*shown[:first], Shown(code, used=True), *shown[first + 1 :]))


def refuse_extra(state: State, who: int, extra: Extra) -> Illegal | None:
    """The cards of `extra`, asked at once after a card that allows them (`state.step.card`)."""
    player, limit = state.players[who], extra_limit(state)
    if len(without(player.hand, extra.up)) + len(extra.up) != len(player.hand):
        return Illegal("card_not_held", "D-25")
    cards = [state.cards.cards[code] for code in extra.up]
    low, high = powers_of(limit)
    if len(cards) > limit.most or any(not low <= card.power <= high for card in cards):
        return Illegal("extra_limit", state.step.card, numbers={"most": limit.most, "power": high})
    if illegal := refuse_banned(state, player, cards):
        return illegal
    return None if limit.free else refuse_cost(state, player, cards)


def play_extra(state: State, who: int, extra: Extra) -> State:
    player = state.players[who]
    state = with_player(state, who, hand=without(player.hand, extra.up))
    state = with_piece(state, who, shown=player.piece.shown + tuple(Shown(code) for code in extra.up))
    if not extra_limit(state).free:
        state = gain(state, who, "mana", -cost_of(state, (state.cards.cards[code] for code in extra.up)), "D-27")
    return with_step(state, "turn", state.step.turn)


def extra_limit(state: State) -> PlayExtra | PlayRange:
    """What the card that is asked about (`state.step.card`) lets play."""
    return next(op for op in state.cards.cards[state.step.card].use if isinstance(op, PlayExtra | PlayRange))


def powers_of(limit: PlayExtra | PlayRange) -> tuple[int, int]:
    """The lowest and the highest printed power of the cards that may be played."""
    return (limit.low, limit.high) if isinstance(limit, PlayRange) else (0, limit.power)


def _may(state: State, who: int, op: UseOp, use: Use) -> bool:
    player = state.players[who]
    match op:
        case TerrainAdd() | TerrainMultiply():
            return player.piece.token > 0
        case StepOn():
            return use.to == next_place(player.piece.place)
        case Leap():
            return use.to not in ("workshop", player.piece.place)
        case TotalAdd(climax=only_in_climax, only=only):
            return (state.round.climax or not only_in_climax) and holds(state, who, only)
        case RoutChosen(spells=most):
            target = seat_index(state, str(use.target))
            return target in opponents_here(state, who) and state.players[target].spells <= most
    return may_more(state, who, op, use)


def _act(state: State, who: int, op: UseOp, card: Card, use: Use) -> State:
    match op:
        case TerrainAdd(n=n):
            return _on_terrain(state, who, TerrainUse(card.code, "add", n))
        case TerrainMultiply(n=n):
            return _on_terrain(state, who, TerrainUse(card.code, "multiply", n))
        case TerrainTake():
            return take_best_token(state, who)
        case StepOn() | Leap():
            return relocate(state, who, str(use.to))
        case ManaAdd(n=n):
            return gain(state, who, "mana", n, card.code)
        case ResultsGain(n=n):
            return gain(state, who, "results", n, card.code)
        case TotalAdd():
            return add_total(state, who, op, card.code)
        case WeakenActed():
            return _weaken_acted(state, who, op, card.code)
        case PlayExtra(draw=draw):
            return with_step(state, "draw", state.step.turn, card=card.code, draws=draw)
        case RoutChosen():
            return rout(state, seat_index(state, str(use.target)) or 0)
        case Silence(scope=scope):
            return _silence(state, who, card.code, everybody=scope == "all")
        case HideName():
            return with_player(state, who, revealed=False)
    return act_more(state, who, op, card.code, use)


def _on_terrain(state: State, who: int, use: TerrainUse) -> State:
    return with_piece(state, who, terrain=(*state.players[who].piece.terrain, use))


def _weaken_acted(state: State, who: int, op: WeakenActed, code: str) -> State:
    for i in opponents_here(state, who):
        player = state.players[i]
        if player.piece.turn_over and not _shows(state, player, op.spares):
            state = add_foreign_term(state, i, code, op.n)
    return state


def _silence(state: State, who: int, code: str, *, everybody: bool) -> State:
    for i in opponents_here(state, who):
        if everybody or not state.players[i].piece.turn_over:
            state = with_piece(state, i, silenced_by=code)
    return state


def _shows(state: State, player: Player, attribute: str) -> bool:
    return any(attribute in card.attributes for card in shown_cards(state, player))
