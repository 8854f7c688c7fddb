"""What a seat could use: legal uses, triggers and command spells, each as a pattern with the cards still to be picked. Pure."""

from collections.abc import Iterable, Iterator
from itertools import product

import msgspec
from msgspec import UNSET, UnsetType

from boardgames.ace_royal.agenda import Question
from boardgames.ace_royal.cards import Keys, keys_of
from boardgames.ace_royal.moves import AnyMove, Spell, Trigger, Use
from boardgames.ace_royal.spells import spell_refusal
from boardgames.ace_royal.state import Master, State, card_of, sitting
from boardgames.ace_royal.uses import aim_refusal, card_refusal, payment_refusal, trigger_refusal
from boardgames.ace_royal.vocabulary import STATS, Ability, DestroyCode, Stat, everything

MOST_CHOICES = 10


class Offer(msgspec.Struct, frozen=True):
    """A legal move; where cards are to be picked for it, `least` to `most` of `among`, and the move names none yet."""

    move: AnyMove
    least: int = 0
    most: int = 0
    among: tuple[str, ...] = ()


def uses(state: State, question: Question, seat: str) -> Iterator[Offer]:
    """Every legal use by `seat` while `question` is asked."""
    for card in _cards_at_hand(state, state.masters[seat]):
        ability = card_of(state, card).activated
        if ability and not card_refusal(state, question, seat, card):
            yield from _ways(state, seat, card, ability)


def has_use(state: State, question: Question) -> bool:
    """Whether the asked seat has any legal use."""
    return any(True for _ in uses(state, question, question.seat))


def _cards_at_hand(state: State, master: Master) -> Iterator[str]:
    yield from dict.fromkeys(card for card in master.hand if card_of(state, card).type == "scene")
    yield from dict.fromkeys(code.card for code in master.codes)
    yield from (card for card in (master.hero, master.class_) if card)


def _ways(state: State, seat: str, card: str, ability: Ability) -> Iterator[Offer]:
    aims = [aim for aim in _aims(state, seat, card, ability) if not aim_refusal(state, aim, ability)]
    for move in aims:
        yield from _payments(state, move, ability)


def _aims(state: State, seat: str, card: str, ability: Ability) -> Iterator[Use]:
    keys = keys_of(ability)
    if keys == Keys():
        yield Use(seat, card)
        return
    targets: tuple[str | UnsetType, ...] = sitting(state) if keys.target else (UNSET,)
    stats: tuple[Stat | UnsetType, ...] = STATS if keys.stat else (UNSET,)
    choices: Iterable[int | UnsetType] = range(MOST_CHOICES) if keys.choice else (UNSET,)
    for target, stat, choice in product(targets, stats, choices):
        for code in _codes_of(state, seat, target, ability) if keys.code else (UNSET,):
            yield Use(seat, card, target=target, code=code, stat=stat, choice=choice)


def _codes_of(state: State, seat: str, target: str | UnsetType, ability: Ability) -> tuple[str, ...]:
    """The codes that may be named: those of the target, or of the opponent where no target is named."""
    own = any(isinstance(effect, DestroyCode) and effect.who == "self" for effect in everything(ability.do))
    if own:
        target = seat
    elif not isinstance(target, str):
        target = state.combat.against(seat) if state.combat else seat
    return tuple(dict.fromkeys(code.card for code in state.masters[target].codes))


def _payments[Paid: (Use, Trigger)](state: State, move: Paid, ability: Ability) -> Iterator[Offer]:
    """Paid with cards, or waived by a command spell."""
    hand = state.masters[move.by].hand
    least = 1 if ability.discards == "X" else ability.discards or ability.discards_codes
    most = len(hand) if ability.discards == "X" else least
    if ability.discards_codes:
        hand = tuple(card for card in hand if card_of(state, card).type == "code")
    sample = msgspec.structs.replace(move, discard=hand[:least]) if least else move
    if not payment_refusal(state, sample, ability):
        yield Offer(move, least, most, hand if least else ())
    waived = msgspec.structs.replace(move, spell=True)
    if not payment_refusal(state, waived, ability):
        yield Offer(waived)


def payable_triggers(state: State, seat: str) -> Iterator[Offer]:
    """The asked loss triggers of `seat` that it may pay for."""
    master = state.masters[seat]
    for card in dict.fromkeys((master.class_ or "", *(code.card for code in master.codes))):
        ability = card_of(state, card).asked_trigger if card else None
        if ability:
            yield from (offer for offer in _payments(state, Trigger(seat, card), ability) if _works(state, offer))


def _works(state: State, offer: Offer) -> bool:
    move = offer.move
    if not isinstance(move, Trigger):
        return False
    paid = msgspec.structs.replace(move, discard=offer.among[: offer.least]) if offer.least else move
    return trigger_refusal(state, paid) is None


def spells(state: State, question: Question, seat: str) -> Iterator[Offer]:
    """Command spells a, b and e that `seat` may cast while `question` is asked."""
    casts = (Spell(seat, "a"), *(Spell(seat, "b", stat) for stat in STATS), Spell(seat, "e"))
    return (Offer(cast) for cast in casts if not spell_refusal(state, question, cast))
