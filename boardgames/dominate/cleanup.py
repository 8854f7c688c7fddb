"""After the battles: cards, pieces and stakes go back, wardens' last gains, the start marker moves on (D-39 … D-41). Pure."""

from msgspec.structs import replace

from boardgames.dominate.moments import gains_for_all
from boardgames.dominate.settings import FULL_TABLE
from boardgames.dominate.state import (
    Lasting,
    Piece,
    Player,
    State,
    board_of,
    clockwise,
    gain,
    with_player,
    with_round,
    with_step,
)


def clean_up(state: State) -> State:
    used = (*state.stakes_used, *state.round.stakes.field_a, *state.round.stakes.field_b)
    losers = tuple(i for i in state.order if state.players[i].piece.lost)
    state = gains_for_all(state, "cleanup")
    players = tuple(_put_back(state, player) if player.state == "playing" else player for player in state.players)
    state = replace(state, players=players, stakes_used=used)
    for who in state.order:
        board = board_of(state, who)
        state = gain(state, who, "mana", board.cleanup_mana, board.code)
    return _offer_swap(state, losers)


def swap_warden(state: State, who: int) -> State:
    """DG-27: only the board changes; everything on it is kept."""
    player = state.players[who]
    state = with_player(state, who, warden=board_of(state, who).becomes)
    return with_round(state, swap=player.seat)


def end_round(state: State) -> State:
    """DX-9, DG-7: the marker moves as the house rule says; a new round begins."""
    state = gains_for_all(state, "round_end")
    marker = state.marker
    match state.rules.start:
        case "pass_left":
            marker = clockwise(state, (marker + 1) % len(state.players))[0]
        case "lowest_results":
            marker = min(state.order, key=lambda i: state.players[i].results)
    return with_step(replace(state, marker=marker), "round")


def _offer_swap(state: State, losers: tuple[int, ...]) -> State:
    who = next((i for i in state.order if board_of(state, i).becomes), None)
    if who is None or state.rules.swap == "off" or len(state.players) == FULL_TABLE:
        return with_step(state, "marker")
    if not state.players[who].spells:
        return with_step(swap_warden(state, who), "marker")
    return with_step(state, "swap", state.order.index(who)) if who in losers else with_step(state, "marker")


def _put_back(state: State, player: Player) -> Player:
    piece, cards = player.piece, state.cards
    codes = tuple(shown.code for shown in piece.shown)
    arts = tuple(code for code in codes if code in cards.arts)
    lingering = tuple(code for code in arts if cards.cards[code].lingers)
    removed = piece.removed
    spent = tuple(code for code in arts if cards.cards[code].once and code not in removed)
    gone = {*lingering, *removed, *spent}
    stays, lasting = _linger_on(state, player, lingering)
    return replace(
        player,
        discard_up=player.discard_up + tuple(code for code in codes if code in cards.attacks and code not in removed),
        discard_down=player.discard_down + piece.down,
        ready=_in_order(state, player, ({*player.ready, *arts} - gone) | ({*player.lingering} - {*stays})),
        lingering=stays,
        lasting=lasting,
        spent=player.spent + spent,
        removed=player.removed + removed,
        piece=Piece(),
    )


def _linger_on(state: State, player: Player, new: tuple[str, ...]) -> tuple[tuple[str, ...], Lasting]:
    """The cards that linger from now on; one whose rounds are over can be played again."""
    now, cards = state.round.round, state.cards.cards
    until = dict(player.lasting.until)
    for code in new:
        if (rounds := cards[code].linger_rounds) is not None:
            until[code] = now + rounds
    stays = tuple(code for code in (*player.lingering, *new) if until.get(code, now + 1) > now)
    return stays, replace(player.lasting, until=tuple((code, last) for code, last in until.items() if code in stays))


def _in_order(state: State, player: Player, arts: set[str]) -> tuple[str, ...]:
    return tuple(code for code in state.cards.champions[player.champion or ""].arts if code in arts)
