"""How a computer player sees the game: what a move looks like at a glance, and how well a seat stands. Pure.

All values are hundredths of a result. A glance uses open cards and the own hand only; of a rival who has not played yet it
knows his token, his mana and that there are hands about as good as most.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from boardgames.dominate.commitment import card_cost
from boardgames.dominate.guess import guess
from boardgames.dominate.movement import path_cost
from boardgames.dominate.moves import (
    Commit,
    Convert,
    Declared,
    Extra,
    MoveTo,
    Peek,
    PlaceAt,
    Shard,
    Spell,
    Swap,
    Use,
    Warden,
)
from boardgames.dominate.options import options
from boardgames.dominate.outpost import token_left
from boardgames.dominate.power import power_total
from boardgames.dominate.settings import FIELD_BONUS, NPC_POWER, SHORT_PRIZE, WORKSHOP_MANA
from boardgames.dominate.state import State, board_of, opponents_here, pieces_at, seat_index
from boardgames.dominate.vocabulary import FIELDS, Card

__all__ = ["glance", "guess", "moves", "stretch", "worth"]

RESULT = 100
MANA = 35
SPELL = 90
SHARD = 8
UNKNOWN_STAKE = 285
"""The mean of all stakes, for one that lies face down."""
USUAL_CARDS, RICH_CARDS = 8, 11
"""What a rival's two cards come to, below and from the threshold of arts on."""
OUT, WON = -5_000, 10_000
BOARDS = {"KES": 60, "TAV": 50, "LIS": 40, "OSM": 30, "ILS": 20, "COR": 10}
"""Which boards did better in many games."""
USES = {"ODE1": 150, "FOR": 70, "GIL3": 100, "ASH3": 100, "IRE2": 200, "ASH2": 200}
"""What a use is worth that does not say it in power."""


def moves(state: State, seat: str) -> Sequence[Declared]:
    """The options, of the same cards in several orders only the first."""
    return [move for move in options(state, seat) if not isinstance(move, Commit | Extra) or _is_sorted(move)]


def stretch(state: State) -> object:
    """Rounds are compared at their ends."""
    return state.now and state.now.round


def worth(state: State, seat: str) -> int:
    """The own standing, less half of the best rival's: the game is to be ahead, not only to have much."""
    who = seat_index(state, seat)
    standings = [_standing(state, i) for i in range(len(state.players))]
    own = standings.pop(who or 0)
    return own - max(standings) // 2


def glance(state: State, seat: str, moves: Sequence[Any]) -> Sequence[int]:
    """What each move looks like; the best cards are worth 0, so that whatever gains something is done before them."""
    who = seat_index(state, seat) or 0
    values = [_look(state, who, move) for move in moves]
    best = max((value for value, move in zip(values, moves, strict=True) if isinstance(move, Commit)), default=0)
    return [value - best if isinstance(move, Commit) else value for value, move in zip(values, moves, strict=True)]


def _standing(state: State, who: int) -> int:
    player = state.players[who]
    if player.state != "playing":
        return OUT if player.state == "out" else WON
    ahead = max(state.rules.normal_rounds + 2 - (state.now.round if state.now else 0), 0)
    stock = player.mana * MANA + player.spells * SPELL + (player.shards or 0) * SHARD
    return player.results * RESULT + stock * min(ahead, 4) // 4


def _look(state: State, who: int, move: Declared) -> int:
    match move:
        case Commit(up=up, down=down):
            return _cards(state, who, up, down)
        case PlaceAt(at=at):
            return _place(state, who, at)
        case MoveTo(to=to):
            return _going(state, who, to) - MANA * path_cost(state, who, to)
        case Spell(use_for="move", to=str(to)):
            return _going(state, who, to) - SPELL
        case Spell(use_for=purpose):
            return (_more_mana(state, who) if purpose == "mana" else _power_spell(state, who)) - SPELL
        case Shard(use_for=purpose):
            return _shards(state, who, purpose)
        case Use(card=card, to=to):
            return _use(state, who, card, to)
        case Extra(up=up):
            return sum(20 * card.power - MANA * card_cost(state, card) for card in _named(state, up))
        case Convert(use=True):
            return _conversion(state, who)
        case Swap(use=True):
            return 1 if state.players[who].spells <= 1 else -1
        case Warden(warden=code):
            return BOARDS.get(code, 0)
        case Peek():
            return 1_000
    return 0


def _cards(state: State, who: int, up: tuple[str, ...], down: tuple[str, ...]) -> int:
    """What playing the cards is worth; off the battlefields the weakest are let go."""
    place = state.players[who].piece.place or ""
    if place not in FIELDS:
        return -sum(card.power for card in _named(state, down))
    power = power_total(state, who) + sum(_power_here(state, place, code) for code in up)
    cost = sum(card_cost(state, card) for card in _named(state, up))
    once = sum(card.once for card in _named(state, up))
    return _prospect(state, who, place, power) + 3 * power - MANA * cost - 40 * once


def _named(state: State, codes: Iterable[str]) -> Iterator[Card]:
    return (state.cards.cards[code] for code in codes)


def _power_here(state: State, place: str, code: str) -> int:
    """Printed power and what the open board adds to it."""
    card = state.cards.cards[code]
    adds = (state.situation.adds, *(state.cards.stakes[stake].adds for stake in state.round.stakes.on(place)))
    return card.power + sum(more.get(attribute, 0) for more in adds for attribute in card.attributes)


def _place(state: State, who: int, at: str) -> int:
    """Mana or a result in the workshop; on a field the prospect, with those still to place likely to follow."""
    player = state.players[who]
    if at == "workshop":
        income = WORKSHOP_MANA[0 if not pieces_at(state, at) else 1] * (MANA + 15)
        income = board_of(state, who).workshop_results * RESULT or income
        return income + sum(card.workshop_results for card in _named(state, player.lingering)) * RESULT
    return _prospect(state, who, at, _reach(state, who) + token_left(state, at)) * 3 // 4


def _going(state: State, who: int, to: str) -> int:
    """What is gained by standing there rather than here."""
    piece = state.players[who].piece
    reach = power_total(state, who) - piece.token if piece.committed else _reach(state, who)
    here = _prospect(state, who, piece.place or "", reach + piece.token)
    if to == "lookout":
        return (0 if "lookout" in piece.scored else 2 * RESULT) - here
    return _prospect(state, who, to, reach) - here


def _prospect(state: State, who: int, place: str, power: int) -> int:
    """The prize of a field times the chance to take it with this power."""
    if place not in FIELDS:
        return 0
    rivals = [_expected(state, i) for i in pieces_at(state, place) if i != who]
    rivals += [NPC_POWER] if state.round.npc == place else []
    prize = _stakes_worth(state, place) + (FIELD_BONUS[place] * RESULT if rivals else 0)
    chance = 95
    for rival in rivals:
        chance = chance * min(max(50 + 11 * (power - rival), 4), 96) // 100
    return prize * chance // 100


def _stakes_worth(state: State, place: str) -> int:
    if state.rules.short:
        return SHORT_PRIZE * RESULT
    laid = state.round.stakes.on(place)
    hidden = state.face_down and place == "field_b"
    known = sum(state.cards.stakes[code].results * RESULT for code in laid[1 if hidden else 0 :])
    return known + (UNKNOWN_STAKE if hidden else 0)


def _expected(state: State, rival: int) -> int:
    """The total of somebody else: what is shown, or what his cards will likely come to."""
    player = state.players[rival]
    if player.piece.out_of_battle:
        return -20
    if player.piece.committed and not state.face_down:
        return power_total(state, rival)
    cards = RICH_CARDS if player.mana >= state.rules.np_threshold else USUAL_CARDS
    return cards + player.piece.token


def _reach(state: State, who: int, more: int = 0) -> int:
    """The best two cards that the mana pays for, `more` mana given; in cards' own power."""
    player = state.players[who]
    mana = player.mana + more
    codes = player.hand + (player.ready if mana >= state.rules.np_threshold else ())
    cards = [(card.power, card_cost(state, card)) for card in _named(state, codes)]
    best = 0
    for index, (power, cost) in enumerate(cards):
        for other, other_cost in cards[index + 1 :]:
            if power + other > best and cost + other_cost <= mana:
                best = power + other
    return best


def _more_mana(state: State, who: int) -> int:
    """Mana is worth what it buys now, else a little less than its price."""
    piece = state.players[who].piece
    gained = min(state.rules.spell_mana, state.rules.mana_cap - state.players[who].mana)
    if piece.committed or piece.place not in FIELDS:
        return gained * MANA // 2
    before = _prospect(state, who, piece.place, _reach(state, who) + piece.token)
    return _prospect(state, who, piece.place, _reach(state, who, gained) + piece.token) - before


def _power_spell(state: State, who: int) -> int:
    piece = state.players[who].piece
    if not piece.committed or piece.place not in FIELDS:
        return -RESULT
    power, rules = power_total(state, who), state.rules
    before = _prospect(state, who, piece.place, power)
    after = _prospect(state, who, piece.place, power + rules.spell_power)
    prize = max(_stakes_worth(state, piece.place), 1)
    return after - before + rules.spell_win * RESULT * min(after, prize) // prize


def _shards(state: State, who: int, purpose: str) -> int:
    player = state.players[who]
    use = board_of(state, who).shard_uses[purpose]  # type: ignore[index]
    price = SHARD * use.shards
    if purpose == "mana":
        return MANA - price if player.mana < state.rules.mana_cap else -price
    if not player.piece.committed or player.piece.place not in FIELDS:
        return -price
    power, more = power_total(state, who), use.n or state.cards.cards[use.card or ""].power
    place = player.piece.place
    return _prospect(state, who, place, power + more) - _prospect(state, who, place, power) - price


def _use(state: State, who: int, code: str, to: Any) -> int:
    if isinstance(to, str):
        return _going(state, who, to)
    if state.cards.cards[code].clash and not opponents_here(state, who):
        return -1
    return USES.get(code, 50)


def _conversion(state: State, who: int) -> int:
    player = state.players[who]
    deal = board_of(state, who).conversion
    if deal is None:
        return 0
    threshold = state.rules.np_threshold
    falls_below = player.mana >= threshold > player.mana - deal.mana
    return deal.results * RESULT - deal.mana * MANA - (60 if falls_below else 0)


def _is_sorted(move: Commit | Extra) -> bool:
    down = move.down if isinstance(move, Commit) else ()
    return list(move.up) == sorted(move.up) and list(down) == sorted(down)
