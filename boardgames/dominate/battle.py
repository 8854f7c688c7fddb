"""Weighing the fields and paying for them (D-35 … D-38): both are weighed before anything is paid. Pure."""

from boardgames.dominate.annals import Battle, Term, Total
from boardgames.dominate.ops import AfterOp, GainAfter, RemoveSelf, ResultsAdd, ResultsDouble, WinnerPrizeAdd
from boardgames.dominate.power import power_terms
from boardgames.dominate.settings import (
    FIELD_BONUS,
    KEPT_SPELLS,
    LOOKOUT_RESULTS,
    NPC,
    NPC_POWER,
    SHORT_PRIZE,
    HouseRules,
)
from boardgames.dominate.state import (
    State,
    board_of,
    gain,
    opponents_here,
    pieces_at,
    with_piece,
    with_round,
    with_step,
)
from boardgames.dominate.vocabulary import FIELDS, Stake


def fight(state: State) -> State:
    battles = tuple(weigh(state, field) for field in FIELDS if pieces_at(state, field))
    state = with_round(state, battles=battles)
    for battle in battles:
        state = _pay(state, battle)
    return with_step(_pay_lookout(state), "cleanup")


def weigh(state: State, field: str) -> Battle:
    """The totals of all who stand there, in order, the NPC last; who wins; what there is to win."""
    totals = [_total(state, i) for i in pieces_at(state, field)]
    if state.round.npc == field:
        totals.append(Total(NPC, NPC_POWER, False, (Term("D-62", NPC_POWER),)))
    best = max((total.total for total in totals if not total.routed), default=None)
    winners = tuple(total.who for total in totals if not total.routed and total.total == best)
    why = _prize(state, field)
    prize = sum(term.value for term in why)
    share = share_of(prize, len(winners), state.rules) if winners else 0
    return Battle(field, tuple(totals), winners, prize, why, share)


def share_of(prize: int, winners: int, rules: HouseRules) -> int:
    """D-38, DG-19."""
    match rules.share:
        case "ceil":
            return -(-prize // winners)
        case "half_up":
            return (2 * prize + winners) // (2 * winners)
        case "floor":
            return prize // winners


def _total(state: State, who: int) -> Total:
    player, why = state.players[who], power_terms(state, who)
    return Total(player.seat, sum(term.value for term in why), player.piece.out_of_battle, why)


def _prize(state: State, field: str) -> tuple[Term, ...]:
    stakes = [state.cards.stakes[code] for code in state.round.stakes.on(field)]
    counts_npc = state.round.npc == field and state.rules.npc_bonus == "yes"
    further = len(pieces_at(state, field)) + counts_npc - 1
    terms = [Term(stake.code, stake.results) for stake in stakes]
    if state.rules.short:
        terms = [Term("DG-36", SHORT_PRIZE)]
    terms.append(Term("D-37", FIELD_BONUS[field] if further > 0 else 0))
    terms += [Term(stake.code, stake.prize_per_further * further) for stake in stakes]
    return tuple(term for term in terms if term.value)


def _pay(state: State, battle: Battle) -> State:
    """Each step for all of its players, in order."""
    here = pieces_at(state, battle.field)
    winners = tuple(i for i in here if state.players[i].seat in battle.winners)
    losers = tuple(i for i in here if i not in winners) if len(battle.totals) > 1 else ()
    state = _pay_share(state, battle, winners)
    for code in state.round.stakes.on(battle.field):
        state = _pay_stake(state, state.cards.stakes[code], here, winners)
    for who in here:
        state = _after_effects(state, who, winners, losers)
    for who in losers:
        board = board_of(state, who)
        state = gain(with_piece(state, who, lost=True), who, "mana", board.lost_mana, board.code)
    return state


def _pay_share(state: State, battle: Battle, winners: tuple[int, ...]) -> State:
    rule = "D-36" if len(battle.totals) == 1 else "D-35" if len(battle.winners) == 1 else "D-38"
    for who in winners:
        state = gain(state, who, "results", battle.share, rule)
    for who in winners:
        won = state.rules.spell_win * state.players[who].piece.power_spells
        state = gain(state, who, "results", won, "DX-6")
    return state


def _pay_stake(state: State, stake: Stake, here: tuple[int, ...], winners: tuple[int, ...]) -> State:
    for who in here:
        state = gain(state, who, "mana", stake.everyone_mana, stake.code)
    for who in winners:
        state = gain(state, who, "mana", stake.winner_mana, stake.code)
        if stake.spell_or_mana is not None and state.players[who].spells < KEPT_SPELLS:
            state = gain(state, who, "spells", 1, stake.code)
        elif stake.spell_or_mana is not None:
            state = gain(state, who, "mana", stake.spell_or_mana, stake.code)
    return state


def _after_effects(state: State, who: int, winners: tuple[int, ...], losers: tuple[int, ...]) -> State:
    """`after` effects happen by themselves (DG-30), the cards in the order shown."""
    outcome = "won" if who in winners else "lost" if who in losers else ""
    for shown in state.players[who].piece.shown:
        for op in state.cards.cards[shown.code].after:
            if _happens(op, outcome):
                state = _after(state, who, op, shown.code, winners)
    return state


def _happens(op: AfterOp, outcome: str) -> bool:
    match op:
        case ResultsDouble():
            return outcome == "won"
        case RemoveSelf():
            return True
    return op.when in (outcome, "always")


def _after(state: State, who: int, op: AfterOp, code: str, winners: tuple[int, ...]) -> State:
    match op:
        case ResultsAdd():
            return _add_results(state, who, op, code, winners)
        case ResultsDouble():
            share = next(battle.share for battle in state.round.battles if state.players[who].seat in battle.winners)
            return gain(state, who, "results", share, code)
        case WinnerPrizeAdd(n=n):
            for winner in winners:
                state = gain(state, winner, "results", n, code)
            return state
        case GainAfter(n=n, what=what):
            return gain(state, who, what, n, code)
        case RemoveSelf():
            return with_piece(state, who, removed=(*state.players[who].piece.removed, code))


def _add_results(state: State, who: int, op: ResultsAdd, code: str, winners: tuple[int, ...]) -> State:
    opponents = len(opponents_here(state, who))
    times = {"any": 1, "some": min(opponents, 1), "each": opponents}[op.opponents]
    state = gain(state, who, "results", op.n * times, code)
    for winner in winners:
        state = gain(state, winner, "results", op.winners, code)
    if op.removes:
        state = with_piece(state, who, removed=(*state.players[who].piece.removed, code))
    return state


def _pay_lookout(state: State) -> State:
    if state.rules.scout == "at_battle":
        for who in pieces_at(state, "lookout"):
            state = gain(state, who, "results", LOOKOUT_RESULTS, "D-24")
    return state
