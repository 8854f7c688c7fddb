"""Effects that the shipped set does not ask for, for sets that people make (3.9): each op's condition, and what it does. Pure."""

from msgspec.structs import replace

from boardgames.dominate.annals import Term
from boardgames.dominate.movement import relocate
from boardgames.dominate.moves import Use
from boardgames.dominate.ops import (
    BaseAdd,
    BaseSet,
    DrawCards,
    Go,
    ManaUnlimited,
    Manual,
    NoDraw,
    Op,
    PlayRange,
    RebuildHand,
    RemoveSelf,
    Reveal,
    Rout,
    SpellAdd,
    SpellSet,
    SwapHand,
    TerrainSet,
    TotalAdd,
)
from boardgames.dominate.power import power_total
from boardgames.dominate.state import (
    BaseChange,
    State,
    TerrainUse,
    gain,
    in_company,
    opponents_here,
    seat_index,
    shown_cards,
    with_piece,
    with_player,
    with_step,
)
from boardgames.dominate.tokens import add_own_term


def may_more(state: State, who: int, op: Op, use: Use) -> bool:
    """Whether the condition of `op` holds, asked before anything on the card acts."""
    player = state.players[who]
    match op:
        case TerrainSet():
            return player.piece.token > 0
        case Go(places=places, cost=cost, ignore_engaged=free):
            here = use.to in places and use.to != player.piece.place
            return here and player.mana >= cost and (free or not in_company(state, who))
        case Rout():
            return bool(routed_by(state, who, op, use))
        case Reveal(target="chosen") | SpellAdd(target="chosen") | SpellSet(target="chosen"):
            return _chosen(state, use) in opponents_here(state, who)
    return True


def act_more(state: State, who: int, op: Op, code: str, use: Use) -> State:
    player = state.players[who]
    match op:
        case BaseSet() | BaseAdd():
            return _change_bases(state, who, op, code)
        case TerrainSet(n=n):
            return with_piece(state, who, terrain=(*player.piece.terrain, TerrainUse(code, "set", n)))
        case Go(cost=cost):
            return relocate(gain(state, who, "mana", -cost, code), who, str(use.to))
        case Rout():
            for i in routed_by(state, who, op, use):
                state = rout(state, i)
        case Reveal(target=target):
            return with_player(state, who if target == "self" else _chosen(state, use) or 0, revealed=True)
        case SpellAdd(n=n) | SpellSet(n=n):
            for i in _whose(state, who, op.target, use):
                state = gain(state, i, "spells", n - (state.players[i].spells if isinstance(op, SpellSet) else 0), code)
        case ManaUnlimited():
            return with_player(state, who, lasting=replace(player.lasting, unlimited=True))
        case NoDraw(target=target):
            for i in (who,) if target == "self" else opponents_here(state, who):
                state = with_player(state, i, lasting=replace(state.players[i].lasting, no_draw=True))
        case RemoveSelf():
            return with_piece(state, who, removed=(*player.piece.removed, code))
        case DrawCards(n=n):
            return with_step(state, "draw", state.step.turn, card=code, draws=n)
        case RebuildHand():
            return discard_and_draw(state, who, player.hand, code)
        case SwapHand():
            return with_step(state, "swap_hand", state.step.turn, card=code)
        case PlayRange():
            return with_step(state, "extra", state.step.turn, card=code)
        case Manual():
            return with_step(state, "manual", state.step.turn, card=code)
    return state


def add_total(state: State, who: int, op: TotalAdd, code: str) -> State:
    """Counted as it is used: cards shown later add nothing more."""
    if op.per is None:
        return add_own_term(state, who, code, op.n)
    times = sum(op.per in card.attributes for card in shown_cards(state, state.players[who]))
    return add_own_term(state, who, code, op.n * times)


def discard_and_draw(state: State, who: int, cards: tuple[str, ...], code: str) -> State:
    """Cards of the hand go face down to the discard pile, and as many are drawn."""
    player, left = state.players[who], list(state.players[who].hand)
    for card in cards:
        left.remove(card)
    state = with_player(state, who, hand=tuple(left), discard_down=player.discard_down + cards)
    return with_step(state, "draw", state.step.turn, card=code, draws=len(cards))


def rout(state: State, who: int) -> State:
    """DX-11: for the round; whether it counts is Bulwark's to say."""
    return with_piece(state, who, routed=True)


def routed_by(state: State, who: int, op: Rout, use: Use) -> tuple[int, ...]:
    """The opponents here whom `op` would rout now."""
    here = opponents_here(state, who)
    match op.target:
        case "chosen":
            here = tuple(i for i in here if i == _chosen(state, use))
        case "sole":
            here = here if len(here) == 1 else ()
        case "top":
            best = max((power_total(state, i) for i in here), default=0)
            here = tuple(i for i in here if power_total(state, i) == best)
    return tuple(i for i in here if _fits(state, i, op))


def add_foreign_term(state: State, who: int, rule: str, value: int) -> State:
    return with_piece(state, who, foreign_terms=(*state.players[who].piece.foreign_terms, Term(rule, value)))


def _fits(state: State, who: int, op: Rout) -> bool:
    few = op.spells is None or state.players[who].spells <= op.spells
    return few and not any(op.lacks in card.attributes for card in shown_cards(state, state.players[who]))


def _chosen(state: State, use: Use) -> int | None:
    return seat_index(state, use.target) if isinstance(use.target, str) else None


def _whose(state: State, who: int, target: str, use: Use) -> tuple[int, ...]:
    if target == "all":
        return opponents_here(state, who)
    return (who,) if target == "self" else (_chosen(state, use) or 0,)


def _change_bases(state: State, who: int, op: BaseSet | BaseAdd, code: str) -> State:
    change = BaseChange(code, "set" if isinstance(op, BaseSet) else "add", op.n, op.attribute, op.at_most)
    for i in (who,) if op.scope == "self" else opponents_here(state, who):
        state = with_piece(state, i, bases=(*state.players[i].piece.bases, change))
    return state
