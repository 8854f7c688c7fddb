"""Cards on the move: drawing, reshuffling, discarding, and random cards of a hand. Pure."""

from msgspec.structs import replace

from boardgames.ace_royal.agenda import (
    CardQuestion,
    DeathCheck,
    DiscardQuestion,
    Draw,
    FetchQuestion,
    GiveQuestion,
    HandLimit,
    HandLimitQuestion,
    ReshuffleQuestion,
)
from boardgames.ace_royal.combat import Gift
from boardgames.ace_royal.moves import Discard, RandomCard, Reshuffle
from boardgames.ace_royal.state import HAND_LIMIT, State, answered, card_of, changed, push, tell, without
from boardgames.chance_moves import is_order_of, is_part_of
from tabletop.game import Illegal


def draw(state: State, step: Draw) -> State:
    """A-31: cards from the central deck, one after the other; a reshuffle may fall in between (AG-41)."""
    wanted = step.number
    if len(state.deck) < wanted:
        return _draw_out(state, step)
    drawn, rest = state.deck[:wanted], state.deck[wanted:]
    state = changed(state, step.seat, hand=state.masters[step.seat].hand + drawn)
    return tell(replace(state, deck=rest), "drew", seat=step.seat, number=wanted)


def _draw_out(state: State, step: Draw) -> State:
    left = len(state.deck)
    if left:
        state = draw(state, Draw(step.seat, left))
    if state.grail_seat and state.rules.deck_out == "reshuffle":
        return push(state, ReshuffleQuestion(), Draw(step.seat, step.number - left))
    return tell(state, "nothing_to_draw", seat=step.seat, rule="AG-41")


def reshuffle(state: State, question: ReshuffleQuestion, move: Reshuffle) -> State | Illegal:
    """The Grail Seat becomes the deck."""
    if not is_order_of(move.order, state.grail_seat):
        return Illegal("not_the_grail_seat", "format")
    return tell(replace(answered(state), deck=move.order, grail_seat=()), "reshuffled", number=len(move.order))


def to_grail_seat(state: State, *cards: str) -> State:
    return replace(state, grail_seat=state.grail_seat + cards)


def drop(state: State, seat: str, cards: tuple[str, ...]) -> State:
    """`cards` from the hand to the Grail Seat, for all to see; whoever calls has the death check follow."""
    state = changed(state, seat, hand=without(state.masters[seat].hand, cards))
    for card in cards:
        state = tell(state, "discarded", seat=seat, card=card)
    return to_grail_seat(state, *cards)


def hand_limit(state: State, _: HandLimit) -> State:
    """A-44: asks until the turn player holds no more than four."""
    player = state.player
    if player is None or state.masters[player].out or too_many(state, player) <= 0:
        return state
    return push(state, HandLimitQuestion(player), HandLimit())


def too_many(state: State, seat: str) -> int:
    return len(state.masters[seat].hand) - HAND_LIMIT


def discard_to_limit(state: State, question: HandLimitQuestion, move: Discard) -> State | Illegal:
    return _discard(state, question.seat, move, too_many(state, question.seat))


def discard_one(state: State, question: DiscardQuestion, move: Discard) -> State | Illegal:
    return _discard(state, question.seat, move, question.count)


def give(state: State, question: GiveQuestion, move: Discard) -> State | Illegal:
    """Hand cards go from the asked seat to another; which ones only those two know."""
    if len(move.cards) != question.count or not is_part_of(move.cards, state.masters[question.seat].hand):
        return Illegal("wrong_discard", "AC-15", numbers={"count": question.count})
    state = answered(state)
    for card in move.cards:
        state = _hand_over(
            state, question.to, CardQuestion(from_=question.seat, to=question.to, why=question.why), card
        )
    return push(state, DeathCheck(question.seat))


def fetch(state: State, question: FetchQuestion, move: Discard) -> State | Illegal:
    """Cards of the Grail Seat go to the hand, for all to see."""
    fits = all(question.kind in ("any", card_of(state, card).type) for card in move.cards)
    if len(move.cards) != question.count or not fits or not is_part_of(move.cards, state.grail_seat):
        return Illegal("wrong_fetch", "AC-16", numbers={"count": question.count})
    hand = (*state.masters[question.seat].hand, *move.cards)
    state = changed(
        replace(answered(state), grail_seat=without(state.grail_seat, move.cards)), question.seat, hand=hand
    )
    for card in move.cards:
        state = tell(state, "fetched", seat=question.seat, card=card)
    return state


def _discard(state: State, seat: str, move: Discard, due: int) -> State | Illegal:
    if len(move.cards) != due or not is_part_of(move.cards, state.masters[seat].hand):
        return Illegal("wrong_discard", "AC-15", numbers={"count": due})
    return push(drop(answered(state), seat, move.cards), DeathCheck(seat))


def random_card(state: State, question: CardQuestion, move: RandomCard) -> State | Illegal:
    """A gift (A-58), a theft, or a discard by chance."""
    giver = question.from_
    if move.card not in state.masters[giver].hand:
        return Illegal("not_in_hand", "format")
    state = answered(state)
    if question.to is None:
        return push(drop(state, giver, (move.card,)), DeathCheck(giver))
    return push(_hand_over(state, question.to, question, move.card), DeathCheck(giver))


def _hand_over(state: State, taker: str, question: CardQuestion, card: str) -> State:
    handed = Gift(question.from_, taker, card)
    state = changed(state, handed.from_, hand=without(state.masters[handed.from_].hand, (card,)))
    state = changed(state, taker, hand=(*state.masters[taker].hand, card))
    if question.why == "gift" and state.combat and state.combat.step == "withdrawal":
        state = replace(state, combat=replace(state.combat, gift=handed))
    state = replace(state, handed=(*state.handed, handed))
    return tell(state, "gift" if question.why == "given" else question.why, seat=handed.from_, other=taker)
