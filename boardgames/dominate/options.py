"""Everything a seat may do now: each offered move is accepted, nothing outside the offer is (I-11). Pure.

Orders of the same cards are different moves, for effects after a battle happen in the order shown. Cards of one code are
interchangeable and offered once.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, permutations

from boardgames.dominate.by_hand import most_swapped
from boardgames.dominate.clash import refuse_clash
from boardgames.dominate.commitment import answers_without_pair, legal_pairs, with_further_cards
from boardgames.dominate.dealing import wardens_on_offer
from boardgames.dominate.effects import extra_limit, powers_of, refuse_extra, refuse_use
from boardgames.dominate.movement import refuse_move
from boardgames.dominate.moves import (
    Commit,
    Convert,
    Declared,
    Done,
    Extra,
    MoveTo,
    Peek,
    PlaceAt,
    Settle,
    Shard,
    Spell,
    Swap,
    SwapHand,
    Use,
    Warden,
)
from boardgames.dominate.outpost import refuse_peek, refuse_place
from boardgames.dominate.play import asked_index, awaits
from boardgames.dominate.state import State, board_of, on_battlefield
from boardgames.dominate.tokens import refuse_shard, refuse_spell
from boardgames.dominate.turns import refuse_done
from boardgames.dominate.vocabulary import ALONG_THE_ARROWS


def options(state: State, seat: str) -> tuple[Declared, ...]:
    """The legal moves of `seat`; none for who is not asked, for `gm` and for spectators."""
    if seat not in awaits(state).seats:
        return ()
    return tuple(_moves(state, asked_index(state), seat))


def _moves(state: State, who: int, seat: str) -> Iterable[Declared]:
    match state.step.what:
        case "draft":
            return (Warden(seat, code) for code in wardens_on_offer(state))
        case "convert":
            return (Convert(seat, use=True), Convert(seat, use=False))
        case "outpost":
            return chain(_placements(state, seat), () if refuse_peek(state, who) else (Peek(seat),))
        case "turn":
            return _turn(state, who, seat)
        case "extra":
            return _extras(state, who, seat)
        case "clash":
            return chain(_clashes(state, who, seat), (Done(seat),))
        case "swap_hand":
            return _hand_swaps(state, who, seat)
        case "manual":
            return (Settle(seat),)
        case "swap":
            return (Swap(seat, use=True), Swap(seat, use=False))
    return ()


def _placements(state: State, seat: str) -> Iterator[Declared]:
    return (PlaceAt(seat, at) for at in ALONG_THE_ARROWS if not refuse_place(state, at))


def _turn(state: State, who: int, seat: str) -> Iterator[Declared]:
    piece = state.players[who].piece
    if not piece.committed:
        yield from (MoveTo(seat, to) for to in ALONG_THE_ARROWS if not refuse_move(state, who, to))
    yield from _spells(state, who, seat)
    yield from _shards(state, who, seat)
    if not piece.committed and not piece.out_of_battle:
        yield from _commits(state, who, seat)
    yield from _uses(state, who, seat)
    if not refuse_done(state, who):
        yield Done(seat)


def _spells(state: State, who: int, seat: str) -> Iterator[Declared]:
    if state.players[who].spells:
        yield Spell(seat, "mana")
        yield Spell(seat, "power")
        moves = (Spell(seat, "move", to) for to in ALONG_THE_ARROWS)
        yield from (move for move in moves if not refuse_spell(state, who, move))


def _shards(state: State, who: int, seat: str) -> Iterator[Declared]:
    moves = (Shard(seat, purpose) for purpose in board_of(state, who).shard_uses)
    return (move for move in moves if not refuse_shard(state, who, move))


def _commits(state: State, who: int, seat: str) -> Iterator[Declared]:
    hand = state.players[who].hand
    if not on_battlefield(state, who):
        return (Commit(seat, down=down) for down in _orders(hand, min(2, len(hand))))
    pairs = tuple(legal_pairs(state, who))
    if not pairs:
        return (Commit(seat, down=down) for down in answers_without_pair(state, who))
    sets = with_further_cards(state, who, pairs)
    return (Commit(seat, order, down) for up, down in sets for order in _orders(up, len(up)))


def _uses(state: State, who: int, seat: str) -> Iterator[Declared]:
    for code in _unused(state, who):
        card = state.cards.cards[code]
        if card.asks_where:
            moves = [Use(seat, code, to=to) for to in ALONG_THE_ARROWS]
        elif card.asks_whom:
            moves = [Use(seat, code, target=target) for target in state.setup.seat_ids]
        else:
            moves = [Use(seat, code)]
        yield from (move for move in moves if not refuse_use(state, who, move))


def _clashes(state: State, who: int, seat: str) -> Iterator[Declared]:
    moves = (Use(seat, code) for code in _unused(state, who) if state.cards.cards[code].clash)
    return (move for move in moves if not refuse_clash(state, who, move))


def _unused(state: State, who: int) -> Iterable[str]:
    return dict.fromkeys(shown.code for shown in state.players[who].piece.shown if not shown.used)


def _extras(state: State, who: int, seat: str) -> Iterator[Declared]:
    limit = extra_limit(state)
    low, high = powers_of(limit)
    hand = tuple(code for code in state.players[who].hand if low <= state.cards.cards[code].power <= high)
    moves = (Extra(seat, up) for number in range(limit.most + 1) for up in _orders(hand, number))
    return (move for move in moves if not refuse_extra(state, who, move))


def _hand_swaps(state: State, who: int, seat: str) -> Iterator[Declared]:
    hand = sorted(state.players[who].hand)
    for number in range(min(most_swapped(state), len(hand)) + 1):
        yield from (SwapHand(seat, cards) for cards in dict.fromkeys(combinations(hand, number)))


def _orders(cards: tuple[str, ...], number: int) -> Iterable[tuple[str, ...]]:
    return dict.fromkeys(permutations(cards, number))
