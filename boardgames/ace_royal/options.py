"""What a seat may do now (할 수 있는 일): every legal move, none else, from what the seat may know only (I-11). Pure."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from boardgames.ace_royal import agenda, moves
from boardgames.ace_royal.aftermath import payable
from boardgames.ace_royal.agenda import Question
from boardgames.ace_royal.dealing import heroes_left
from boardgames.ace_royal.further_effects import fetchable
from boardgames.ace_royal.moves import AnyMove
from boardgames.ace_royal.offers import Offer, payable_triggers, spells, uses
from boardgames.ace_royal.piles import too_many
from boardgames.ace_royal.play import asked
from boardgames.ace_royal.ritual import assault_refusal, set_refusal
from boardgames.ace_royal.state import State
from tabletop.game import GM, TABLE


def options(state: State, seat: str) -> tuple[AnyMove, ...]:
    """Every legal move of `seat`; of `"gm"` those of the table: an agreed start player, all pass."""
    return tuple(move for offer in offers(state, seat) for move in _written_out(offer))


def offers(state: State, seat: str) -> tuple[Offer, ...]:
    """The same with the cards to be picked left open, for screens: never longer than the table is wide."""
    question = asked(state)
    if question is None or seat not in (*state.masters, GM):
        return ()
    if seat == GM:
        return tuple(_of_table(state, question))
    if state.masters[seat].out:
        return ()
    return (*_answers(state, question, seat), *_any_time(state, question, seat))


def _of_table(state: State, question: Question) -> Iterator[Offer]:
    match question:
        case agenda.StartQuestion():
            yield from (Offer(moves.Start(TABLE, seat=seat)) for seat in state.masters)
        case agenda.WindowQuestion():
            yield Offer(moves.Pass(TABLE))


def _any_time(state: State, question: Question, seat: str) -> Iterator[Offer]:
    in_window = isinstance(question, agenda.WindowQuestion) and question.seat == seat
    if question.open or in_window:
        yield from spells(state, question, seat)
        yield from uses(state, question, seat)


def _answers(state: State, question: Question, seat: str) -> Iterator[Offer]:
    if question.seat != seat:
        return
    match question:
        case agenda.HandLimitQuestion() | agenda.DiscardQuestion() | agenda.PriceQuestion():
            yield _discard(state, question, seat)
        case agenda.GiveQuestion(count=count):
            yield Offer(moves.Discard(seat, ()), count, count, state.masters[seat].hand)
        case agenda.FetchQuestion(kind=kind, count=count):
            yield Offer(moves.Discard(seat, ()), count, count, fetchable(state, kind))
        case agenda.SettleQuestion():
            yield Offer(moves.Settle(seat))
        case agenda.TriggerQuestion():
            yield from payable_triggers(state, seat)
            yield Offer(moves.Pass(seat))
        case agenda.CoinQuestion():
            yield Offer(moves.Accept(seat))
            yield from _against_coin(state, question, seat)
        case agenda.NegateQuestion():
            yield Offer(moves.Pass(seat))
            yield from uses(state, question, seat)
        case _:
            yield from map(Offer, _plain_answers(state, question, seat))


def _plain_answers(state: State, question: Question, seat: str) -> Iterator[AnyMove]:
    match question:
        case agenda.SwapQuestion():
            yield moves.Keep(seat)
            yield from (moves.Swap(seat, card) for card in sorted(set(state.class_pool)))
        case agenda.PickQuestion():
            pool = sorted(set(state.class_pool))
            yield from (moves.Pick(seat, hero, class_) for hero in heroes_left(state) for class_ in pool)
        case agenda.RecoverQuestion():
            yield from (moves.Recover(seat), moves.Leave(seat))
        case agenda.RitualQuestion():
            yield from _ritual(state, seat)
        case agenda.AssaultQuestion():
            yield moves.Pass(seat)
            yield from _assaults(state, seat)
        case agenda.WindowQuestion():
            yield moves.Pass(seat)
        case agenda.ModeQuestion():
            yield from (moves.ChooseMode(seat, "phys"), moves.ChooseMode(seat, "magic"))
        case agenda.ClaimQuestion():
            yield from (moves.Claim(seat), moves.Accept(seat))


def _ritual(state: State, seat: str) -> Iterator[AnyMove]:
    master = state.masters[seat]
    yield moves.Done(seat)
    if not master.hero_up:
        yield moves.Reveal(seat, "hero")
    if not master.class_up:
        yield moves.Reveal(seat, "class")
    for card in dict.fromkeys(master.hand):
        for move in (moves.SetCode(seat, card), moves.LayFacedown(seat, card)):
            if not set_refusal(state, move):
                yield move


def _assaults(state: State, seat: str) -> Iterator[AnyMove]:
    for target in state.masters:
        move = moves.Assault(seat, target)
        if not assault_refusal(state, move):
            yield move


def _discard(state: State, question: Question, seat: str) -> Offer:
    master = state.masters[seat]
    among = payable(state, master) if isinstance(question, agenda.PriceQuestion) else master.hand
    count = question.count if isinstance(question, agenda.DiscardQuestion) else 1
    count = too_many(state, seat) if isinstance(question, agenda.HandLimitQuestion) else count
    return Offer(moves.Discard(seat, ()), count, count, among)


def _against_coin(state: State, question: agenda.CoinQuestion, seat: str) -> Iterator[Offer]:
    if state.masters[seat].spells:
        yield Offer(moves.Spell(seat, "c"))
    yield from uses(state, question, seat)


def _written_out(offer: Offer) -> Iterator[AnyMove]:
    """One move for every different pick of cards."""
    if not offer.most:
        yield offer.move
        return
    # copies are alike: two picks of the same cards are one move
    copies = sorted(Counter(offer.among).items())
    for number in range(offer.least, offer.most + 1):
        for cards in _picks(copies, number):
            yield with_cards(offer.move, cards)


def with_cards(move: AnyMove, cards: tuple[str, ...]) -> AnyMove:
    """The offered `move` with `cards` picked for it."""
    key = "cards" if isinstance(move, moves.Discard) else "discard"
    return msgspec.structs.replace(move, **{key: cards})


def _picks(copies: list[tuple[str, int]], number: int) -> Iterator[tuple[str, ...]]:
    """All different ways to take `number` cards."""
    if number == 0:
        yield ()
    elif copies:
        (card, held), rest = copies[0], copies[1:]
        for taken in range(min(held, number), -1, -1):
            for others in _picks(rest, number - taken):
                yield (card,) * taken + others
