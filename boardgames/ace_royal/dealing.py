"""Before the first turn: start player, heroes, classes, exchange, deck (A-10 to A-23). Pure."""

from collections.abc import Sequence

from msgspec.structs import replace

from boardgames.ace_royal.agenda import (
    BeginTurn,
    ClassesQuestion,
    DeckQuestion,
    Draw,
    HeroesQuestion,
    PickQuestion,
    StartQuestion,
    Step,
    SwapQuestion,
)
from boardgames.ace_royal.cards import Pool
from boardgames.ace_royal.moves import Classes, DeckOrder, Heroes, Keep, Pick, Start, Swap
from boardgames.ace_royal.state import HAND_LIMIT, State, answered, changed, clockwise, push, tell, without
from boardgames.chance_moves import is_for_all, is_order_of, is_part_of
from tabletop.game import Illegal


def choose_start(state: State, question: StartQuestion, move: Start) -> State | Illegal:
    """A-10: the highest roll starts, AG-47: who ties rolls again; or the table has agreed."""
    if isinstance(move.seat, str):
        return _started(answered(state), move.seat)
    rolls = move.rolls if isinstance(move.rolls, dict) else {}
    if rolls.keys() != set(question.seats):
        return Illegal("rolls_of_others", "format")
    state = answered(state)
    for seat in question.seats:
        state = tell(state, "rolled_for_start", seat=seat, number=rolls[seat])
    first = tuple(seat for seat in question.seats if rolls[seat] == max(rolls.values()))
    return _started(state, first[0]) if len(first) == 1 else push(state, StartQuestion(seats=first))


def _started(state: State, seat: str) -> State:
    state = tell(replace(state, start=seat), "starts", seat=seat)
    seats = clockwise(state, seat)
    exchange: tuple[Step, ...]
    match state.rules.class_swap:
        case "all_open":
            exchange = tuple(PickQuestion(each) for each in seats)
        case "none":
            exchange = (HeroesQuestion(), ClassesQuestion())
        case _:
            exchange = (HeroesQuestion(), ClassesQuestion(), *(SwapQuestion(each) for each in seats))
    return push(state, *exchange, DeckQuestion())


def deal_heroes(state: State, question: HeroesQuestion, move: Heroes) -> State | Illegal:
    """A-11."""
    if not _may_be_dealt(state, move.cards, state.cards.heroes):
        return Illegal("wrong_deal", "format")
    for seat, card in move.cards.items():
        state = changed(state, seat, hero=card)
    return tell(answered(state), "heroes_dealt")


def deal_classes(state: State, question: ClassesQuestion, move: Classes) -> State | Illegal:
    """A-12; A-14: from one set of class cards or two."""
    if not _may_be_dealt(state, move.cards, state.class_pool):
        return Illegal("wrong_deal", "format")
    for seat, card in move.cards.items():
        state = changed(state, seat, class_=card)
    pool = without(state.class_pool, tuple(move.cards.values()))
    # AG-44: with nothing left there is nothing to exchange
    agenda = state.agenda if pool else tuple(step for step in state.agenda if not isinstance(step, SwapQuestion))
    return tell(answered(replace(state, class_pool=pool, agenda=agenda)), "classes_dealt")


def _may_be_dealt(state: State, cards: dict[str, str], stock: Sequence[str]) -> bool:
    return is_for_all(cards, tuple(state.masters)) and is_part_of(cards.values(), stock)


def keep(state: State, question: SwapQuestion, move: Keep) -> State:
    return tell(_passed_on(answered(state), move.by), "kept", seat=move.by)


def swap(state: State, question: SwapQuestion, move: Swap) -> State | Illegal:
    """A-13, A-15."""
    own = state.masters[move.by].class_
    if own is None or move.card not in state.class_pool:
        return Illegal("not_in_pool", "A-13")
    pool = (*without(state.class_pool, (move.card,)), own)
    state = changed(answered(replace(state, class_pool=pool)), move.by, class_=move.card)
    return tell(_passed_on(state, move.by), "swapped", seat=move.by)


def _passed_on(state: State, seat: str) -> State:
    """What `seat` saw and passes to the next stays known to it."""
    return changed(state, seat, seen_pool=tuple(sorted(state.class_pool)))


def pick(state: State, question: PickQuestion, move: Pick) -> State | Illegal:
    """A-16."""
    if move.hero not in heroes_left(state) or move.class_ not in state.class_pool:
        return Illegal("not_there_to_pick", "A-16")
    state = replace(answered(state), class_pool=without(state.class_pool, (move.class_,)))
    return tell(changed(state, move.by, hero=move.hero, class_=move.class_), "picked", seat=move.by)


def heroes_left(state: State) -> tuple[str, ...]:
    """Heroes nobody has."""
    taken = {master.hero for master in state.masters.values()}
    return tuple(hero for hero in state.cards.heroes if hero not in taken)


def shuffle_deck(state: State, question: DeckQuestion, move: DeckOrder) -> State | Illegal:
    """A-21, A-22: the deck lies, everybody draws four, and the start player begins (A-23)."""
    if not is_order_of(move.order, state.cards.deck):
        return Illegal("not_the_deck", "format")
    first = state.start or next(iter(state.masters))
    hands = (Draw(seat, HAND_LIMIT) for seat in clockwise(state, first))
    state = tell(answered(replace(state, deck=move.order, holder=first)), "deck_shuffled", number=len(move.order))
    if state.rules.start_player_pays:
        # AG-3: he holds the coin first, so he pays for it like any other receiver
        state = changed(state, first, mana=state.masters[first].mana - 1)
    return push(state, *hands, BeginTurn(first, transfer=False))


def undealt_pool(cards: Pool, sets: int) -> tuple[str, ...]:
    """A-14: the class cards before the deal."""
    return cards.classes * sets
