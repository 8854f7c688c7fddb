"""`clash` effects 交戰時, asked in order before the fields are weighed (D-34, DG-34). Pure."""

from boardgames.dominate.effects import mark_used
from boardgames.dominate.further_effects import act_more, add_foreign_term, add_total, rout, routed_by
from boardgames.dominate.moves import Use
from boardgames.dominate.ops import ClashOp, Rout, RoutProof, RoutStronger, TotalAdd, WeakenPer
from boardgames.dominate.power import power_total
from boardgames.dominate.state import Shown, State, holds, on_battlefield, opponents_here, shown_cards, with_piece
from tabletop.game import Illegal


def has_clash_effect(state: State, who: int) -> bool:
    """Whether the player is asked: on a battlefield, not silenced, with such a card shown."""
    player = state.players[who]
    able = on_battlefield(state, who) and player.piece.silenced_by is None
    return able and any(state.cards.cards[shown.code].clash for shown in player.piece.shown)


def refuse_clash(state: State, who: int, use: Use) -> Illegal | None:
    card = state.cards.cards[use.card]
    if not card.clash or Shown(card.code) not in state.players[who].piece.shown:
        return Illegal("no_such_clash", "D-34")
    if not all(_may(state, who, op, use) for op in card.clash):
        return Illegal("effect_condition", card.code)
    return None


def use_clash(state: State, who: int, use: Use) -> State:
    state = mark_used(state, who, use.card)
    for op in state.cards.cards[use.card].clash:
        state = _act(state, who, op, use)
    return state


def _may(state: State, who: int, op: ClashOp, use: Use) -> bool:
    match op:
        case RoutStronger():
            return _ahead(state, who, op) is not None
        case Rout():
            return bool(routed_by(state, who, op, use))
        case TotalAdd(climax=only_in_climax, only=only):
            return (state.round.climax or not only_in_climax) and holds(state, who, only)
    return True


def _act(state: State, who: int, op: ClashOp, use: Use) -> State:
    code = use.card
    match op:
        case TotalAdd():
            return add_total(state, who, op, code)
        case RoutProof():
            return with_piece(state, who, rout_proof=True)
        case WeakenPer():
            return _weaken_per(state, who, op, code)
        case RoutStronger():
            target = _ahead(state, who, op)
            return state if target is None else rout(state, target)
    return act_more(state, who, op, code, use)


def _weaken_per(state: State, who: int, op: WeakenPer, code: str) -> State:
    for i in opponents_here(state, who):
        number = sum(op.attribute in card.attributes for card in shown_cards(state, state.players[i]))
        state = add_foreign_term(state, i, code, op.n * number)
    return state


def _ahead(state: State, who: int, op: RoutStronger) -> int | None:
    """The opponent to be routed: the sole one, if stronger; of several, the only one not routed who is stronger."""
    opponents, own = opponents_here(state, who), power_total(state, who)
    ahead = [i for i in opponents if power_total(state, i) > own]
    if op.opponents == "sole":
        return ahead[0] if len(opponents) == 1 and ahead else None
    ahead = [i for i in ahead if not state.players[i].piece.out_of_battle]
    return ahead[0] if len(opponents) > 1 and len(ahead) == 1 else None
