"""One move after the other: is it asked, is it allowed, what does it do, and everything that then happens by itself. Pure.

Refusals come in the order of the record format: shape and words, the game is over, not asked of this seat now, and then
the first rule of the move that forbids it.
"""

from collections.abc import Callable

from boardgames.dominate.battle import fight
from boardgames.dominate.by_hand import refuse_swap_hand, settle
from boardgames.dominate.cards import pool_of
from boardgames.dominate.clash import refuse_clash, use_clash
from boardgames.dominate.cleanup import clean_up, end_round, swap_warden
from boardgames.dominate.commitment import commit_cards, refuse_commit
from boardgames.dominate.dealing import give_warden, refuse_draw, take_draw, wardens_on_offer
from boardgames.dominate.effects import play_extra, refuse_extra, refuse_use, use_card
from boardgames.dominate.elimination import next_round
from boardgames.dominate.further_effects import discard_and_draw
from boardgames.dominate.movement import paid_move, refuse_move
from boardgames.dominate.moves import (
    Champions,
    ChanceMove,
    Commit,
    Convert,
    Deck,
    Declared,
    Done,
    Extra,
    Move,
    MoveTo,
    Peek,
    PlaceAt,
    Settle,
    Shard,
    Situations,
    Spell,
    Stakes,
    Start,
    Swap,
    SwapHand,
    Use,
    Warden,
    Wardens,
    refuse_words,
)
from boardgames.dominate.outpost import peek, place, refuse_peek, refuse_place
from boardgames.dominate.preparation import (
    begin_round,
    convert,
    lay_stakes,
    next_in_order,
    offer_conversion,
    refill,
    turn_up_situation,
)
from boardgames.dominate.report import report_of
from boardgames.dominate.settings import DominateSetup
from boardgames.dominate.state import Player, State, Step, with_step
from boardgames.dominate.tokens import cast, refuse_shard, refuse_spell, spend_shards
from boardgames.dominate.turns import ask_clash, ask_placement, begin_turn, draw_before_extra, end_turn, refuse_done
from tabletop.game import Awaits, Illegal, Played

ASKED: dict[str, tuple[type, ...]] = {
    "wardens": (Wardens,),
    "draft": (Warden,),
    "champions": (Champions,),
    "decks": (Deck,),
    "first_stakes": (Stakes,),
    "situations": (Situations,),
    "start": (Start,),
    "convert": (Convert,),
    "refill": (Deck,),
    "lay": (Stakes,),
    "outpost": (PlaceAt, Peek),
    "turn": (MoveTo, Spell, Shard, Commit, Use, Done),
    "draw": (Deck,),
    "extra": (Extra,),
    "swap_hand": (SwapHand,),
    "manual": (Settle,),
    "clash": (Use, Done),
    "swap": (Swap,),
    "ended": (),
}

OUT_OF_TURN: dict[type, str] = {
    Spell: "D-55",
    PlaceAt: "D-14",
    **dict.fromkeys((MoveTo, Shard, Commit, Use, Extra, Done, SwapHand, Settle), "D-18"),
}

BY_ITSELF: dict[str, Callable[[State], State]] = {
    "first_round": lambda state: begin_round(state, climax=False),
    "convert": offer_conversion,
    "refill": refill,
    "situation": turn_up_situation,
    "lay": lay_stakes,
    "outpost": ask_placement,
    "begin_turn": begin_turn,
    "draw": draw_before_extra,
    "clash": ask_clash,
    "battle": fight,
    "cleanup": clean_up,
    "marker": end_round,
    "round": next_round,
}
"""Steps that go on without a move; one that returns the very state it was given waits for its move."""


def start(setup: DominateSetup) -> State:
    first = "draft" if setup.options.wardens == "draft" else "wardens"
    players = tuple(Player(seat) for seat in setup.seat_ids)
    return State(setup, players, Step(first), cards=pool_of(setup.cards))


def play(state: State, move: Move) -> Played | Illegal:
    """The state after `move` and everything that follows by itself, with its report; or why it is refused."""
    if illegal := refuse(state, move):
        return illegal
    after = _settled(_take(state, move))
    return Played(after, report_of(state, move, after))


def refuse(state: State, move: Move) -> Illegal | None:
    if illegal := refuse_words(state.cards, move):
        return illegal
    if not _names_seats(state, move):
        return Illegal("unknown_seat", "format")
    if state.ended_by:
        return Illegal("game_over", "format")
    if not isinstance(move, ASKED[state.step.what]) or move.by != asked_of(state):
        return Illegal("not_asked", OUT_OF_TURN.get(type(move), "format"))
    if isinstance(move, ChanceMove):
        return refuse_draw(state, move)
    return _refuse_declared(state, asked_index(state), move)


def asked_of(state: State) -> str | None:
    """Who must move: a seat id, `chance`, or None after the end."""
    if state.ended_by:
        return None
    if issubclass(ASKED[state.step.what][0], ChanceMove):
        return "chance"
    return state.players[asked_index(state)].seat


def asked_index(state: State) -> int:
    return state.step.turn if state.step.what == "draft" else state.actor


def awaits(state: State) -> Awaits:
    match asked_of(state):
        case None:
            return Awaits()
        case "chance":
            return Awaits(chance=True)
        case seat:
            return Awaits(seats=(seat,))


def _names_seats(state: State, move: Move) -> bool:
    if isinstance(move, ChanceMove):
        return True
    seats = state.setup.seat_ids
    named = [move.by]
    match move:
        case Use(target=str(target)):
            named.append(target)
        case Settle(changes=changes):
            named += [change.who for change in changes]
    return set(named) <= set(seats)


def _refuse_declared(state: State, who: int, move: Declared) -> Illegal | None:
    match move:
        case Warden(warden=code):
            return None if code in wardens_on_offer(state) else Illegal("warden_not_offered", "D-3")
        case PlaceAt(at=at):
            return refuse_place(state, at)
        case Peek():
            return refuse_peek(state, who)
        case MoveTo(to=to):
            return refuse_move(state, who, to)
        case Spell():
            return refuse_spell(state, who, move)
        case Shard():
            return refuse_shard(state, who, move)
        case Commit():
            return refuse_commit(state, who, move)
        case Use():
            return refuse_use(state, who, move) if state.step.what == "turn" else refuse_clash(state, who, move)
        case Extra():
            return refuse_extra(state, who, move)
        case SwapHand():
            return refuse_swap_hand(state, who, move)
        case Done() if state.step.what == "turn":
            return refuse_done(state, who)
    return None


def _take(state: State, move: Move) -> State:
    return take_draw(state, move) if isinstance(move, ChanceMove) else _take_declared(state, asked_index(state), move)


def _take_declared(state: State, who: int, move: Declared) -> State:
    match move:
        case Warden(warden=code):
            return _draft(state, who, code)
        case Convert(use=use):
            return convert(state, who, use=use)
        case PlaceAt(at=at):
            return next_in_order(place(state, who, at))
        case Peek():
            return peek(state, who)
        case MoveTo(to=to):
            return paid_move(state, who, to)
        case Spell():
            return cast(state, who, move)
        case Shard():
            return spend_shards(state, who, move)
        case Commit():
            return commit_cards(state, who, move)
        case Use():
            return use_card(state, who, move) if state.step.what == "turn" else use_clash(state, who, move)
        case Extra():
            return play_extra(state, who, move)
        case SwapHand(cards=cards):
            return discard_and_draw(state, who, cards, state.step.card)
        case Settle():
            return settle(state, move)
        case Done():
            return end_turn(state, who) if state.step.what == "turn" else next_in_order(state)
        case Swap(use=use):
            return with_step(swap_warden(state, who) if use else state, "marker")


def _draft(state: State, who: int, code: str) -> State:
    """DG-37: one after the other in the order of the seats."""
    state = give_warden(state, who, code)
    return with_step(state, "draft", who + 1) if who + 1 < len(state.players) else with_step(state, "champions")


def _settled(state: State) -> State:
    while forward := BY_ITSELF.get(state.step.what):
        after = forward(state)
        if after is state:
            return state
        state = after
    return state
